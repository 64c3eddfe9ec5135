/**
 * Runs the jobs of the queue in this process, beside any number of others: each job is
 * one process's, until that one is silent for some seconds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import type { JobKind } from '#contract/system/dead-jobs.rules.ts';
import type { Dependencies } from '../context.ts';
import { JOB_SCHEMA } from '../db/job-tables.ts';
import { attempt, keepDead, type Fetched, type JobHandler, type JobHandlers } from './attempts.ts';
import { HEARTBEAT_SECONDS, kinds } from './kinds.ts';
import { pollEvery } from './poller.ts';

/** Where jobs that used up their attempts without telling us are put by the queue: their process was killed, or they took too long. */
const DEAD = 'dead';
/** What waits and what runs is counted so often; kinds with something to do are woken, in case a notice was missed or a pause is over. */
const LOOK_MS = 5000;
/** Before the next try to start while the database is away. */
const START_PAUSE_MS = 2000;
/** The library's own polling is hardly needed: notices and the look above wake the workers. */
const POLL_SECONDS = 300;

/** A pg-boss on our own connections of the role `yian_jobs`; migrations are not its work. */
function bossOf({ jobs }: Pick<Dependencies, 'jobs'>, supervise: boolean): PgBoss {
  return new PgBoss({
    db: { executeSql: (text, values) => jobs.query(text, values) },
    schema: JOB_SCHEMA,
    migrate: false,
    schedule: false,
    supervise,
    registerInstance: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
    maintenanceIntervalSeconds: 3600,
    queueCacheIntervalSeconds: 3600,
    flowIntervalSeconds: 3600,
    openTelemetry: { enabled: false },
  });
}

const handled = (handlers: JobHandlers) => Object.keys(handlers) as JobKind[];
const handlerOf = (handlers: JobHandlers, kind: JobKind) => handlers[kind] as JobHandler<JobKind>;

/** A job with the queue's own columns, in the types of our connections. */
type Row = Fetched & Pick<JobWithMetadata, 'sourceId' | 'sourceName' | 'sourceRetryCount'> & { sourceCreatedOn: string | null };
const rowOf = (jobs: readonly unknown[]) => jobs[0] as Row;

/** What the queue put aside itself. */
async function keepAbandoned(
  deps: Dependencies,
  { data, sourceId, sourceName, sourceRetryCount, sourceCreatedOn, id, createdOn }: Row,
): Promise<void> {
  const { tenantId, ...payload } = data;
  const [attempts, error] = [(sourceRetryCount ?? 0) + 1, '执行中断或超时'];
  await keepDead(deps, {
    jobId: sourceId ?? id,
    tenantId,
    kind: sourceName ?? DEAD,
    payload,
    attempts,
    error,
    enqueuedAt: sourceCreatedOn ?? createdOn,
  });
}

interface Waiting {
  name: string;
  queued: number;
  running: number;
  ready: boolean;
}

/** Unfinished jobs by kind. */
const look = async ({ jobs }: Dependencies): Promise<Waiting[]> =>
  (
    await jobs.query<Waiting>({
      name: 'jobs_unfinished',
      text: `select name, count(*) filter (where state < 'active') as queued, count(*) filter (where state = 'active') as running,
          coalesce(bool_or(state < 'active' and start_after <= now()), false) as ready
        from ${JOB_SCHEMA}.job where state in ('created', 'retry', 'active') group by name`,
    })
  ).rows;

export interface JobRunner {
  /** By kind: what waits and runs in all processes, and of this process what was done, what failed (and is tried again) and what died. */
  counters(): Record<string, number>;
  /** A job of this kind was added; without a kind, any may have been. */
  wake(kind?: string): void;
  /** Begins no more; what runs has a few seconds to end. */
  stop(): Promise<void>;
}

/** Starts running jobs; while the database is away it tries again. `lookMs`: how often pauses that are over are looked for. */
export function startJobs(deps: Dependencies, handlers: JobHandlers, { lookMs = LOOK_MS } = {}): JobRunner {
  const boss = bossOf(deps, true);
  boss.on('error', (error) => deps.log.warn({ err: error }, 'the job queue has trouble'));
  const counts: Record<string, number> = {};
  const count = (kind: string, what: string, by = 1) => {
    const name = `${kind.replaceAll('-', '_')}_${what}`;
    counts[name] = (counts[name] ?? 0) + by;
  };

  /** Wakes a worker of the kind that has nothing to do, and lets the others look again when they are ready. */
  function wake(kind: string): void {
    const workers = boss.getWipData().filter(({ name }) => name === kind);
    for (const { id, count: held } of workers) if (held > 0) boss.notifyWorker(id);
    const idle = workers.filter(({ count: held }) => held === 0);
    // Any of them, not always the first: several notices at once shall wake several.
    const chosen = idle[Math.floor(Math.random() * idle.length)];
    if (chosen) boss.notifyWorker(chosen.id);
  }

  async function run(kind: JobKind, job: Fetched): Promise<void> {
    // Where one job was there may be another.
    wake(kind);
    try {
      count(kind, await attempt(deps, kind, handlerOf(handlers, kind), job));
    } catch {
      count(kind, 'failed');
      // The queue keeps what it is given: nothing that could be personal.
      throw new Error(`attempt ${job.retryCount + 1} failed`);
    }
  }

  const stopping = new AbortController();
  /** Each step may be done again: the database may go away between any two. */
  async function prepare(): Promise<void> {
    await boss.start();
    await boss.createQueue(DEAD, { policy: 'standard' });
    for (const kind of handled(handlers)) await boss.createQueue(kind, { policy: 'exclusive' });
  }

  async function work(): Promise<void> {
    for (let ready = false; !ready;) {
      try {
        await prepare();
        ready = true;
      } catch (error) {
        deps.log.warn({ err: error }, 'the job queue did not start yet');
        await sleep(START_PAUSE_MS, undefined, { signal: stopping.signal, ref: false });
      }
      stopping.signal.throwIfAborted();
    }
    for (const kind of handled(handlers)) {
      const { atOnce, perTenant } = kinds[kind];
      const options = {
        includeMetadata: true,
        localConcurrency: atOnce,
        localGroupConcurrency: perTenant,
        pollingIntervalSeconds: POLL_SECONDS,
      } as const;
      await boss.work<Fetched['data']>(kind, options, async (jobs) => run(kind, rowOf(jobs)));
    }
    await boss.work<Fetched['data']>(DEAD, { includeMetadata: true, pollingIntervalSeconds: POLL_SECONDS }, async (jobs) => {
      const dead = rowOf(jobs);
      await keepAbandoned(deps, dead);
      count(dead.sourceName ?? DEAD, 'dead');
    });
  }

  let waiting: Waiting[] = [];
  async function round(): Promise<void> {
    try {
      waiting = await look(deps);
      for (const { name, ready } of waiting) if (ready) wake(name);
    } catch (error) {
      deps.log.warn({ err: error }, 'looking at the job queue failed');
    }
  }

  const started = work().catch((error) => void (stopping.signal.aborted || deps.log.error({ err: error }, 'the job queue did not start')));
  const rounds = pollEvery(round, () => lookMs);
  return {
    counters() {
      const now = Object.fromEntries(
        waiting.flatMap(({ name, queued, running }) => {
          const kind = name.replaceAll('-', '_');
          return [
            [`${kind}_queued`, Number(queued)],
            [`${kind}_running`, Number(running)],
          ];
        }),
      );
      const none = Object.fromEntries(
        handled(handlers).flatMap((kind) => ['queued', 'running'].map((what) => [`${kind.replaceAll('-', '_')}_${what}`, 0])),
      );
      return { ...none, ...now, ...counts };
    },
    wake(kind) {
      for (const one of kind === undefined ? [...handled(handlers), DEAD] : [kind]) wake(one);
    },
    async stop() {
      stopping.abort();
      await rounds.stop();
      await boss.stop({ timeout: 5000 });
      await started;
    },
  };
}

const MOST_AT_ONCE = 20;
const bosses = new WeakMap<object, PgBoss>();

/**
 * Does every job of these kinds that waits, and what these give rise to, and comes back when none is left: for tests.
 * What failed waits for its pause; `early` takes one batch of each kind without waiting. Gives how many ended well, failed and died.
 */
export async function runJobs(
  deps: Dependencies,
  handlers: JobHandlers,
  { early = false } = {},
): Promise<{ done: number; failed: number; dead: number }> {
  const boss = bosses.get(deps.jobs) ?? bossOf(deps, false);
  bosses.set(deps.jobs, boss);
  const result = { done: 0, failed: 0, dead: 0 };
  async function one(kind: JobKind, job: Fetched): Promise<void> {
    try {
      result[await attempt(deps, kind, handlerOf(handlers, kind), job)]++;
      await boss.complete(kind, job.id);
    } catch {
      result.failed++;
      await boss.fail(kind, job.id);
    }
  }
  async function batch(kind: JobKind): Promise<number> {
    const options = { batchSize: MOST_AT_ONCE, includeMetadata: true, ignoreStartAfter: early } as const;
    const jobs = await boss.fetch<Fetched['data']>(kind, options).catch((error: Error & { code?: string }) => {
      if (error.code === 'PGBOSS_QUEUE_NOT_FOUND') return [];
      throw error;
    });
    await Promise.all(jobs.map((job) => one(kind, job as unknown as Fetched)));
    return jobs.length;
  }
  for (let found = 1; found > 0;) {
    found = 0;
    for (const kind of handled(handlers)) found += await batch(kind);
    if (early) break;
  }
  return result;
}
