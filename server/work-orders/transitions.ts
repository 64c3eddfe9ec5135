/** The one way in which a work order changes: guard, compare-and-set, jobs, log, event. Then what concerns the order as a whole. */
import { sql, type Updateable } from 'kysely';
import {
  actionLabels,
  canDo,
  jobContinues,
  jobStatus,
  jobStops,
  orderStatus,
  orderStatusLabels,
  statusOfJobs,
  totalOf,
  type Action,
} from '#contract/work-orders/work-orders.rules.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { db } from '../db/tenant.ts';
import { conflict, notFound } from '../errors.ts';
import { appendStep, visitFinished } from '../warnings/warning-steps.ts';
import { readSummary, visibleTo } from './work-order-rows.ts';

export type Found = Awaited<ReturnType<typeof openOrder>>;
export type Order = Found['order'];
export type OrderJob = Found['jobs'][number];

/** 409 with the order as it is now. */
export const stale = async (context: Context, id: number, message: string) => conflict(message, await readSummary(context, id));

/** The order and its jobs, if the session reaches it, it is as the caller read it, and `action` is open to it. */
export async function openOrder(context: Context, id: number, action: Action, version: number | undefined) {
  const { tx, session } = context;
  const order = await tx.row(
    visibleTo(session)
      .where('work_orders.id', '=', id)
      .selectAll('work_orders')
      .select(sql<boolean>`updated_at > now() - interval '10 seconds'`.as('recent')),
  );
  if (!order) throw notFound('工单');
  if (version !== undefined && version !== order.version) throw await stale(context, id, '工单已被他人修改，请刷新后重试');
  if (!canDo(action, order.status)) throw await stale(context, id, `工单${orderStatusLabels[order.status]}，不能${actionLabels[action]}`);
  const jobs = await tx.rows(db.selectFrom('work_order_jobs').selectAll().where('tenant_id', '=', tx.tenantId).where('work_order_id', '=', id).orderBy('id'));
  return { order, jobs };
}

/** Sets the order's columns if it is still as `openOrder` found it: of any number of callers one wins, the others get 409. */
export async function claim(context: Context, order: Order, set: Updateable<Tables['work_orders']>): Promise<void> {
  const { tx, session } = context;
  const won = await tx.run(
    db
      .updateTable('work_orders')
      .set({ ...set, operator_id: session.userId, version: sql`version + 1`, updated_at: sql`now()` } as never)
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', order.id)
      .where('status', '=', order.status)
      .where('version', '=', order.version),
  );
  if (won === 0) throw await stale(context, order.id, '工单已被他人处理，请刷新后重试');
}

/** Sets columns of some of an order's jobs; only after `claim`. */
export async function setJobs({ tx }: Context, orderId: number, ids: readonly number[], set: Updateable<Tables['work_order_jobs']>): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    db
      .updateTable('work_order_jobs')
      .set({ ...set, version: sql`version + 1`, updated_at: sql`now()` } as never)
      .where('tenant_id', '=', tx.tenantId)
      .where('work_order_id', '=', orderId)
      .where('id', 'in', ids),
  );
}

/** Writes what was done to the order's log and, when an alarm caused it, to the alarm's timeline; tells the open pages. */
export async function record(
  context: Context,
  order: { id: number; number: string; warning_id: number | null },
  action: string,
  entries: { note: string; jobId?: number }[],
) {
  const { tx, session } = context;
  const its = { tenant_id: tx.tenantId, work_order_id: order.id, action, user_id: session.userId, user_name: session.name };
  await tx.run(db.insertInto('work_order_logs').values(entries.map(({ note, jobId = null }) => ({ ...its, note, job_id: jobId }))));
  if (order.warning_id !== null) {
    const said = entries.map(({ note }) => note).filter(Boolean);
    await appendStep(tx, { warningId: order.warning_id, kind: 'order', note: [`${order.number} ${actionLabels[action]}`, ...said].join('：'), by: session });
  }
  await context.emit('work-order.changed', { workOrderId: order.id });
}

interface Whole {
  id: number;
  version?: number | undefined;
  reason: string | null;
}

/** Pauses an order in progress with all its jobs that are not over. */
export async function stop({ id, version, reason }: Whole, context: Context): Promise<boolean> {
  const { order, jobs } = await openOrder(context, id, 'stop', version);
  await claim(context, order, { status: orderStatus.paused });
  await setJobs(
    context,
    id,
    jobs.filter((job) => jobStops(job.status)).map((job) => job.id),
    { status: jobStatus.paused },
  );
  await record(context, order, 'stop', [{ note: reason ?? '' }]);
  return true;
}

/** Continues a paused order where it was: checked-in jobs are in progress again. */
export async function resume({ id, version, reason }: Whole, context: Context): Promise<boolean> {
  const { order, jobs } = await openOrder(context, id, 'continue', version);
  const next = jobs.map((job) => (job.status === jobStatus.paused ? jobContinues({ userId: job.user_id, checkedIn: job.check_in_at !== null }) : job.status));
  await claim(context, order, { status: statusOfJobs(next) });
  for (const status of new Set(next)) {
    const ids = jobs.filter((job, index) => job.status === jobStatus.paused && next[index] === status).map((job) => job.id);
    await setJobs(context, id, ids, { status });
  }
  await record(context, order, 'continue', [{ note: reason ?? '' }]);
  return true;
}

/** Cancels an order with all its jobs that are not finished; only finished ones still cost something. */
export async function cancel({ id, version, reason }: Whole, context: Context): Promise<boolean> {
  const { order, jobs } = await openOrder(context, id, 'cancel', version);
  const done = jobs.filter((job) => job.status === jobStatus.finished);
  const total = totalOf(done.map((job) => ({ priceFen: job.price_fen, packageId: job.package_id })));
  await claim(context, order, { status: orderStatus.cancelled, finished_at: sql`now()`, total_fen: total } as never);
  await setJobs(
    context,
    id,
    jobs.filter((job) => job.status !== jobStatus.finished).map((job) => job.id),
    { status: jobStatus.cancelled },
  );
  await record(context, order, 'cancel', [{ note: reason ?? '' }]);
  if (order.warning_id !== null) await context.emit('warning.changed', { warningId: order.warning_id });
  return true;
}

/** After the last job: the alarm that asked for the visit is closed. */
export async function finished(context: Context, order: Order): Promise<void> {
  if (order.warning_id === null) return;
  await visitFinished(context, order.warning_id, order.number);
  await context.emit('warning.changed', { warningId: order.warning_id });
}
