/**
 * What a search for few orders reads in their place: ranges of indexes that hold all that
 * lists narrow and sort them by, so that of hundreds of orders only the ten are read that the page
 * shows (docs/decisions/055). Each stands under the name of the table.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import type { SortOrder } from '../lists/list-cache.ts';
import { reachesAll, visibleTo } from '../lists/work-order-reach.ts';

/** As the indexes of targets say it. */
export const OPEN = [1, 2, 3, 5];
const SORTED = new Set(['work_orders.created_at', 'work_orders.ordered_at', 'work_orders.id']);
/** What is said of a late order neither in its index nor by its id. */
const NOT_OF_LATE = ['workNo', 'planId', 'goodsOrderId'];
/** What jobs say of a carer's orders, beside what goes by the order's id alone. */
const OF_CARER = new Set(['serverUserId', 'startTime', 'endTime', 'late', 'returned', 'serverTimeStart', 'serverTimeEnd', 'ascs', 'descs']);

/**
 * A query, in parentheses, of the orders that are late: each target has an index of open
 * orders. Told in one condition, the planner takes nearly all open orders for late, as nearly all
 * orders were due long ago, and reads those of the next weeks as well.
 */
export function lateOrders(tenantId: number): RawBuilder<unknown> {
  const columns = sql.raw(
    ['tenant_id', 'id', 'created_at', 'ordered_at', 'status', 'emergency', 'source', 'service_type_id', 'person_id']
      .map((name) => `o.${name}`)
      .join(', '),
  );
  const over = (by: string, condition = sql``) => sql`select ${columns} from work_orders o
    where o.tenant_id = ${tenantId} and o.status in (${sql.join(OPEN)}) and o.${sql.ref(by)} < now() ${condition}
      and (o.paused_at is null or o.${sql.ref(by)} < o.paused_at)`;
  return sql`(${over('complete_by')} union ${over('respond_by', sql`and o.responded_at is null`)})`;
}

/** The orders with a job of a carer's, as its row says when they were written and placed. */
const ordersOf = (
  tenantId: number,
  userId: number,
) => sql`(select distinct j.tenant_id, j.work_order_id as id, j.order_created_at as created_at, j.ordered_at
  from work_order_jobs j where j.tenant_id = ${tenantId} and j.user_id = ${userId})`;

type Orders = ReturnType<typeof visibleTo>;
export interface Range {
  /** Its rows, of what the session reaches; from and where. */
  query: Orders;
  /** The filter that it stands for. */
  by: 'late' | 'serverUserId';
}

/** The range for a list's filters and order, when there is one that says all of them. */
export function rangeOf(session: Session, input: Record<string, unknown>, order: SortOrder): Range | undefined {
  if (order.some(({ column }) => !SORTED.has(column))) return undefined;
  const { tenantId } = session;
  const given = Object.keys(input).filter(
    (name) => input[name] !== undefined && input[name] !== '' && name !== 'current' && name !== 'size',
  );
  if (input['late'] && !given.some((name) => NOT_OF_LATE.includes(name)))
    return { by: 'late', query: visibleTo(session, lateOrders(tenantId)) };
  const userId = input['serverUserId'] as number | undefined;
  if (!userId || given.some((name) => !OF_CARER.has(name))) return undefined;
  // A user who sees some orders only sees at least those that she serves.
  if (!reachesAll(session) && userId !== session.userId) return undefined;
  const own = db.selectFrom(ordersOf(tenantId, userId).as('work_orders') as never) as Orders;
  return { by: 'serverUserId', query: own.where('work_orders.tenant_id', '=', tenantId) };
}
