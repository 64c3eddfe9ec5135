import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf, isoOf } from '../time.ts';
import {
  closedLeave,
  decideLeave,
  HOLDING,
  leaveStateLabels,
  leaveStates,
  type LeaveAction,
  type LeaveCommand,
} from './leave-commands.rules.ts';

const now = instantOf('2026-11-24 09:00:00');
const row = (state: number) => ({ state, ends_at: '2026-11-26 00:00:00' });
const commands: Record<LeaveAction, LeaveCommand> = {
  approved: { action: 'approved' },
  rejected: { action: 'rejected' },
  withdrawn: { action: 'withdrawn' },
  returned: { action: 'returned' },
  edit: { action: 'edit', set: { days: 2 } },
  end: { action: 'end', name: '院长', reason: '提前返岗', taken: 0.5 },
};
const OPEN: Record<number, LeaveAction[]> = {
  [leaveStates.running]: ['approved', 'rejected', 'withdrawn', 'returned'],
  [leaveStates.approved]: ['end'],
  [leaveStates.rejected]: [],
  [leaveStates.withdrawn]: [],
  [leaveStates.returned]: ['withdrawn', 'edit'],
  [leaveStates.ended]: [],
};

describe('a leave', () => {
  for (const [state, open] of Object.entries(OPEN))
    for (const [action, command] of Object.entries(commands) as [LeaveAction, LeaveCommand][])
      it(`in state ${leaveStateLabels[Number(state)]} is ${open.includes(action) ? 'open' : 'closed'} to ${action}`, () => {
        assert.equal(closedLeave({ state: Number(state) }, action) === null, open.includes(action));
        const decision = decideLeave(row(Number(state)), command, now);
        assert.equal('change' in decision, open.includes(action));
        if ('refusal' in decision) assert.equal(decision.status, 409);
      });

  it('takes the state of its approval, and runs again when it was changed', () => {
    assert.deepEqual(decideLeave(row(1), commands.approved, now), { change: { action: 'approved', set: { state: 2 } } });
    assert.deepEqual(decideLeave(row(5), commands.edit, now), { change: { action: 'edit', set: { days: 2, state: 1 } } });
    assert.deepEqual(HOLDING, [1, 2, 5]);
  });

  it('is ended once, while it lasts, and keeps who did it', () => {
    assert.deepEqual(decideLeave(row(2), commands.end, now), {
      change: {
        action: 'end',
        set: { state: 6, ended_at: isoOf(now), ended_by: '院长', end_reason: '提前返岗', taken_days: 0.5 },
      },
    });
    assert.deepEqual(decideLeave(row(2), commands.end, instantOf('2026-11-26 00:00:00')), {
      refusal: '请假已结束，无需销假',
      status: 409,
    });
  });
});
