/** Work orders: lists, and every handler in one place. */
import { sql } from 'kysely';
import { orderStatus, statusesOfDialog } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders as routes } from '#contract/work-orders/work-orders.ts';
import type { z } from 'zod';
import type { Context, Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import { apply, openFor, refuse } from '../db/transitions.ts';
import { releaseUse } from '../elderly/package-uses.ts';
import { nameTyped } from '../lists/people-reach.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf, type Expected } from '../lists/paging.ts';
import type { SortOrder } from '../lists/list-cache.ts';
import { containing } from '../lists/like.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { exporting } from '../transfers/exports.ts';
import { timelineOf } from '../warnings/timelines.ts';
import { get } from './details.ts';
import { dispatch } from './dispatches.ts';
import { update } from './edits.ts';
import { checkRemovable, create } from './forms.ts';
import { workOrder } from './order-steps.ts';
import { score } from './scores.ts';
import { finish, start } from './visits.ts';
import { workOrderSheet } from './work-orders-sheet.ts';
import { lateOrders, OPEN, rangeOf, type Range } from './work-order-ranges.ts';
import { isReturned, jobOf, readSummary, summaryOf, withSummary } from './work-order-rows.ts';
import { visibleTo } from '../lists/work-order-reach.ts';

const sorts = {
  create_time: 'work_orders.created_at',
  down_time: 'work_orders.ordered_at',
  work_no: 'work_orders.number',
  order_price: 'work_orders.total_fen',
};

/** Only what is still open can be late now. A paused order's clock stands: it is late when it was before. */
const isLate = (tenantId: number, expected: Expected | undefined) =>
  expected === 'few'
    ? sql<boolean>`work_orders.id = any(array(select o.id from ${lateOrders(tenantId)} as o))`
    : sql<boolean>`(work_orders.status in (${sql.join(OPEN)}) and (complete_by < coalesce(paused_at, now())
        or (respond_by < coalesce(paused_at, now()) and responded_at is null)))`;

/**
 * As an array of ids the orders of a user are looked up; told as a condition, the planner
 * reads everybody's of a month to find hers. In a range they are compared.
 */
function servedBy(tenantId: number, userId: number, range: Range | undefined) {
  const hers = sql`select j.work_order_id from work_order_jobs j where j.tenant_id = ${tenantId} and j.user_id = ${userId}`;
  return range ? sql<boolean>`work_orders.id in (${hers})` : sql<boolean>`work_orders.id = any(array(${hers}))`;
}

/** Orders with a job planned in a span; of a day or a week they are looked up as those of somebody are. */
function plannedIn(tenantId: number, from: string | undefined, to: string | undefined, expected: Expected | undefined) {
  const span = sql`j.tenant_id
    = ${tenantId} ${from ? sql`and j.service_at >= ${from}` : sql``} ${to ? sql`and j.service_at <= ${to}` : sql``}`;
  return expected === 'few'
    ? sql<boolean>`work_orders.id = any(array(select distinct j.work_order_id from work_order_jobs j where ${span}))`
    : sql<boolean>`exists (select from work_order_jobs j where ${span} and j.work_order_id = work_orders.id)`;
}

type Search = Omit<z.output<typeof routes.page.input>, 'current' | 'size'>;

/** What neither index of ranges has a column for: searches by it are counted and sorted at once. */
const NOT_OF_RANGE = [
  'workNo',
  'oldmanName',
  'serverUserId',
  'planId',
  'goodsOrderId',
  'late',
  'returned',
  'serverTimeStart',
  'serverTimeEnd',
] as const;

/** What `work_orders_type` holds in the list's order. */
const isOfType = ({ serverTypeId, status, startTime, endTime, open, oldmanId, ...order }: Search) =>
  serverTypeId !== undefined &&
  status !== undefined &&
  (startTime !== undefined || endTime !== undefined) &&
  !open &&
  !oldmanId &&
  orderOfList({ ...order, startTime, endTime })[0]!.column === sorts.down_time;

/** Whether what is searched for is one range of an index in the list's order: thousands that are found are not sorted anew. */
const isOneRange = (input: Search) =>
  !NOT_OF_RANGE.some((name) => input[name]) && (isOfType(input) || (Boolean(input.open) && orderOfList(input) === dueFirst));

function matching(session: Session, input: Search, expected?: Expected) {
  const range = expected === 'few' ? rangeOf(session, input, orderOfList(input)) : undefined;
  let query = range?.query ?? visibleTo(session);
  const {
    workNo,
    oldmanName,
    oldmanId,
    status,
    emergencyType,
    serverUserId,
    serverTypeId,
    source,
    planId,
    goodsOrderId,
    late,
    open,
    returned,
    startTime,
    endTime,
    serverTimeStart,
    serverTimeEnd,
  } = input;
  // From its beginning on a number is found by index.
  if (workNo)
    query = query.where(
      /^GD/i.test(workNo)
        ? sql<boolean>`work_orders.number ^@ ${workNo.toUpperCase()}`
        : sql<boolean>`work_orders.number like ${containing(workNo)}`,
    );
  if (oldmanName) {
    query = query.where('work_orders.person_id', 'in', (eb) =>
      eb
        .selectFrom('people')
        .select('people.id')
        .where('people.tenant_id', '=', session.tenantId)
        .where((people) => nameTyped(session.tenantId)(people, oldmanName, expected)),
    );
  }
  if (oldmanId) query = query.where('work_orders.person_id', '=', oldmanId);
  if (status !== undefined) query = query.where('work_orders.status', 'in', statusesOfDialog(status));
  if (open) query = query.where('work_orders.status', 'in', OPEN);
  if (emergencyType !== undefined) query = query.where('work_orders.emergency', '=', emergencyType);
  if (serverUserId && range?.by !== 'serverUserId')
    query = query.where((eb) => (expected === 'few' ? servedBy(session.tenantId, serverUserId, range) : jobOf(eb, serverUserId)));
  if (serverTypeId) query = query.where('work_orders.service_type_id', '=', serverTypeId);
  if (source) query = query.where('work_orders.source', '=', source);
  if (planId) query = query.where('work_orders.plan_id', '=', planId);
  if (goodsOrderId) query = query.where('work_orders.goods_order_id', '=', goodsOrderId);
  if (late && range?.by !== 'late') query = query.where(isLate(session.tenantId, expected));
  if (returned)
    query = query.where(
      sql<boolean>`work_orders.id = any(array(select j.work_order_id from work_order_jobs j
        where j.tenant_id = ${session.tenantId} and ${isReturned}))`,
    );
  if (startTime) query = query.where('work_orders.ordered_at', '>=', startTime);
  if (endTime) query = query.where('work_orders.ordered_at', '<=', endTime);
  if (serverTimeStart || serverTimeEnd) query = query.where(plannedIn(session.tenantId, serverTimeStart, serverTimeEnd, expected));
  return expected === 'few' && isOneRange(input) ? inOrder(query, orderOfList(input)) : query;
}

async function remove({ id }: { id: number }, context: Context): Promise<boolean> {
  const { tx } = context;
  const order = await openFor(workOrder, context, { id }, 'delete');
  checkRemovable(order);
  for (const job of order.jobs) if (job.package_id) await releaseUse(context, job.id);
  const one = db.deleteFrom('work_orders').where('tenant_id', '=', tx.tenantId).where('id', '=', id);
  const gone = await tx.run(one.where('status', '=', orderStatus.unassigned).where('version', '=', order.version));
  if (gone === 0) throw await refuse(workOrder, context, order, { refusal: '工单已被他人处理，请刷新后重试', status: 409 });
  await context.emit('work-order.changed', { workOrderId: id });
  return true;
}

type Sorted = { ascs?: string[] | undefined; descs?: string[] | undefined; startTime?: string | undefined; endTime?: string | undefined };

/** What is due first: the urgent ones, then by when they must be finished, so that late ones stand above those of next week. */
const DUE = 'due';
const dueFirst: SortOrder = [
  { column: 'work_orders.emergency', direction: 'desc' },
  { column: 'work_orders.complete_by', direction: 'asc' },
  { column: 'work_orders.id', direction: 'asc' },
];

/**
 * Newest first. A span is one of the time of order and is shown in its order: looking for a
 * month a year ago among the newest would read all of the year.
 * By price, dearest first is exactly the reverse of cheapest first, so that one index gives both.
 */
function orderOfList(input: Sorted): SortOrder {
  if (input.ascs?.length === 1 && input.ascs[0] === DUE && !input.descs) return dueFirst;
  const order = orderOf(input, sorts, input.startTime || input.endTime ? sorts.down_time : sorts.create_time);
  const [first] = order;
  if (first!.column !== sorts.order_price || first!.direction === 'asc' || order.length > 2) return order;
  return [first!, { column: 'work_orders.id', direction: 'asc' }];
}

const list = listFrom({
  matching: (input: SearchOf<typeof routes.page>, { session }) => matching(session, input),
  listed: withSummary,
  order: orderOfList,
  toRow: summaryOf,
});

export const workOrders: Handlers<typeof routes> = {
  async page(input, context) {
    const order = orderOfList(input);
    const listed = (query: ReturnType<typeof visibleTo>) => inOrder(withSummary(query), order);
    const { session } = context;
    const found = await pageOf(context, input, matching(session, input), listed, order, (expected) => matching(session, input, expected));
    return { ...found, records: found.records.map(summaryOf) };
  },
  export: exporting(routes.export, workOrderSheet(list)),
  get,
  async timeline({ id }, context) {
    const { warningBusinessId } = await readSummary(context, id);
    return timelineOf(context.tx, warningBusinessId, id);
  },
  create: (input, context) =>
    once(context, routes.create, input, async () =>
      create(input, context, { followed: input.followsId === null ? null : await readSummary(context, input.followsId) }),
    ),
  // A page that lost the answer sends the same once more.
  update: (input, context) => once(context, routes.update, input, () => update(input, context)),
  remove,
  dispatch: (input, context) => once(context, routes.dispatch, input, () => dispatch(input, context)),
  // A phone that lost the answer sends the step again.
  start: (input, context) => once(context, routes.start, input, () => start(input, context)),
  finish: (input, context) => once(context, routes.finish, input, () => finish(input, context)),
  handBack: (input, context) => {
    const { jobId, reason } = input;
    const { userId: by, name } = context.session;
    return once(context, routes.handBack, input, () => apply(workOrder, context, input, { action: 'return', jobId, by, name, reason }));
  },
  stop: ({ jobId, reason, ...which }, context) => apply(workOrder, context, which, { action: 'stop', jobId, reason }),
  continue: ({ jobId, reason, ...which }, context) => apply(workOrder, context, which, { action: 'continue', jobId, reason }),
  cancel: ({ jobId, reason, ...which }, context) => apply(workOrder, context, which, { action: 'cancel', jobId, reason }),
  score,
};
