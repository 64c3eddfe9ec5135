import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf, isoOf } from '../time.ts';
import {
  closedOuting,
  decideOuting,
  outingStates,
  type OutingAction,
  type OutingCommand,
  type OutingState,
} from './outing-commands.rules.ts';

const { planned, out, returned, cancelled } = outingStates;
const now = instantOf('2026-03-05 10:00:00');
const row = (state: number): OutingState => ({
  state,
  leave_at: '2026-03-05 09:30:00',
  due_at: '2026-03-05 16:00:00',
  left_at: state === out || state === returned ? '2026-03-05 09:40:00' : null,
});
const times = { leave_at: '2026-03-05 09:30:00', due_at: '2026-03-05 18:00:00' };
const commands: Record<OutingAction, OutingCommand> = {
  change: { action: 'change', set: times },
  leave: { action: 'leave', by: '李敏', at: null },
  return: { action: 'return', by: '李敏', at: null },
  cancel: { action: 'cancel', reason: '改期' },
};
const refusal = (state: OutingState, command: OutingCommand) => {
  const decision = decideOuting(state, command, now);
  return 'refusal' in decision ? [decision.status, decision.refusal] : null;
};

describe('an outing', () => {
  const OPEN: Record<number, OutingAction[]> = {
    [planned]: ['change', 'leave', 'cancel'],
    [out]: ['change', 'return'],
    [returned]: [],
    [cancelled]: [],
  };
  for (const [state, open] of Object.entries(OPEN))
    for (const action of Object.keys(commands) as OutingAction[])
      it(`in state ${state} is ${open.includes(action) ? 'open' : 'closed'} to ${action}`, () => {
        assert.equal(closedOuting({ state: Number(state) }, action) === null, open.includes(action));
        assert.equal(refusal(row(Number(state)), commands[action]) === null, open.includes(action));
      });

  it('is never deleted', () => assert.equal(closedOuting(row(planned), 'delete'), '该外出已登记，不能删除'));

  it('is told of again when it takes longer', () => {
    assert.deepEqual(decideOuting(row(out), commands.change, now), { change: { action: 'change', set: { ...times, alerted_at: null } } });
    const same = { ...times, due_at: '2026-03-05 16:00:00' };
    assert.deepEqual(decideOuting(row(out), { action: 'change', set: same }, now), { change: { action: 'change', set: same } });
  });

  it('has its times in order', () => {
    const change = (due_at: string): OutingCommand => ({ action: 'change', set: { ...times, due_at } });
    assert.deepEqual(refusal(row(planned), change(times.leave_at)), [422, '预计返回时间应晚于离开时间']);
    assert.deepEqual(refusal(row(out), change('2026-03-05 09:59:00')), [422, '预计返回时间应晚于现在']);
    assert.deepEqual(refusal(row(planned), { action: 'leave', by: '李敏', at: '2026-03-05 10:01:00' }), [422, '离开时间不能晚于现在']);
    assert.deepEqual(refusal(row(out), { action: 'return', by: '李敏', at: '2026-03-05 10:01:00' }), [422, '返回时间不能晚于现在']);
    assert.deepEqual(refusal(row(out), { action: 'return', by: '李敏', at: '2026-03-05 09:00:00' }), [422, '返回时间不能早于离开时间']);
    assert.deepEqual(refusal({ ...row(planned), due_at: '2026-03-05 09:50:00' }, commands.leave), [422, '预计返回时间已过，请先修改']);
  });

  it('keeps who let them go and who saw them back', () => {
    assert.deepEqual(decideOuting(row(planned), commands.leave, now), {
      change: { action: 'leave', set: { state: out, left_at: isoOf(now), left_by: '李敏' } },
    });
    assert.deepEqual(decideOuting(row(out), commands.return, now), {
      change: { action: 'return', set: { state: returned, returned_at: isoOf(now), returned_by: '李敏' } },
    });
    assert.deepEqual(decideOuting(row(planned), commands.cancel, now), {
      change: { action: 'cancel', set: { state: cancelled, reason: '改期' } },
    });
  });
});
