/**
 * The short way into the database for what cannot wait: a transaction of its tenant,
 * without a batch. Work of one tenant that arrives while its transaction runs shares the next one, so that a thousand buttons pressed at
 * once do not queue for one row lock each.
 */
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { Stopped, type Patience } from './retry.ts';

const TOGETHER = 50;
const MOST_WAITING = 20_000;

interface Waiting<W, R> {
  work: W;
  resolve(result: R): void;
  reject(error: unknown): void;
}

export interface Lane<W, R> {
  readonly waiting: number;
  /** Resolves after COMMIT with what `record` gave. */
  submit(work: W): Promise<R>;
}

/** Makes the lane of one process for one kind of work; `record` runs inside the transaction and gives a result for each piece of it. */
export function createLane<W extends { readonly tenantId: number; readonly deviceId: number }, R>(
  deps: Dependencies,
  patient: Patience,
  record: (tx: Tx, deps: Dependencies, work: readonly W[]) => Promise<R[]>,
): Lane<W, R> {
  const lanes = new Map<number, Waiting<W, R>[]>();
  let waiting = 0;

  const commit = (tenantId: number, group: readonly Waiting<W, R>[]) =>
    patient.insist(() =>
      deps.inTenant(tenantId, (tx) =>
        record(
          tx,
          deps,
          group.map(({ work }) => work),
        ),
      ),
    );

  async function store(tenantId: number, group: readonly Waiting<W, R>[]): Promise<void> {
    try {
      const results = await commit(tenantId, group);
      group.forEach(({ resolve }, index) => resolve(results[index] as R));
    } catch (error) {
      // One piece of work that the database refuses must not take the others with it.
      if (group.length > 1 && !(error instanceof Stopped)) for (const one of group) await store(tenantId, [one]);
      else for (const { reject } of group) reject(error);
    }
  }

  async function run(tenantId: number, lane: Waiting<W, R>[]): Promise<void> {
    while (lane.length) {
      // By device, as the batches go, so that the two never wait for each other; frames of one device stay in order.
      const group = lane.splice(0, TOGETHER).sort((a, b) => a.work.deviceId - b.work.deviceId);
      await store(tenantId, group);
      waiting -= group.length;
    }
    lanes.delete(tenantId);
  }

  return {
    get waiting() {
      return waiting;
    },
    submit(work) {
      if (waiting >= MOST_WAITING) return Promise.reject(new Error('Too many alarms wait for the database'));
      waiting++;
      return new Promise((resolve, reject) => {
        const one = { work, resolve, reject };
        const lane = lanes.get(work.tenantId);
        if (lane) lane.push(one);
        else {
          const fresh = [one];
          lanes.set(work.tenantId, fresh);
          void run(work.tenantId, fresh);
        }
      });
    },
  };
}
