/**
 * Long work as a row: it runs in the process that was asked, says every second how far
 * it is, and is lost when it has said nothing for a while.
 * Whatever it does to the tenant's data and "done" are committed together (docs/decisions/014-long-work.md).
 */
import { randomUUID } from 'node:crypto';
import { sql, type ExpressionBuilder } from 'kysely';
import type { z } from 'zod';
import type { ImportMode, RowError } from '#contract/transfers/transfers.ts';
import type { Context, Dependencies } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { db, type Tx } from '../db/tenant.ts';
import { asRefusal, Refusal, UNKNOWN } from '../errors.ts';
import type { Part } from './files.ts';
import { sealedJson } from '../db/sealed-phones.ts';

export const kinds = { import: 1, export: 2 } as const;
export const statuses = { running: 0, done: 1, failed: 2, cancelled: 3 } as const;

/** A process says something at least every second; a long statement may take 15. */
export const LOST_SECONDS = 30;
const AT_ONCE = 2;
const KEPT_ERRORS = 500;

export interface Task {
  key: string;
  tenantId: number;
  userId: number;
}

interface Facts {
  kind: keyof typeof kinds;
  noun: string;
  total: number;
  mode?: ImportMode;
  hash?: Buffer;
}

/** Thrown inside a task that its person has stopped, or that another process has given up. */
export class Stopped extends Error {}

const is =
  ({ tenantId, key }: Task) =>
  (eb: ExpressionBuilder<Tables, 'transfers'>) =>
    eb.and({ tenant_id: tenantId, key });

/** Tasks of the tenant whose process has ended: they are failed, and say so. */
export const giveUpLost = (tx: Tx): Promise<number> =>
  tx.run(sql`update transfers set status = ${statuses.failed}, finished_at = now(), message = case kind
      when ${kinds.import} then '服务中断，任务没有完成，没有导入任何数据，请重新上传' else '服务中断，任务没有完成，请重新导出' end
    where tenant_id = ${tx.tenantId} and status = ${statuses.running} and beat_at < now() - make_interval(secs => ${LOST_SECONDS})`);

/**
 * Begins a task in the request's transaction; `work` starts once that has committed,
 * and the request does not wait for it. Throws 429 when the tenant has two of the kind running.
 */
export async function begin(context: Context, facts: Facts, work: (task: Task) => Promise<void>): Promise<string> {
  const { tx, session, deps } = context;
  const task: Task = { key: randomUUID(), tenantId: session.tenantId, userId: session.userId };
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('transfers', ${session.tenantId}))`);
  await giveUpLost(tx);
  // What a sheet said is kept no longer than its file.
  await tx.run(
    sql`update transfers set errors = '[]' where tenant_id = ${session.tenantId} and created_at < now() - interval '5 hours'
      and errors <> '[]'`,
  );
  // Rows outlive their files by days: the same file is recognised, and its person can be told.
  await tx.run(sql`delete from transfers where tenant_id = ${session.tenantId} and created_at < now() - interval '3 days'`);
  const running = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from transfers
      where tenant_id = ${session.tenantId} and kind = ${kinds[facts.kind]} and status = ${statuses.running}`,
  );
  if ((running?.n ?? 0) >= AT_ONCE)
    throw new Refusal(429, facts.kind === 'import' ? '正在处理的导入较多，请稍后再试' : '正在处理的导出较多，请稍后再试', null, {
      'retry-after': '5',
    });
  await tx.run(
    db.insertInto('transfers').values({
      tenant_id: task.tenantId,
      key: task.key,
      user_id: task.userId,
      kind: kinds[facts.kind],
      noun: facts.noun,
      mode: facts.mode ?? null,
      content_hash: facts.hash ?? null,
      total: facts.total,
    }),
  );
  context.afterCommit(() => void run(deps, task, work));
  return task.key;
}

async function run(deps: Dependencies, task: Task, work: (task: Task) => Promise<void>): Promise<void> {
  try {
    await work(task);
  } catch (error) {
    if (error instanceof Stopped) return;
    const refusal = asRefusal(error);
    if (!refusal) deps.log.error({ err: error, task: task.key }, 'a task failed');
    await finish(deps, task, { status: 'failed', message: refusal?.message ?? UNKNOWN }).catch((failed) =>
      deps.log.error({ err: failed, task: task.key }, 'a failed task could not be marked'),
    );
  }
}

/** Says how far a task is, at most once a second; throws Stopped when it is not wanted any more. */
export function beats(deps: Dependencies, task: Task): (done: number) => Promise<void> {
  let last = 0;
  return async (done) => {
    if (performance.now() - last < 1000) return;
    last = performance.now();
    const update = db
      .updateTable('transfers')
      .set({ done, beat_at: sql`now()` })
      .where(is(task))
      .where('status', '=', statuses.running);
    if ((await deps.inTenant(task.tenantId, (tx) => tx.run(update))) === 0) throw new Stopped();
  };
}

export interface Outcome {
  status: 'done' | 'failed';
  message?: string | null;
  good?: number;
  bad?: number;
  done?: number;
  errors?: readonly z.output<typeof RowError>[];
  files?: readonly Part[];
}

/** Ends a task within `tx`, so that what it did and its end are one. Throws Stopped when it has ended already. */
export async function finishIn(
  tx: Tx,
  task: Task,
  { status, message = null, good = 0, bad = 0, done, errors = [], files = [] }: Outcome,
): Promise<void> {
  const values = {
    status: statuses[status],
    message,
    good,
    bad,
    ...(done === undefined ? {} : { done }),
    errors: sql<string>`${sealedJson(errors.slice(0, KEPT_ERRORS))}::jsonb`,
    files: [...files],
    finished_at: sql<string>`now()`,
  };
  const update = db.updateTable('transfers').set(values).where(is(task)).where('status', '=', statuses.running);
  if ((await tx.run(update)) === 0) throw new Stopped();
}

/** Ends a task on its own. */
export const finish = (deps: Dependencies, task: Task, outcome: Outcome): Promise<void> =>
  deps.inTenant(task.tenantId, (tx) => finishIn(tx, task, outcome));
