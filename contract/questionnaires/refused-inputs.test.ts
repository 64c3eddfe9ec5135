import { describe, it } from 'node:test';
import { long, many, refusesChanges } from '#test/refused-inputs.ts';
import { questionnaireItems } from './questionnaire-items.ts';
import { questionnaireQuotas } from './questionnaire-quotas.ts';
import { MOST_QUOTAS } from './quotas.rules.ts';
import { MOST_SUB_ITEMS } from './sub-form.rules.ts';

describe('the schema of a question refuses', () => {
  const item = { projectKey: '0'.repeat(32), formItemId: 101, type: 'INPUT', label: '睡得好吗' };
  const part = (expand: object, text: string) => [{ expand }, text] as const;

  it('what names none', () => {
    refusesChanges(questionnaireItems.create, item, [
      [{ projectKey: 'x' }, 'key请求异常'],
      [{ formItemId: 0 }, 'Id请求错误'],
      [{ type: 'SONG' }, '类型请求错误'],
      [{ placeholder: long(201) }, '提示语长度不能超过200个字符'],
    ]);
  });

  it('parts beyond their limits', () => {
    refusesChanges(questionnaireItems.create, item, [
      part({ prepend: long(301) }, '长度不能超过300个字符'),
      part({ maxlength: 0 }, '最大长度不能小于1'),
      part({ maxlength: 5001 }, '最大长度不能大于5000'),
      part({ step: 0 }, '步长应大于0'),
      part({ precision: 7 }, '最多6位小数'),
      part({ fileSize: 0 }, '文件大小应大于0'),
      part({ sizeUnit: 'TB' }, '文件大小单位不正确'),
      part({ limit: 0 }, '文件数不能小于1'),
      part({ limit: 21 }, '文件数不能大于20'),
    ]);
  });

  it('options that are too many or too long', () => {
    refusesChanges(questionnaireItems.create, item, [
      part({ options: [{ label: long(201) }] }, '选项长度不能超过200个字符'),
      part({ options: [{ value: long(201) }] }, '选项长度不能超过200个字符'),
      part({ options: many(201, (i) => ({ label: '选项', value: i })) }, '选项不能超过200个'),
    ]);
  });

  it('patterns that are too many or too long', () => {
    refusesChanges(questionnaireItems.create, item, [
      [{ regList: [{ pattern: long(601) }] }, '正则表达式过长'],
      [{ regList: many(11, () => ({ pattern: '^a' })) }, '校验规则不能超过10条'],
    ]);
  });

  it('questions of a sub-form that are none, or too many', () => {
    const sub = { formItemId: 1, type: 'INPUT', label: '姓名' };
    refusesChanges(questionnaireItems.create, item, [
      part({ items: [{ ...sub, formItemId: 'x' }] }, '子题目编号不正确'),
      part({ items: [{ ...sub, label: long(201) }] }, '子题目标题不能超过200个字符'),
      part({ items: many(MOST_SUB_ITEMS + 1, (i) => ({ ...sub, formItemId: i + 1 })) }, '子表单最多20道题目'),
    ]);
  });
});

describe('the schema of quotas refuses', () => {
  it('conditions that name no choice, and too many', () => {
    const quota = { most: 1, conditions: [{ formItemId: 101, optionValue: 1 }] };
    const [condition] = quota.conditions;
    refusesChanges(questionnaireQuotas.save, { projectKey: '0'.repeat(32), quotas: [quota] }, [
      [{ quotas: [{ ...quota, conditions: [] }] }, '请选择题目和选项'],
      [{ quotas: [{ ...quota, conditions: [{ formItemId: 101, optionValue: null }] }] }, '请选择选项'],
      [{ quotas: [{ ...quota, conditions: [condition, condition, condition] }] }, '一项配额最多两个选项'],
      [{ quotas: many(MOST_QUOTAS + 1, () => quota) }, '配额不能超过100项'],
    ]);
  });
});
