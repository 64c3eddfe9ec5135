/** One attempt at a job, and what is kept of a job that had its last. */
import { sql } from 'kysely';
import type { JobKind } from '#contract/system/dead-jobs.rules.ts';
import type { Dependencies } from '../context.ts';
import { instantOf, isoOf } from '#contract/time.ts';
import { instant } from '../db/instants.ts';
import { kinds, type JobPayloads } from './kinds.ts';

export interface Job<K extends JobKind> {
  tenantId: number;
  payload: JobPayloads[K];
  /** From 1. */
  attempt: number;
  /** No other attempt follows. */
  last: boolean;
}

/**
 * Does a job: it claims what it needs in one transaction, calls outside of any, and writes
 * down how it went in another. A handler that throws is tried again.
 */
export type JobHandler<K extends JobKind> = (deps: Dependencies, job: Job<K>) => Promise<void>;
export type JobHandlers = { readonly [K in JobKind]?: JobHandler<K> };

/** Why an attempt failed, in words for staff: no secret, no text of a message. `final`: another attempt would not help. */
export class JobFailure extends Error {
  readonly final: boolean;
  constructor(message: string, final: boolean) {
    super(message);
    this.final = final;
  }
}

/** A job as the queue gives it: ours are made by `app.enqueue`. */
export interface Fetched {
  id: string;
  name: string;
  data: { tenantId: number };
  retryCount: number;
  retryLimit: number;
  /** As our connections give times. */
  createdOn: string;
}

export interface Dead {
  jobId: string;
  tenantId: number;
  kind: string;
  payload: object;
  attempts: number;
  error: string;
  enqueuedAt: string;
}

/** Keeps a dead job for staff; one that is told of twice is kept once. */
export async function keepDead(deps: Dependencies, { jobId, tenantId, kind, payload, attempts, error, enqueuedAt }: Dead): Promise<void> {
  if (kinds[kind as JobKind]?.forgotten) return;
  deps.log.error({ kind, tenantId, attempts, reason: error }, 'a job used up its attempts');
  const enqueued = isoOf(instantOf(enqueuedAt));
  await deps.inTenant(tenantId, (tx) =>
    tx.run(sql`insert into dead_jobs (tenant_id, job_id, kind, payload, attempts, error, enqueued_at, died_at)
      values (${tenantId}, ${jobId}, ${kind}, ${JSON.stringify(payload)}, ${attempts}, ${error.slice(0, 500)},
        ${enqueued}, ${instant(deps.now())})
      on conflict do nothing`),
  );
}

export type Outcome = 'done' | 'dead';

/** Makes an attempt. Throws what the queue shall try again. */
export async function attempt<K extends JobKind>(deps: Dependencies, kind: K, handler: JobHandler<K>, fetched: Fetched): Promise<Outcome> {
  const { tenantId, ...payload } = fetched.data;
  const number = fetched.retryCount + 1;
  const last = fetched.retryCount >= fetched.retryLimit;
  try {
    await handler(deps, { tenantId, payload: payload as unknown as JobPayloads[K], attempt: number, last });
    return 'done';
  } catch (error) {
    const known = error instanceof JobFailure;
    deps.log.warn({ kind, tenantId, attempt: number, ...(known ? { reason: error.message } : { err: error }) }, 'a job failed');
    if (!last && !(known && error.final)) throw error;
    const reason = known ? error.message : '程序内部错误，详情见运行日志';
    await keepDead(deps, { jobId: fetched.id, tenantId, kind, payload, attempts: number, error: reason, enqueuedAt: fetched.createdOn });
    return 'dead';
  }
}
