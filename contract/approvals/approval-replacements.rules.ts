/** Who decides in place of signers who have left, or who let the limit of a step pass. In the words of the rows' columns. Pure. */
import type { StepMode } from './approval-flows.rules.ts';
import { isRunning, taskOrigins, taskStates, type NewTask, type Person, type TaskState } from './approval-steps.rules.ts';

export interface Replacement {
  set: { id: number; state: number }[];
  add: NewTask[];
  mode: StepMode;
}

const { waiting, open, transferred, needless } = taskStates;
const isAdvice = ({ origin }: TaskState) => origin === taskOrigins.delegate;

const signs = (tasks: readonly TaskState[], { id }: Person) => tasks.some((one) => one.user_id === id && !isAdvice(one));

/** Alone with the tasks, all are asked; beside others, who all still sign, one, or none when one of them signs already. Null: no one can. */
function askedOf(others: readonly TaskState[], people: readonly Person[]): readonly Person[] | null {
  if (others.length === 0) return people.length > 0 ? people : null;
  if (people.some((one) => signs(others, one))) return [];
  const free = people.find(({ id }) => !others.some((one) => one.user_id === id));
  return free ? [free] : null;
}

/** Gives the running tasks `ids` of a step to `people`; when several of them are asked, one decides. Null when there is no one to give them to. */
export function handTo(mode: StepMode, all: readonly TaskState[], ids: ReadonlySet<number>, people: readonly Person[]): Replacement | null {
  const given = all.filter((one) => isRunning(one) && ids.has(one.id));
  const others = all.filter((one) => isRunning(one) && !ids.has(one.id));
  const asked = askedOf(others, people);
  if (given.length === 0 || asked === null) return null;
  const kept = given.filter((task) => !isAdvice(task) && asked.some(({ id }) => id === task.user_id));
  const added = asked.filter((person) => !signs(kept, person));
  if (added.length === 0 && kept.length === given.length) return null;
  const left = asked.length > 0 ? transferred : needless;
  const set = given.map((task) => ({ id: task.id, state: kept.includes(task) ? open : left }));
  // In turn the next one is asked, when no one else is now.
  if (asked.length === 0 && others.every(({ state }) => state === waiting))
    set.push({ id: others.toSorted((a, b) => a.place - b.place)[0]!.id, state: open });
  const place = Math.min(...given.map((task) => task.place));
  const add = added.map(({ id, name }) => ({
    user_id: id,
    user_name: name,
    place,
    state: open,
    origin: taskOrigins.escalation,
    parent_id: given[0]!.id,
  }));
  return { set, add, mode: others.length === 0 && asked.length > 1 ? 'one' : mode };
}

/**
 * What becomes of a step when users of `gone` cannot sign in any more: the others decide where one is enough, else `people` are asked.
 * Who had asked for the advice of one of them decides without it. Null when there is no one.
 */
export function afterLeaving(
  mode: StepMode,
  all: readonly TaskState[],
  gone: ReadonlySet<number>,
  people: readonly Person[],
): Replacement | null {
  const hasLeft = ({ state, user_id }: TaskState) => state === open && gone.has(user_id);
  const unanswered = all.filter((one) => hasLeft(one) && isAdvice(one));
  const set = unanswered.flatMap(({ id, parent_id }) => [
    { id, state: needless },
    { id: parent_id!, state: open },
  ]);
  const now = all.map((task) => ({ ...task, ...set.find(({ id }) => id === task.id) }));
  const left = now.filter(hasLeft);
  if (left.length === 0) return { set, add: [], mode };
  if (mode === 'one' && now.some((one) => isRunning(one) && !isAdvice(one) && !gone.has(one.user_id)))
    return { set: [...set, ...left.map(({ id }) => ({ id, state: needless }))], add: [], mode };
  const handed = handTo(mode, now, new Set(left.map(({ id }) => id)), people);
  return handed && { ...handed, set: [...new Map([...set, ...handed.set].map((one) => [one.id, one])).values()] };
}
