/** One page of a list: rows and total leave with COMMIT in one write. */
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Context } from './context.ts';
import { db, planned } from './db/tenant.ts';
import { identify, seek, surveyLater, surveyOf, type Order } from './surveys.ts';

/** Totals are exact up to here by a capped probe; beyond it they come from a survey, or for a moment from the planner. */
const EXACT = 10_000;
/** From this offset on, the page's ids are found first and only its own rows are read: skipped rows cost an index entry each. */
const DEEP = 100;
/** Page sizes of our own pages: as literals they leave PostgreSQL a plan that it can keep. */
const SIZES = new Set([10, 20, 50, 100]);

type Listed = SelectQueryBuilder<any, any, any>;

/** A first page has no parameter for which PostgreSQL would have to guess, and therefore no planning. */
function cut(query: Listed, size: number, offset: number): Listed {
  const limited = query.limit(SIZES.has(size) ? sql.lit(size) : size);
  return offset === 0 ? limited : limited.offset(offset);
}

async function estimate(context: Context, matching: Listed): Promise<number> {
  const plan = await context.deps.inTenant(context.tx.tenantId, (tx) =>
    tx.rows<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(planned(sql`explain (format json) ${matching.select(sql`1`.as('one'))}`)),
  );
  return plan[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

/**
 * The page `{records,total,size,current,pages}` of `matching` (from and where, nothing selected), with `columns` selected in an order.
 * Ends the unit of work. Totals above 10,000 carry `approximate: true` until an exact count, made aside, is less than a minute old.
 * Given the `order` that `listed` applies, deep pages are fast too.
 */
export async function pageOf<Row>(
  context: Context,
  input: { current: number; size: number },
  matching: Listed,
  listed: (query: Listed) => SelectQueryBuilder<any, any, Row>,
  order: Order = [],
): Promise<{ records: Row[]; total: number; size: number; current: number; pages: number; approximate?: boolean }> {
  const { current, size } = input;
  const { deps, tx } = context;
  const offset = (current - 1) * size;
  const { name, filtered } = identify(matching, order);
  const survey = surveyOf(tx.tenantId, name, deps.now());
  // A plan that is kept does not know how rare what is searched for is, and may read ten million rows for ten.
  const kept = <Q extends SelectQueryBuilder<any, any, any>>(query: Q): Q => (filtered ? planned(query) : query);

  let wanted: Listed = listed(matching);
  if (offset < DEEP || order.length === 0) wanted = cut(wanted, size, offset);
  else {
    const { from, skip } = seek(matching, order, survey?.anchors ?? [], offset);
    const id = order.at(-1)!.column;
    wanted = listed(matching.where(sql.ref(id), 'in', cut(inOrder(from.select(sql.ref(id).as('id')), order), size, skip)));
  }
  const answer = (records: Row[], total: number) => ({ records, total, size, current, pages: Math.ceil(total / size) });
  if (survey?.fresh && survey.total !== null) {
    const [records] = await tx.last(kept(wanted) as SelectQueryBuilder<any, any, Row>);
    return answer(records, Math.max(survey.total, records.length && offset + records.length));
  }

  const some = matching.select(sql`1`.as('one')).limit(sql.lit(EXACT + 1));
  const probe = db.selectFrom(some.as('matching')).select(({ fn }) => fn.countAll<number>().as('n'));
  const [records, counted] = await tx.last(kept(wanted) as SelectQueryBuilder<any, any, Row>, kept(probe));
  const n = (counted[0] as { n: number }).n;
  if (n <= EXACT) return answer(records, n);
  if (!survey?.fresh) surveyLater(tx.tenantId, name, matching, order, deps);
  const total = survey?.total ?? (await estimate(context, matching));
  return { ...answer(records, Math.max(total, EXACT + 1, records.length && offset + records.length)), approximate: true };
}

/**
 * The order that the wire's `ascs`/`descs` name, through a map of allowed names; unknown names are ignored, as the specification's clients
 * expect. Empty values come last ascending and first descending, as indexes have them. Always ends with the id, descending, so that pages do
 * not overlap; it has the qualifier of the fallback.
 */
export function orderOf(input: { ascs?: string[] | undefined; descs?: string[] | undefined }, sorts: Record<string, string>, fallback: string): Order {
  const order: { column: string; direction: 'asc' | 'desc' }[] = [];
  for (const [names, direction] of [
    [input.ascs, 'asc'],
    [input.descs, 'desc'],
  ] as const) {
    for (const name of names ?? []) {
      const column = Object.hasOwn(sorts, name) ? sorts[name] : undefined;
      if (column && !order.some((key) => key.column === column)) order.push({ column, direction });
    }
  }
  if (order.length === 0) order.push({ column: fallback, direction: 'desc' });
  const id = fallback.replace(/\w+$/, 'id');
  if (!order.some(({ column }) => column === id)) order.push({ column: id, direction: 'desc' });
  return order;
}

/** `order by`. */
export function inOrder<Q extends Listed>(query: Q, order: Order): Q {
  return order.reduce<Listed>((sorted, { column, direction }) => sorted.orderBy(sql.ref(column), direction), query) as Q;
}

/** `order by` from the wire's `ascs`/`descs`, as `orderOf` has it. */
export function ordered<Q extends Listed>(
  query: Q,
  input: { ascs?: string[] | undefined; descs?: string[] | undefined },
  sorts: Record<string, string>,
  fallback: string,
): Q {
  return inOrder(query, orderOf(input, sorts, fallback));
}
