/** Sends what waits, one after the other, in one tab at a time. Knows nothing of browsers: the ports are the world. */
import { nextStep, verdictOf, type Problem, type Step } from './steps.ts';

export interface Ports {
  /** Runs it unless another tab is at it; null then. */
  alone: <T>(run: () => Promise<T>) => Promise<T | null>;
  steps: () => Promise<readonly Step[]>;
  /** Epoch ms. */
  now: () => number;
  /** Tells the server; throws what `refusalOf` reads. */
  send: (step: Step) => Promise<void>;
  refusalOf: (error: unknown) => { status: number; text: string; fresh: Problem['fresh'] };
  /** Whether the server knows a refused step already. */
  happened: (step: Step) => Promise<boolean>;
  done: (step: Step) => Promise<void>;
  /** Writes down what became of it. */
  change: (step: Step, part: Partial<Step>) => Promise<void>;
}

/**
 * `empty`: nothing more can be sent now. `again`: try later, after so many failures of the first.
 * `signIn`: not before the carer has signed in. `busy`: another tab does it.
 */
export type Drained =
  | { end: 'empty'; sent: number }
  | { end: 'again'; sent: number; tries: number }
  | { end: 'signIn'; sent: number }
  | { end: 'busy' };

/** Sends until the queue is empty, held up by refusals, or the server cannot be reached. */
export async function drain(ports: Ports): Promise<Drained> {
  const drained = await ports.alone(async (): Promise<Drained> => {
    let sent = 0;
    for (;;) {
      // Read anew each time: the person goes on working.
      const step = nextStep(await ports.steps(), ports.now());
      if (!step) return { end: 'empty', sent };
      try {
        await ports.send(step);
      } catch (error) {
        const problem = ports.refusalOf(error);
        const verdict = verdictOf(problem.status);
        if (verdict === 'signIn') return { end: 'signIn', sent };
        if (verdict === 'again') {
          const tries = step.tries + 1;
          await ports.change(step, { tries });
          return { end: 'again', sent, tries };
        }
        // An order that is none of hers any more is not there for her.
        const told = problem.status === 409 || (problem.status === 404 && step.kind === 'return');
        if (!told || !(await ports.happened(step))) {
          await ports.change(step, { problem });
          continue;
        }
      }
      await ports.done(step);
      sent++;
    }
  });
  return drained ?? { end: 'busy' };
}
