/**
 * Runs the process of a case with bpmn-engine: one call for each decision, from a stored state to the next one. Nothing waits in memory:
 * time limits are times in the rows (case-sweeps.ts), and what a step's signers decide is told as one signal.
 */
import { EventEmitter } from 'node:events';
import { Engine } from 'bpmn-engine';
import { RETURNED, returnedTo } from '#contract/approvals/approval-diagrams.rules.ts';
import { holds, type Condition, type Values } from '#contract/approvals/approval-conditions.rules.ts';

/** What became of a step: approved, or returned to an earlier one. */
export type StepOutcome = { step: string; returnTo: string | null };

export interface Advanced {
  /** Plain JSON; null: the process has ended. */
  state: object | null;
  /** User tasks that wait now. */
  waiting: string[];
  /** Elements that were gone through in this call. */
  taken: string[];
}

type Conditions = (body: string) => boolean;
const answers =
  (values: Values, returnTo: string | null): Conditions =>
  (body) =>
    body.startsWith('{')
      ? holds(JSON.parse(body) as Condition, values)
      : body === RETURNED
        ? returnTo !== null
        : body === returnedTo(returnTo ?? '');

interface Conditional {
  behaviour?: { conditionExpression?: { body?: string } };
}
/** bpmn-engine asks for a script of each condition; ours are comparisons, and no code is run. */
const scriptsOf = (passes: Conditions) => ({
  register() {},
  getScript(_language: string, { behaviour }: Conditional) {
    const body = behaviour?.conditionExpression?.body;
    if (body === undefined) return undefined;
    return { execute: (_scope: unknown, done: (error: Error | null, result: boolean) => void) => done(null, passes(body)) };
  },
});

async function run(passes: Conditions, from: { source: string } | { state: object; step: string }): Promise<Advanced> {
  const scripts = scriptsOf(passes) as never;
  const engine = new Engine({ name: 'approval', scripts, ...('source' in from ? { source: from.source } : {}) });
  const taken: string[] = [];
  const listener = new EventEmitter();
  listener.on('activity.end', ({ id }: { id: string }) => taken.push(id));
  listener.on('flow.take', ({ id }: { id: string }) => taken.push(id));
  let execution;
  if ('source' in from) execution = await engine.execute({ listener });
  else {
    engine.recover(from.state as never);
    execution = await engine.resume({ listener });
    taken.length = 0;
    execution.signal({ id: from.step });
  }
  const waiting = execution.getPostponed().flatMap(({ type, id }) => (type === 'bpmn:UserTask' ? [id] : []));
  // A stop of an engine that has nothing left to do never resolves.
  if (execution.state !== 'running') return { state: null, waiting, taken };
  const state = JSON.parse(JSON.stringify(await engine.getState())) as object;
  await engine.stop();
  return { state, waiting, taken };
}

/** Begins a process (BPMN 2.0, of `processOf`). */
export const begin = (process: string, values: Values): Promise<Advanced> => run(answers(values, null), { source: process });

/** Goes on from a stored state with what became of a step that waited. */
export const advance = (state: object, { step, returnTo }: StepOutcome, values: Values): Promise<Advanced> =>
  run(answers(values, returnTo), { state, step });
