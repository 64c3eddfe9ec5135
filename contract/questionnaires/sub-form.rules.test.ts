import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { columnsOfAnswer } from './answer-columns.rules.ts';
import { checkAnswers, summaryOf } from './answers.rules.ts';
import type { Expand, FormItem, SubItem } from './item-types.rules.ts';
import { isBlankEntry, leastEntries, subFormProblem, subItemsOf } from './sub-form.rules.ts';

const items: SubItem[] = [
  { formItemId: 1, type: 'INPUT', label: '药名', required: true, expand: { maxlength: 4, options: [] } },
  { formItemId: 2, type: 'NUMBER_INPUT', label: '次数', expand: { min: 1, max: 6 } },
  {
    formItemId: 3,
    type: 'RADIO',
    label: '何时',
    expand: {
      options: [
        { label: '饭前', value: 1 },
        { label: '饭后', value: 2 },
      ],
    },
  },
];
const item = (expand: Expand = {}, required = false): FormItem => ({
  formItemId: 101,
  type: 'SUB_FORM',
  label: '用药',
  displayType: false,
  required,
  placeholder: null,
  expand: { items, ...expand },
  regList: [],
});
const checked = (value: unknown, one = item()) => checkAnswers([one], { field101: value });
const said = (value: unknown, one = item()) => checked(value, one).problems[0]?.message ?? null;

describe('a sub-form', () => {
  it('keeps each entry as its questions say, without blank ones and without what no question asks for', () => {
    const { originalData, processData, problems } = checked([
      { field1: ' 钙片 ', field2: 2, field3: 2, field9: 'x' },
      { field1: ' ' },
      { field1: '铁剂' },
    ]);
    assert.deepEqual(problems, []);
    assert.deepEqual(originalData, { field101: [{ field1: '钙片', field2: 2, field3: 2 }, { field1: '铁剂' }] });
    assert.equal(summaryOf(item(), processData), '1：药名 钙片，次数 2，何时 饭后；2：药名 铁剂');
    assert.deepEqual(
      columnsOfAnswer(item()).map(({ title, text }) => [title, text(processData)]),
      [
        ['用药：药名', '1. 钙片\n2. 铁剂'],
        ['用药：次数', '1. 2\n2. '],
        ['用药：何时', '1. 饭后\n2. '],
      ],
    );
    const one = checked([{ field1: '钙片' }]).processData;
    assert.deepEqual([columnsOfAnswer(item())[0]!.text(one), columnsOfAnswer(item())[0]!.text({})], ['钙片', '']);
  });

  it('says which entry is wrong', () => {
    assert.equal(said([{ field1: '钙片' }, { field2: 3 }]), '用药第2条：药名不能为空');
    assert.equal(said([{ field1: '钙片片片片' }]), '用药第1条：药名长度不能超过4个字符');
    assert.equal(said([{ field1: '钙片', field2: 7 }]), '用药第1条：次数不能大于6');
    assert.equal(said([{ field1: '钙片', field3: 9 }]), '用药第1条：何时的选项不存在');
    for (const value of ['x', { a: 1 }, [1], [['x']]]) assert.equal(said(value), '用药格式不正确', JSON.stringify(value));
  });

  it('takes as many entries as it says; blank ones count for nothing', () => {
    const entries = (count: number) => Array.from({ length: count }, () => ({ field1: '药' }));
    assert.deepEqual([said(undefined), said([]), said([{}]), said(entries(50))], [null, null, null, null]);
    assert.equal(said(entries(51)), '用药最多填写50条');
    const two = item({ min: 2, max: 3 });
    assert.equal(said(undefined, two), '请至少填写2条用药');
    assert.equal(said([...entries(1), {}], two), '用药至少填写2条');
    assert.equal(said(entries(4), two), '用药最多填写3条');
    assert.equal(said([{}], item({}, true)), '请至少填写1条用药');
    assert.deepEqual([leastEntries(two), leastEntries(item()), leastEntries({ ...two, type: 'CHECKBOX' })], [2, 0, 0]);
  });

  it('has questions with the parts of their kinds', () => {
    assert.deepEqual(subItemsOf({ items })[0], {
      formItemId: 1,
      type: 'INPUT',
      label: '药名',
      displayType: false,
      required: true,
      placeholder: null,
      expand: { maxlength: 4 },
      regList: [],
    });
    assert.deepEqual([isBlankEntry({ a: ' ', b: [], c: null }), isBlankEntry({ a: 0 }), isBlankEntry([])], [true, false, false]);
  });

  it('is refused when it could not be answered', () => {
    const options = [{ label: '其他', value: 0 }];
    const cases: [Expand, string | null][] = [
      [{ items }, null],
      [{}, '请至少添加一道子题目'],
      [{ items: [items[0]!, items[0]!] }, '子题目编号重复'],
      [{ items: [{ ...items[0]!, label: ' ' }] }, '子题目标题不能为空'],
      [{ items: [{ formItemId: 1, type: 'SELECT', label: '甲' }] }, '“甲”没有选项'],
      [{ items: [{ formItemId: 1, type: 'RADIO', label: '甲', expand: { options } }] }, '“甲”不能有“其他”选项'],
      [{ items: [{ formItemId: 1, type: 'NUMBER_INPUT', label: '甲', expand: { min: 2, max: 1 } }] }, '“甲”的最小值不能大于最大值'],
      [{ items: [{ formItemId: 1, type: 'INPUT', label: '甲', regList: [{ pattern: '(?=a)', message: '' }] }] }, '“甲”的正则表达式不支持'],
      [{ items, max: 51 }, '条数应为0至50的整数'],
      [{ items, max: 0 }, '条数应为0至50的整数'],
    ];
    for (const [expand, problem] of cases) assert.equal(subFormProblem('SUB_FORM', expand), problem, JSON.stringify(expand));
    assert.equal(subFormProblem('INPUT', {}), null);
  });
});
