import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf, isoOf, nextDay } from '../time.ts';
import {
  closedPlan,
  decidePlan,
  planStateLabels,
  planStates,
  reviewProblem,
  startOf,
  startProblem,
  type PlanAction,
  type PlanCommand,
} from './care-plan-commands.rules.ts';

const now = instantOf('2026-11-26 10:00:00');
const row = (state: number, ends_at: string | null = null) => ({
  state,
  serial: 1,
  starts_at: state === planStates.draft ? null : '2026-11-20 00:00:00',
  ends_at,
});
const commands: Record<PlanAction, PlanCommand> = {
  edit: { action: 'edit', set: { remarks: 'x' } },
  start: { action: 'start', at: now },
  replace: { action: 'replace', at: now, by: '李护士', serial: 2 },
  go_on: { action: 'go_on' },
  stop: { action: 'stop', by: '李护士', reason: '转院' },
  pass: { action: 'pass' },
  review: { action: 'review', nextDay: '2026-12-24' },
  consent: { action: 'consent', name: '王强', day: '2026-11-26' },
};
const OPEN: Record<number, PlanAction[]> = {
  [planStates.draft]: ['edit', 'start'],
  [planStates.running]: ['replace', 'go_on', 'stop', 'pass', 'review', 'consent'],
  [planStates.stopped]: [],
};

describe('a care plan', () => {
  for (const [state, open] of Object.entries(OPEN))
    for (const [action, command] of Object.entries(commands) as [PlanAction, PlanCommand][])
      it(`in state ${planStateLabels[Number(state)]} is ${open.includes(action) ? 'open' : 'closed'} to ${action}`, () => {
        assert.equal(closedPlan({ state: Number(state) }, action) === null, open.includes(action));
        const decision = decidePlan(row(Number(state)), command, now);
        assert.equal('change' in decision, open.includes(action));
        if ('refusal' in decision) assert.equal(decision.status, 409);
      });

  it('is removed as a draft only', () => {
    assert.equal(closedPlan({ state: 1 }, 'delete'), null);
    assert.equal(closedPlan({ state: 2 }, 'delete'), '照护计划执行中，不能删除');
  });

  it('ends where the next version begins: at once, or on a day to come', () => {
    const change = (at: number) => decidePlan(row(2), { action: 'replace', at, by: '李护士', serial: 2 }, now);
    const set = { ended_by: '李护士', end_reason: '由第2版替代' };
    assert.deepEqual(change(now), { change: { action: 'replace', set: { ...set, ends_at: isoOf(now), state: 3 } } });
    const later = instantOf('2026-11-28');
    assert.deepEqual(change(later), { change: { action: 'replace', set: { ...set, ends_at: isoOf(later) } } });
    assert.deepEqual(decidePlan(row(2, '2026-11-28 00:00:00'), { action: 'pass' }, now), { change: null });
    assert.deepEqual(decidePlan(row(2, '2026-11-28 00:00:00'), { action: 'pass' }, later), {
      change: { action: 'pass', set: { state: 3 } },
    });
  });

  it('that has not begun ends as it begins', () => {
    const decision = decidePlan({ ...row(2), starts_at: '2026-11-28 00:00:00' }, commands.stop, now);
    assert.deepEqual(decision, {
      change: { action: 'stop', set: { state: 3, ends_at: isoOf(instantOf('2026-11-28')), ended_by: '李护士', end_reason: '转院' } },
    });
  });

  it('begins today at once or on a day to come, and is reviewed later than today', () => {
    assert.equal(startProblem('2026-11-25', now), '开始日期不能早于今天');
    assert.equal(startProblem('2026-11-26', now), null);
    assert.equal(startProblem(nextDay('2026-11-26', 90), now), null);
    assert.equal(startProblem(nextDay('2026-11-26', 91), now), '开始日期最晚为90天后');
    assert.equal(startOf('2026-11-26', now), now);
    assert.equal(startOf('2026-11-27', now), instantOf('2026-11-27'));
    assert.equal(reviewProblem('2026-11-26', now), '下次复核日期应晚于今天');
    assert.equal(reviewProblem('2026-11-27', now), null);
    assert.equal(reviewProblem(nextDay('2026-11-26', 367), now), '下次复核日期最晚为366天后');
  });
});
