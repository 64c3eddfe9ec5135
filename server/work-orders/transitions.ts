/** The one way in which a work order changes: guard, compare-and-set, jobs, log, event. Then what concerns the order as a whole. */
import { sql, type Updateable } from 'kysely';
import {
  actionLabels,
  canDo,
  canDoJob,
  canDoOneJob,
  jobActionLabels,
  jobContinues,
  jobStatus,
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
import { releaseUse } from '../elderly/package-uses.ts';
import { appendStep, visitFinished, visitMoved } from '../warnings/warning-steps.ts';
import { askForRating } from './rating-links.ts';
import { tellFormer } from './staff-notices.ts';
import { retarget } from './targets.ts';
import { readSummary } from './work-order-rows.ts';
import { visibleTo } from '../lists/work-order-reach.ts';
import { keptPlace } from './places.ts';

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
  const jobs = await tx.rows(
    db
      .selectFrom('work_order_jobs as j')
      .innerJoin('work_orders as o', (join) => join.onRef('o.tenant_id', '=', 'j.tenant_id').onRef('o.id', '=', 'j.work_order_id'))
      .selectAll('j')
      .select('o.version as order_version')
      .where('j.tenant_id', '=', tx.tenantId)
      .where('j.work_order_id', '=', id)
      .orderBy('j.id'),
  );
  // Each statement sees what is committed by then: somebody may have changed the order between the two.
  if (jobs.some((job) => job.order_version !== order.version)) throw await stale(context, id, '工单已被他人修改，请刷新后重试');
  return { order, jobs };
}

/** What the clock of an order does when it stops and goes on: its target of completion moves by the pause. */
const clockOf = (status: number | undefined) =>
  status === undefined
    ? {}
    : status === orderStatus.paused
      ? { paused_at: sql`coalesce(paused_at, now())` }
      : {
          paused_at: null,
          complete_by: sql`complete_by + coalesce(now() - paused_at, interval '0')`,
          paused_seconds: sql`paused_seconds + coalesce(extract(epoch from now() - paused_at), 0)::integer`,
          ...(status === orderStatus.assigned || status === orderStatus.inProgress ? { responded_at: sql`coalesce(responded_at, now())` } : {}),
        };

/** Up to which call of its alarm this order answers: a later call needs another look. */
const sentFor = ({ warning_id: warningId, status: before }: Order, status: number | undefined, sends: boolean) =>
  warningId === null || status !== orderStatus.assigned || (before === status && !sends)
    ? {}
    : {
        warning_anew_count: sql`(select w.anew_count from warnings w where w.tenant_id = work_orders.tenant_id and w.id = work_orders.warning_id)`,
      };

/**
 * Sets the order's columns if it is still as `openOrder` found it: of any number of callers one wins, the others get 409. `sends`: somebody is sent or
 * has come, or to another time; that answers an alarm, also where the order's status stays what it was.
 */
export async function claim(context: Context, order: Order, set: Updateable<Tables['work_orders']>, { sends = false } = {}): Promise<void> {
  const { tx, session } = context;
  const won = await tx.run(
    db
      .updateTable('work_orders')
      .set({
        ...clockOf(set.status as number | undefined),
        ...sentFor(order, set.status as number | undefined, sends),
        ...keptPlace(order.status, set.status as number | undefined),
        ...set,
        operator_id: session.userId,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      } as never)
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', order.id)
      .where('status', '=', order.status)
      .where('version', '=', order.version),
  );
  if (won === 0) throw await stale(context, order.id, '工单已被他人处理，请刷新后重试');
  if (order.warning_id !== null && set.status !== undefined && (sends || set.status !== order.status))
    await visitMoved(context, order.warning_id, order.status, set.status as number);
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
  /** That job alone; undefined: the whole order. */
  jobId?: number | undefined;
  version?: number | undefined;
  reason: string | null;
  /** The caller tells the staff itself. */
  quiet?: boolean;
}

/** The order with the jobs that stopping, continuing or cancelling touches: the one of `jobId`, otherwise all that it is open to. */
async function touched(context: Context, { id, jobId, version }: Whole, action: 'stop' | 'continue' | 'cancel') {
  const found = await openOrder(context, id, jobId === undefined ? action : 'detail', version);
  const { order, jobs } = found;
  if (jobId === undefined) return { ...found, concerned: jobs.filter((job) => canDoJob(action, job.status)) };
  const job = jobs.find((one) => one.id === jobId);
  if (!job) throw notFound('服务');
  if (!canDoOneJob(action, order.status) || !canDoJob(action, job.status))
    throw await stale(context, id, `服务${orderStatusLabels[job.status]}，不能${jobActionLabels[action]}`);
  return { ...found, concerned: [job] };
}

const notes = ({ jobId, reason }: Whole, concerned: readonly OrderJob[]) =>
  jobId === undefined ? [{ note: reason ?? '' }] : concerned.map((job) => ({ jobId, note: [job.project_name, reason].filter(Boolean).join('，') }));

/** Pauses jobs that are not over; with all of them the order. */
export async function stop(input: Whole, context: Context): Promise<boolean> {
  const { order, jobs, concerned } = await touched(context, input, 'stop');
  await claim(context, order, { status: statusOfJobs(jobs.map((job) => (concerned.includes(job) ? jobStatus.paused : job.status))) });
  await setJobs(
    context,
    order.id,
    concerned.map((job) => job.id),
    { status: jobStatus.paused },
  );
  await record(context, order, 'stop', notes(input, concerned));
  await tellFormer(context, order, concerned, 'paused');
  return true;
}

/** Continues paused jobs where they were: checked-in ones are in progress again. */
export async function resume(input: Whole, context: Context): Promise<boolean> {
  const { order, jobs, concerned } = await touched(context, input, 'continue');
  const next = jobs.map((job) => (concerned.includes(job) ? jobContinues({ userId: job.user_id, checkedIn: job.check_in_at !== null }) : job.status));
  await claim(context, order, { status: statusOfJobs(next) });
  for (const status of new Set(next)) {
    const ids = jobs.filter((job, index) => concerned.includes(job) && next[index] === status).map((job) => job.id);
    await setJobs(context, order.id, ids, { status });
  }
  await record(context, order, 'continue', notes(input, concerned));
  await tellFormer(context, order, concerned, 'resumed');
  return true;
}

/** Cancels jobs that are not finished, and with the last of them the order; only what is not cancelled still costs something. Packages get their counts back. */
export async function cancel(input: Whole, context: Context): Promise<boolean> {
  const { order, jobs, concerned } = await touched(context, input, 'cancel');
  const after = jobs.map((job) => ({
    priceFen: job.price_fen,
    packageId: job.package_id,
    status: concerned.includes(job) ? jobStatus.cancelled : job.status,
  }));
  const status = input.jobId === undefined ? orderStatus.cancelled : statusOfJobs(after.map((job) => job.status));
  const over = status === orderStatus.cancelled || status === orderStatus.finished;
  await claim(context, order, { status, total_fen: totalOf(after), ...(over ? { finished_at: sql`now()` } : {}) } as never);
  await setJobs(
    context,
    order.id,
    concerned.map((job) => job.id),
    { status: jobStatus.cancelled },
  );
  for (const job of concerned) if (job.package_id) await releaseUse(context, job.id);
  if (!over) await retarget(context, order.id);
  await record(context, order, 'cancel', notes(input, concerned));
  if (!input.quiet) await tellFormer(context, order, concerned, 'cancelled');
  if (status === orderStatus.finished) await finished(context, order);
  return true;
}

/** After the last job: the person served is asked to rate, and the alarm that asked for the visit is closed. */
export async function finished(context: Context, order: Order): Promise<void> {
  await askForRating(context, order);
  if (order.warning_id === null) return;
  await visitFinished(context, order.warning_id, { id: order.id, number: order.number, anewCount: order.warning_anew_count });
  await context.emit('warning.changed', { warningId: order.warning_id });
}
