/** The machine of work orders: what a change brings with it for jobs, the alarm, packages, targets and staff, its log and its event. */
import { sql, type Updateable } from 'kysely';
import {
  closedOrder,
  decideOrder,
  jobsOf,
  type JobCommand,
  type OrderChange,
  type OrderCommand,
} from '#contract/work-orders/order-commands.rules.ts';
import { actionLabels, orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { BY_ACCOUNT } from '#contract/accounts/accounts.rules.ts';
import { charge } from '../accounts/ledger.ts';
import type { Context, Work } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { db } from '../db/tenant.ts';
import { refuse, type Machine } from '../db/transitions.ts';
import { releaseUse } from '../elderly/package-uses.ts';
import { notFound } from '../errors.ts';
import { visibleTo } from '../lists/work-order-reach.ts';
import { appendStep, visitFinished, visitMoved } from '../warnings/warning-steps.ts';
import { keptPlace } from './places.ts';
import { askForRating } from './rating-links.ts';
import { announce, tellFormer, tellReturned } from './staff-notices.ts';
import { respondAnew, retarget } from './targets.ts';
import { readSummary } from './work-order-rows.ts';

const CHANGED = '工单已被他人修改，请刷新后重试';

const recent = sql<boolean>`updated_at > now() - interval '10 seconds'`.as('recent');

const jobsWithVersion = ({ tx }: Work, orderId: number) =>
  tx.rows(
    db
      .selectFrom('work_order_jobs as j')
      .innerJoin('work_orders as o', (join) => join.onRef('o.tenant_id', '=', 'j.tenant_id').onRef('o.id', '=', 'j.work_order_id'))
      .selectAll('j')
      .select('o.version as order_version')
      .where('j.tenant_id', '=', tx.tenantId)
      .where('j.work_order_id', '=', orderId)
      .orderBy('j.id'),
  );

/** An order that the session reaches, with its jobs. Throws 404, and 409 when it changed between the two statements. */
async function read(context: Context, id: number) {
  const { tx, session } = context;
  const order = await tx.row(visibleTo(session).where('work_orders.id', '=', id).selectAll('work_orders').select(recent));
  if (!order) throw notFound('工单');
  const jobs = await jobsWithVersion(context, id);
  // Each statement sees what is committed by then.
  if (jobs.some((job) => job.order_version !== order.version))
    throw await refuse(workOrder, context, order, { refusal: CHANGED, status: 409 });
  return { ...order, jobs };
}

export type Order = Awaited<ReturnType<typeof read>>;
export type OrderJob = Order['jobs'][number];
type Change = OrderChange<OrderJob>;

/** What the clock of an order does when it stops and goes on: its target of completion moves by the pause. */
const clockOf = (status: number) =>
  status === orderStatus.paused
    ? { paused_at: sql`coalesce(paused_at, now())` }
    : {
        paused_at: null,
        complete_by: sql`complete_by + coalesce(now() - paused_at, interval '0')`,
        paused_seconds: sql`paused_seconds + coalesce(extract(epoch from now() - paused_at), 0)::integer`,
        ...(status === orderStatus.assigned || status === orderStatus.inProgress
          ? { responded_at: sql`coalesce(responded_at, now())` }
          : {}),
      };

/** Up to which call of its alarm this order answers: a later call needs another look. */
const sentFor = ({ warning_id: warningId, status: before }: Order, { status, sends }: Change) =>
  warningId === null || status !== orderStatus.assigned || (before === status && !sends)
    ? {}
    : {
        warning_anew_count: sql`(select w.anew_count from warnings w where w.tenant_id = work_orders.tenant_id
          and w.id = work_orders.warning_id)`,
      };

/** No one is on the way: the clock of the answer starts again, and with it the reminder of dispatchers. */
const answerAnew = async (work: Work, { emergency }: Order, { returned }: Change) =>
  returned?.waits ? { responded_at: null, respond_by: await respondAnew(work, work.deps.now(), emergency, returned.jobs) } : {};

/** Sets columns of some of an order's jobs, those with the same columns at once. */
async function setJobs({ tx }: Work, { id: orderId }: Order, jobs: Change['jobs']): Promise<void> {
  for (const [set, same] of Map.groupBy(jobs, (one) => one.set)) {
    const ids = same.map(({ job }) => job.id);
    await tx.run(
      db
        .updateTable('work_order_jobs')
        .set({ ...(set as Updateable<Tables['work_order_jobs']>), version: sql`version + 1`, updated_at: sql`now()` } as never)
        .where('tenant_id', '=', tx.tenantId)
        .where('work_order_id', '=', orderId)
        .where('id', 'in', ids),
    );
  }
}

/** Writes what was done to the order's log and, when an alarm caused it, to the alarm's timeline; tells the open pages. */
export async function record(
  work: Work,
  order: { id: number; number: string; warning_id: number | null },
  action: string,
  entries: readonly { note: string; jobId?: number }[],
): Promise<void> {
  const { tx, actor } = work;
  const its = { tenant_id: tx.tenantId, work_order_id: order.id, action, user_id: actor.userId, user_name: actor.name };
  await tx.run(db.insertInto('work_order_logs').values(entries.map(({ note, jobId = null }) => ({ ...its, note, job_id: jobId }))));
  if (order.warning_id !== null) {
    const said = entries.map(({ note }) => note).filter(Boolean);
    await appendStep(tx, {
      warningId: order.warning_id,
      kind: 'order',
      note: [`${order.number} ${actionLabels[action]}`, ...said].join('：'),
      by: actor,
    });
  }
  await work.emit('work-order.changed', { workOrderId: order.id });
}

/** What was done is paid out of the person's account, if that is how it is to be paid; what is not there is owed. */
async function payByAccount(work: Work, { id: workOrderId, number }: Order): Promise<void> {
  // Read anew: the change may have left out jobs, and with them their price.
  const due = await work.tx.row<{ personId: number | null; fen: number }>(sql`
    select person_id as "personId", total_fen as fen from work_orders
    where tenant_id = ${work.tx.tenantId} and id = ${workOrderId} and pay_type = ${BY_ACCOUNT}`);
  if (!due || due.personId === null) return;
  await charge(work, { personId: due.personId, fen: due.fen, use: 'service', text: `工单 ${number}`, workOrderId, overdraft: true });
}

/** After the last job: the person served is asked to rate, and the alarm that asked for the visit is closed. */
async function close(context: Work, order: Order): Promise<void> {
  await askForRating(context, order);
  if (order.warning_id === null) return;
  await visitFinished(context, order.warning_id, { id: order.id, number: order.number, anewCount: order.warning_anew_count });
  await context.emit('warning.changed', { warningId: order.warning_id });
}

const steps: Omit<Machine<Work, Order, OrderCommand, Change>, 'read' | 'fresh'> = {
  table: 'work_orders',
  changed: () => CHANGED,
  taken: () => '工单已被他人处理，请刷新后重试',
  closed: closedOrder,
  decide: decideOrder,
  columns: async (context, order, change) => ({
    ...clockOf(change.status),
    ...sentFor(order, change),
    ...keptPlace(order.status, change.status),
    ...(await answerAnew(context, order, change)),
    ...change.set,
    status: change.status,
    operator_id: context.actor.userId,
  }),
  async follow(context, order, { status, sends, jobs, released, finished }) {
    if (order.warning_id !== null && (sends || status !== order.status)) await visitMoved(context, order.warning_id, order.status, status);
    await setJobs(context, order, jobs);
    for (const job of released) await releaseUse(context, job.id);
    if (finished) await payByAccount(context, order);
  },
  async record(context, order, { log, notes, given, told, returned, finished, ...change }) {
    if (change.retarget) await retarget(context, order.id);
    await announce(context, order, given);
    for (const { how, jobs } of told) await tellFormer(context, order, jobs, how);
    await record(context, order, log, notes);
    if (returned && !returned.quiet) await tellReturned(context, order, returned.jobs, returned.reason);
    if (finished) await close(context, order);
  },
};

export const workOrder: Machine<Context, Order, OrderCommand, Change> = {
  ...steps,
  read,
  fresh: (context, { id }) => readSummary(context, id),
};

/** For what follows from something else than a session, such as a leave: any order, locked. */
export const anyOrder: Machine<Work, Order, OrderCommand, Change> = {
  ...steps,
  async read(work, id) {
    const { tx } = work;
    const order = await tx.row(
      db.selectFrom('work_orders').selectAll().select(recent).where('tenant_id', '=', tx.tenantId).where('id', '=', id).forNoKeyUpdate(),
    );
    if (!order) throw notFound('工单');
    return { ...order, jobs: await jobsWithVersion(work, id) };
  },
  fresh: async () => null,
};

/**
 * The jobs that a command on an order is about, for a caller that reads more of them first. Throws as the command itself would be refused.
 */
export async function jobsFor(context: Context, order: Order, command: JobCommand): Promise<OrderJob[]> {
  const jobs = jobsOf(order, command);
  if ('refusal' in jobs) throw await refuse(workOrder, context, order, jobs);
  return jobs;
}
