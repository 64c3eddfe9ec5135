/** What a rule of the institution's own would have told of what was measured before; staff try it by this. Pure. */
import type { Limits } from '../health/thresholds.rules.ts';
import { actionOf, nextDue, stepRule, unknownRule, type ConditionRule, type Sample } from './conditions.rules.ts';

/** Runs samples (oldest first) through a rule as if they had come; gives when it would have warned. Repeats are not counted. */
export function replay(rule: ConditionRule, samples: Iterable<Sample>, limits: ReadonlyMap<number, Limits>, until: number): number[] {
  const fired: number[] = [];
  let state = unknownRule(rule);
  let raisedAt: number | null = null;
  let due: number | null = null;
  const look = (at: number) => {
    const action = actionOf(rule, state, raisedAt, at);
    if (action === 'raise') fired.push(at);
    raisedAt = action === 'clear' ? null : action === null ? raisedAt : at;
    due = raisedAt === null ? nextDue(rule, state, at) : null;
  };
  for (const sample of samples) {
    while (due !== null && due <= sample.at && raisedAt === null) look(due);
    const step = stepRule(rule, state, sample, limits);
    state = step.state;
    if (step.moved || raisedAt !== null) look(sample.at);
  }
  while (due !== null && due <= until && raisedAt === null) look(due);
  return fired;
}
