/** What the steps of a care round are about, and what they make of its tasks. Pure. */
import { phaseOf, taskPhases, taskStates } from '#contract/care/care-tasks.rules.ts';
import type { CareTask as CareTaskSchema } from '#contract/care/care-tasks.ts';
import type { z } from 'zod';
import type { Step } from './steps.ts';

export type CareTask = z.output<typeof CareTaskSchema>;
type About = Pick<Step, 'kind' | 'body'>;

/** The task that a step deals with; null of a step that deals with none. */
export const taskOfStep = ({ kind, body }: About): number | null =>
  (kind === 'care' || kind === 'careNot') && typeof body.id === 'number' ? body.id : null;

/** The tasks once a step has happened; another step changes nothing. */
export function withCare<R extends { tasks: CareTask[] }>(care: R, step: About): R {
  const id = taskOfStep(step);
  if (id === null) return care;
  const { kind, body } = step;
  const tasks = care.tasks.map((task) =>
    task.id === id
      ? {
          ...task,
          state: kind === 'care' ? taskPhases.done : taskPhases.notDone,
          doneTime: typeof body.doneTime === 'string' ? body.doneTime : task.doneTime,
          reason: typeof body.reason === 'number' ? body.reason : null,
        }
      : task,
  );
  return { ...care, tasks };
}

/** The tasks as they stand at `now` (epoch ms): by the clock, then with all that waits and was not refused. */
export function careNow<R extends { tasks: CareTask[] }>(care: R, steps: readonly Step[], now: number): R {
  const settled = new Set<number>([taskPhases.done, taskPhases.notDone]);
  const tasks = care.tasks.map((task) =>
    settled.has(task.state)
      ? task
      : {
          ...task,
          state: phaseOf({ state: taskStates.open, opens_at: task.openTime, due_at: task.dueTime, closes_at: task.closeTime }, now),
        },
  );
  return steps.filter(({ problem }) => problem === null).reduce<R>(withCare, { ...care, tasks });
}

const RANK: Record<number, number> = { 2: 0, 1: 1, 5: 2, 0: 3, 3: 4, 4: 4 };

/** What is overdue or due first; the order of the house within each. */
export const inCareOrder = (tasks: readonly CareTask[]): CareTask[] =>
  tasks
    .map((task, at) => ({ task, at }))
    .sort((a, b) => (RANK[a.task.state] ?? 5) - (RANK[b.task.state] ?? 5) || a.at - b.at)
    .map(({ task }) => task);

/** Whether the server has a step already that it refuses, because the answer to an earlier sending was lost. */
export const careHappened = (step: About, tasks: readonly CareTask[], userId: number): boolean =>
  tasks.some(({ id, doneId, doneTime }) => id === taskOfStep(step) && doneId === userId && doneTime === step.body.doneTime);
