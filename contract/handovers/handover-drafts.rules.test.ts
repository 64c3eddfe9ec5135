import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { draftOf, type ShiftFacts } from './handover-drafts.rules.ts';

const none = {
  alarms: [],
  incidents: [],
  vitals: [],
  orders: [],
  missing: [],
  care: [],
  patrols: [],
  restrained: [],
  away: [],
  arrived: [],
};
const nothing: ShiftFacts = { ...none, more: {} };
const wang = { name: '王秀英', place: '3号楼 3层 302 1床' };
const li = { name: '李建国', place: null };

describe('the proposed text', () => {
  it('says of a quiet shift that nothing happened, and leaves the remarks to the nurse', () => {
    assert.deepEqual(draftOf(nothing), {
      alarms: '本班无预警',
      vitals: '无异常体征',
      orders: '无未完成工单',
      measurements: '无缺测',
      care: '照护任务均已完成',
      patrols: '无漏巡',
      people: '无人请假、住院或新入',
      remarks: '',
    });
  });

  it('names everybody with the place', () => {
    const text = draftOf({
      alarms: [
        { ...wang, time: '2026-03-05 09:12:30', what: 'SOS求助', state: '已处理', remark: '已电话联系，老人无恙', before: false },
        { ...li, time: '2026-03-04 22:00:00', what: '低电量', state: '未处理', remark: null, before: true },
      ],
      incidents: [{ ...wang, time: '2026-03-05 10:00:00', what: '跌倒', state: '处理中' }],
      vitals: [{ ...wang, values: ['心率偏高', '体温过高'] }],
      orders: [
        { ...wang, number: 'GD1', what: '助浴', state: '已派单', carer: '邱伟', due: '2026-03-05 17:00:00' },
        { ...li, number: 'GD2', what: '送药', state: '待派单', carer: null, due: null },
      ],
      missing: [{ ...li, metrics: ['血压', '体温'], since: '2026-03-05 06:00:00' }],
      care: [
        { ...wang, what: '翻身', due: '2026-03-05 10:00:00', why: '漏执行' },
        { ...li, what: '助浴', due: '2026-03-05 09:30:00', why: '拒绝，怕冷' },
      ],
      restrained: [{ ...wang, what: '手腕约束带', state: '约束中，03-05 08:00起，最晚03-05 16:00解除' }],
      away: [{ ...li, state: '住院' }],
      patrols: [{ place: '3号楼 2层', windows: ['03-05 02:00至04:00', '03-05 06:00至08:00'] }],
      arrived: [wang],
      more: {},
    });
    assert.deepEqual(text, {
      alarms:
        '03-05 10:00 不良事件：跌倒 王秀英（3号楼 3层 302 1床）：处理中\n03-05 09:12 SOS求助 王秀英（3号楼 3层 302 1床）：已处理，已电话联系，老人无恙\n03-04 22:00 低电量 李建国：上一班遗留，未处理',
      vitals: '王秀英（3号楼 3层 302 1床）：心率偏高、体温过高',
      orders: '助浴 王秀英（3号楼 3层 302 1床）：已派单，邱伟，应在 03-05 17:00 前完成（GD1）\n送药 李建国：待派单（GD2）',
      measurements: '李建国：血压、体温，自 03-05 06:00 缺测',
      care: '03-05 10:00 翻身 王秀英（3号楼 3层 302 1床）：漏执行\n03-05 09:30 助浴 李建国：拒绝，怕冷',
      patrols: '3号楼 2层：漏巡 03-05 02:00至04:00、03-05 06:00至08:00',
      people:
        '王秀英（3号楼 3层 302 1床）：手腕约束带，约束中，03-05 08:00起，最晚03-05 16:00解除\n李建国：住院\n王秀英（3号楼 3层 302 1床）：本班新入',
      remarks: '',
    });
  });

  it('says how many are not named', () => {
    const text = draftOf({ ...nothing, vitals: [{ ...wang, values: ['心率偏高'] }], more: { vitals: 12, away: 3, arrived: 4 } });
    assert.equal(text.vitals, '王秀英（3号楼 3层 302 1床）：心率偏高\n另有 12 项，见系统列表');
    assert.equal(text.people, '另有 3 人不在院，见服务对象列表\n另有 4 人本班新入，见服务对象列表');
  });
});
