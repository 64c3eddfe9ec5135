import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  awaitsCarer,
  decide,
  isEmergency,
  isOnTheWay,
  isUndispatched,
  isVisitOver,
  patienceDefaults,
  setbackOf,
  waitOf,
} from './handling.rules.ts';
import { ruleNames } from './warnings.rules.ts';

const decision = { rule: 'sos', processMode: 1, isDisposed: 1, remark: null as string | null, orderStatus: null as number | null };
const outcome = (part: Partial<typeof decision>) => {
  const made = decide({ ...decision, ...part });
  return 'refusal' in made ? made.refusal : `${made.status}${made.kept ? ' kept' : ''}`;
};

describe('a decision', () => {
  it('closes an SOS or a fall only with a word about what was found', () => {
    for (const rule of ['sos', 'fall']) {
      for (const remark of [null, '', '  ']) {
        assert.equal(outcome({ rule, remark }), 'SOS求助和跌倒须填写处理结果后才能关闭');
        assert.equal(outcome({ rule, remark, isDisposed: 3 }), 'SOS求助和跌倒设为误触发须填写原因');
        assert.equal(outcome({ rule, remark, isDisposed: 4, processMode: 2 }), 'SOS求助和跌倒设为测试须填写原因');
        assert.equal(outcome({ rule, remark, isDisposed: 2 }), '2');
      }
      for (const isDisposed of [1, 2, 3, 4]) assert.equal(outcome({ rule, isDisposed, remark: '老人无恙' }), String(isDisposed));
    }
  });

  it('keeps an SOS or a fall in progress until the visit to it is over', () => {
    const visit = { processMode: 2, isDisposed: 1, remark: '已派人上门' };
    for (const orderStatus of [null, 1, 2, 3, 5]) assert.equal(outcome({ ...visit, orderStatus }), '2 kept');
    for (const orderStatus of [4, 7]) {
      assert.equal(outcome({ ...visit, orderStatus }), '1');
      assert.match(outcome({ ...visit, orderStatus, remark: null }), /处理结果/);
    }
  });

  it('leaves every other rule as the specification has it', () => {
    for (const rule of ruleNames.filter((name) => name !== 'sos' && name !== 'fall'))
      for (const processMode of [1, 2])
        for (const isDisposed of [1, 2, 3, 4]) assert.equal(outcome({ rule, processMode, isDisposed }), String(isDisposed));
  });
});

describe('an alarm that was confirmed', () => {
  it('waits for its next step, and says which one is missing', () => {
    const said = (status: number, processMode: number | null, orderStatus: number | null) => {
      const { patience, why } = waitOf({ status, processMode, orderStatus });
      return `${patience} ${why}`;
    };
    assert.equal(said(0, null, null), 'UNDECIDED_SECONDS 已确认收到，尚未处理');
    assert.equal(said(2, 1, null), 'UNFINISHED_SECONDS 一直处理中，尚无结果');
    assert.equal(said(2, 2, 1), 'UNDISPATCHED_SECONDS 已起草工单，尚未派单');
    assert.equal(said(0, null, 1), 'UNDISPATCHED_SECONDS 已起草工单，尚未派单');
    assert.equal(said(2, 2, 2), 'UNSTARTED_SECONDS 已派单，护理员尚未签到');
    assert.equal(said(2, 2, 3), 'UNFINISHED_SECONDS 护理员已签到，尚未签退');
    assert.equal(said(2, 2, 5), 'UNDISPATCHED_SECONDS 上门工单已暂停');
    assert.equal(said(2, 2, 4), 'UNDECIDED_SECONDS 上门服务已完成，预警尚未关闭');
    assert.equal(said(2, 2, null), 'UNDISPATCHED_SECONDS 上门工单已取消，尚未重新安排');
    assert.ok(Object.values(patienceDefaults).every((seconds) => seconds >= 30));
  });

  it('asks again at once when its order goes back', () => {
    assert.equal(setbackOf(2, 1), '上门人员已退回，尚未重新派单');
    assert.equal(setbackOf(1, 6), '上门工单已取消，请重新安排');
    assert.equal(setbackOf(3, 5), '上门工单已暂停');
    for (const [before, after] of [
      [1, 1],
      [1, 2],
      [2, 2],
      [2, 3],
      [3, 4],
      [5, 2],
    ] as const)
      assert.equal(setbackOf(before, after), null);
  });

  it('is undispatched while nobody is sent', () => {
    assert.ok(isUndispatched({ workOrderState: 1 }));
    assert.ok(!isUndispatched({ workOrderState: 2 }));
    assert.ok(!isUndispatched({ workOrderState: null }));
  });
});

it('an emergency is an SOS or a fall, and nothing else', () =>
  assert.deepEqual(
    ruleNames.filter((rule) => isEmergency(rule)),
    ['sos', 'fall'],
  ));

it('a visit is over when its order is finished or rated, not while there is none or it was cancelled', () =>
  assert.deepEqual(
    [null, 1, 2, 3, 4, 5, 6, 7].filter((status) => isVisitOver(status)),
    [4, 7],
  ));

describe('sending somebody at once', () => {
  const alarm = { rule: 'sos', isDisposed: 0, oldmanId: 7 as number | null, workOrderState: null as number | null };

  it('is for an open SOS or fall of a person to whom nobody is on the way', () => {
    for (const workOrderState of [null, 1, 4, 5, 7]) assert.ok(awaitsCarer({ ...alarm, workOrderState }), String(workOrderState));
    for (const workOrderState of [2, 3]) {
      assert.ok(isOnTheWay({ workOrderState }));
      assert.ok(!awaitsCarer({ ...alarm, workOrderState }));
    }
    assert.ok(awaitsCarer({ ...alarm, rule: 'fall', isDisposed: 2 }));
    for (const other of [{ rule: 'low_battery' }, { isDisposed: 1 }, { isDisposed: 3 }, { oldmanId: null }])
      assert.ok(!awaitsCarer({ ...alarm, ...other }), JSON.stringify(other));
  });
});
