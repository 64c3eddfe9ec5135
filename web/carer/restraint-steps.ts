/** What the steps of restraints are about, and what they make of those on the phone. Pure. */
import { dueOf, restraintStates } from '#contract/care/restraint-commands.rules.ts';
import type { restraints } from '#contract/care/restraints.ts';
import type { Output } from '#contract/http.ts';
import { HOUR, instantOf, textOf } from '#contract/time.ts';
import type { Step } from './steps.ts';

export type Restraints = Output<typeof restraints.open>;
export type Restraint = Restraints['rows'][number];
export type RestraintStep = 'restraintBegin' | 'restraintLook' | 'restraintEnd';
type About = Pick<Step, 'kind' | 'body'>;

const isOf = (kind: string): kind is RestraintStep => kind === 'restraintBegin' || kind === 'restraintLook' || kind === 'restraintEnd';

/** The restraint that a step deals with; null of a step that deals with none. */
export const restraintOfStep = ({ kind, body }: About): number | null => (isOf(kind) && typeof body.id === 'number' ? body.id : null);

/** A restraint once a step has happened; null when it is over. */
function after(row: Restraint, { kind, body }: About): Restraint | null {
  const time = String(body.time);
  if (kind === 'restraintEnd') return null;
  if (kind === 'restraintBegin') {
    const limitTime = textOf(instantOf(time) + row.hours * HOUR);
    return { ...row, state: restraintStates.begun, beginTime: time, lookTime: time, loosenTime: time, limitTime };
  }
  return { ...row, lookTime: time, ...(body.loosened === true ? { loosenTime: time } : {}) };
}

/** The restraints once a step has happened; another step changes nothing. */
export function withRestraint<R extends { rows: Restraint[] }>(restraints: R, step: About): R {
  const id = restraintOfStep(step);
  if (id === null) return restraints;
  return { ...restraints, rows: restraints.rows.flatMap((row) => (row.id === id ? (after(row, step) ?? []) : row)) };
}

/** The restraints with all that waits and was not refused, what is due first at the top. */
export function restraintsNow(kept: Restraints, steps: readonly Step[], now: number): Restraint[] {
  const { rows } = steps.filter(({ problem }) => problem === null).reduce<Restraints>(withRestraint, kept);
  const at = (row: Restraint) => dueOf(row, now)?.at ?? Infinity;
  return [...rows].sort((a, b) => at(a) - at(b) || a.id - b.id);
}

/** How many are to be seen to at `now`. */
export const dueRestraints = (rows: readonly Restraint[], now: number): number =>
  rows.filter((row) => (dueOf(row, now)?.at ?? Infinity) <= now).length;
