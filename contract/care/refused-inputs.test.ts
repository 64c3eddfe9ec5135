import { describe, it } from 'node:test';
import { long, many, refusesChanges } from '#test/refused-inputs.ts';
import { careNotes } from './care-notes.ts';
import { carePlans } from './care-plans.ts';
import { careTasks } from './care-tasks.ts';
import { careTemplates } from './care-templates.ts';
import { restraints } from './restraints.ts';

const care = { name: '翻身', kind: 'turn', mode: 'clock', clocks: ['08:00'] };

describe('the schemas of care refuse', () => {
  it('a plan whose parts say nothing, or too much', () => {
    refusesChanges(carePlans.save, { oldmanId: 1, interventions: [care] }, [
      [{ oldmanId: null }, '请选择服务对象'],
      [{ problems: [{ category: 'skin', text: ' ' }] }, '请填写照护问题'],
      [{ problems: [{ category: 'x', text: '皮肤' }] }, '请选择问题类别'],
      [{ goals: [{ text: '' }] }, '请填写照护目标'],
      [{ interventions: [{ ...care, name: '' }] }, '请填写照护措施'],
      [{ interventions: [{ ...care, kind: 'x' }] }, '请选择照护类别'],
      [{ interventions: [{ ...care, mode: 'x' }] }, '请选择执行方式'],
      [{ interventions: [{ ...care, clocks: many(25, () => '08:00') }] }, '最多24个时刻'],
      [{ interventions: [{ ...care, weekdays: many(8, () => 1) }] }, '星期不能重复'],
      [{ interventions: [{ ...care, weekdays: [8] }] }, '星期应为1至7的整数'],
      [{ interventions: [{ ...care, everyHours: 25 }] }, '间隔小时数应为1至24的整数'],
      [{ interventions: [{ ...care, beforeMinutes: 721 }] }, '可提前分钟数应为0至720的整数'],
      [{ interventions: [{ ...care, afterMinutes: 0 }] }, '可延后分钟数应为1至720的整数'],
      [{ interventions: [{ ...care, minutes: 0 }] }, '所需分钟数应为1至240的整数'],
      [{ interventions: many(41, () => care) }, '最多40项'],
      [{ remarks: long(301) }, '长度不能超过300个字符'],
    ]);
    refusesChanges(carePlans.stop, { id: 1, reason: '转院' }, [[{ reason: ' ' }, '请填写停止原因']]);
    refusesChanges(carePlans.consent, { id: 1, consentName: '王强', consentDay: '2026-11-26' }, [[{ consentName: '' }, '请填写同意人']]);
    refusesChanges(carePlans.review, { id: 1, outcome: 1 }, [[{ outcome: 0 }, '复核结论应为1至3的整数']]);
    refusesChanges(careTemplates.create, { name: '夜间' }, [[{ name: '' }, '请填写模板名称']]);
  });

  it('an order of restraint without whom it is decided by, consented to, or how', () => {
    const order = {
      oldmanId: 1,
      kind: 1,
      reason: 1,
      orderedRole: 1,
      orderedName: '陈医生',
      consentName: '王丽',
      consentRelation: '女儿',
      consentDay: '2026-11-26',
      consentFiles: ['/admin/sys-file/a/3f0c9a52-7b1d-4c1e-9a57-000000000001.png'],
      hours: 4,
    };
    refusesChanges(restraints.order, order, [
      [{ oldmanId: null }, '请选择服务对象'],
      [{ kind: 8 }, '请选择约束方式'],
      [{ reason: 8 }, '请选择约束原因'],
      [{ orderedRole: 3 }, '决定人身份应为1至2的整数'],
      [{ orderedName: '' }, '请填写决定约束的医生或护士'],
      [{ consentName: '' }, '请填写知情同意的家属'],
      [{ consentRelation: '' }, '请填写家属与服务对象的关系'],
      [{ consentFiles: [] }, '请上传签字的知情同意书'],
      [{ consentFiles: many(10, () => order.consentFiles[0]) }, '最多9张图片'],
      [{ hours: 25 }, '约束时限应为1至24的整数'],
    ]);
    refusesChanges(restraints.look, { id: 1, blood: 1, skin: 1, mood: 1 }, [
      [{ blood: 4 }, '血运应为1至3的整数'],
      [{ skin: 0 }, '皮肤应为1至3的整数'],
      [{ mood: 4 }, '情绪应为1至3的整数'],
    ]);
  });

  it('what became of a task without a number or a reason, and a note without a kind', () => {
    refusesChanges(careTasks.done, { id: 1 }, [
      [{ value: '很多' }, '请填写数字'],
      [{ value: -1 }, '不能小于0'],
      [{ value: 100_000 }, '不能大于99999'],
    ]);
    refusesChanges(careTasks.notDone, { id: 1, reason: 1 }, [[{ reason: 9 }, '未完成原因应为1至4的整数']]);
    refusesChanges(careNotes.create, { oldmanId: 1, kind: 'water' }, [
      [{ kind: 'x' }, '请选择类别'],
      [{ oldmanId: null }, '请选择服务对象'],
    ]);
  });
});
