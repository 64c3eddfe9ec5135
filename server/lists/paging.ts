/** One page of a list: rows and total leave in one write, which is the whole transaction. */
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../context.ts';
import { db, planned, type Query, type Tx } from '../db/tenant.ts';
import { forgetCachedList, identify, seek, cacheListLater, cachedListOf, type SortOrder, type CachedList } from './list-cache.ts';
import type { AnyQuery as Listed, QueryOf } from './query.ts';

/** Totals are exact up to here by a capped probe; beyond it they come from the cache, or for a moment from the planner. */
const EXACT = 10_000;
/** From this offset on, the page's ids are found first and only its own rows are read: skipped rows cost an index entry each. */
const DEEP = 100;
/** Page sizes of our own pages, those that fit a window among them: as literals they leave PostgreSQL a plan that it can keep. */
const isOwnSize = (size: number) => (size >= 10 && size <= 50) || size === 100;
/** Where the first statement of a search leaves its page's ids for the second: both are sent before either is answered. */
const IDS = 'app.page_ids';

/** What a search may be worded for: finding few rows in one scan of all, or some of many on a walk along the list's order. */
export type Expected = 'few' | 'many';

/** A first page has no parameter for which PostgreSQL would have to guess, and therefore no planning. */
function cut(query: Listed, size: number, offset: number): Listed {
  const limited = query.limit(isOwnSize(size) ? sql.lit(size) : size);
  return offset === 0 ? limited : limited.offset(offset);
}

async function estimate(tx: Tx, matching: Listed): Promise<number> {
  tx.renew();
  const [plan] = await tx.last(
    planned(sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`explain (format json) ${matching.select(sql`1`.as('one'))}`),
  );
  return plan[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

/** The ids of the `size` rows from `offset` on, looked for from the last anchor before them on; a query in parentheses. */
function idsOf(matching: Listed, order: SortOrder, cached: CachedList | undefined, offset: number, size: number): RawBuilder<number> {
  const { parts, skip } = seek(matching, order, cached, offset);
  const id = sql.ref(order.at(-1)!.column).as('id');
  const [first, second] = parts;
  if (!second) return sql`${cut(inOrder(first!.select(id), order), size, skip)}`;
  const keys = order.map(({ column }, at) => sql.ref(column).as(`k${at}`));
  const [one, other] = [first!, second].map((part) => inOrder(part.select([id, ...keys]), order).limit(skip + size));
  const by = sql.join(order.map(({ direction }, at) => sql`${sql.ref(`k${at}`)} ${sql.raw(direction)}`));
  return sql`(select id from (${one} union all ${other}) as parts order by ${by} limit ${size} offset ${skip})`;
}

/** The rows whose ids the statement before has left: the same words for every search of a list, so that PostgreSQL keeps its plan. */
function left<Row>(tx: Tx, matching: Listed, listed: (query: Listed) => QueryOf<Row>, order: SortOrder): QueryOf<Row> {
  const id = order.at(-1)!.column;
  return listed(
    matching
      .clearWhere()
      .where(sql.ref(id.replace(/\w+$/, 'tenant_id')), '=', tx.tenantId)
      .where(sql<boolean>`${sql.ref(id)} = any(current_setting(${sql.lit(IDS)})::bigint[])`),
  );
}

/**
 * The total up to 10,001 and the page's ids of matches that an index has in the list's order: they are counted there, none of them is kept,
 * and the page is read up to its last row only.
 */
function inTurn(few: Listed, id: string, size: number, offset: number): RawBuilder<{ total: number }> {
  const matches = few
    .clearOrderBy()
    .select(sql`1`.as('one'))
    .limit(sql.lit(EXACT + 1));
  const page = few.select(sql.ref(id).as('id')).limit(sql.lit(size)).offset(sql.lit(offset));
  return sql<{ total: number }>`select total, set_config(${sql.lit(IDS)},
    (case when total <= ${sql.lit(EXACT)} then array${page} else '{}' end)::text, true)
    from (select count(*) as total from (${matches}) as matches) as counted`;
}

/**
 * A page in one scan and one write: up to 10,001 matches with their sort keys give the
 * total and the page's ids, and a second statement reads these rows. Ends the unit of work. Above 10,000 matches there are no records.
 * `few` may read something else in place of `matching`'s table; when it has an order, it is the list's, by an index.
 */
async function search<Row>(
  tx: Tx,
  few: Listed,
  matching: Listed,
  listed: (query: Listed) => QueryOf<Row>,
  order: SortOrder,
  size: number,
  offset: number,
): Promise<{ records: Row[]; total: number }> {
  const id = order.at(-1)!.column;
  const found = few.toOperationNode().orderBy ? inTurn(few, id, size, offset) : atOnce(few, order, size, offset);
  const [counted, records] = await tx.last(planned(found), left(tx, matching, listed, order));
  return { records, total: counted[0]!.total };
}

/** The same of matches that stand in no order: they are kept, counted and sorted. */
function atOnce(few: Listed, order: SortOrder, size: number, offset: number): RawBuilder<{ total: number }> {
  const key = (at: number) => sql.ref(`k${at}`);
  const matches = few.select(order.map(({ column }, at) => sql.ref(column).as(`k${at}`))).limit(sql.lit(EXACT + 1));
  const by = sql.join(order.map(({ direction }, at) => sql`${key(at)} ${sql.raw(direction)}`));
  const ids = sql`array(select ${key(order.length - 1)} from matches
    where total <= ${sql.lit(EXACT)} order by ${by} limit ${sql.lit(size)} offset ${sql.lit(offset)})`;
  return sql<{ total: number }>`with matches as materialized (${matches}), counted as (select count(*) as total from matches)
    select total, set_config(${sql.lit(IDS)}, ${ids}::text, true) from counted`;
}

/** What a list call answers. */
export interface Page<Row> {
  records: Row[];
  total: number;
  size: number;
  current: number;
  pages: number;
  /** The total is of a moment ago, or the planner's. */
  approximate?: boolean;
}

/**
 * The page `{records,total,size,current,pages}` of `matching` (from and where, nothing
 * selected), with the columns that `columnsOf` selects in an order.
 * Ends the unit of work. Totals above 10,000 carry `approximate: true` until an exact count, made aside, is less than a minute old.
 * Given the `order` that `columnsOf` applies, deep pages and searches are fast too.
 * `worded` is `matching` in other words for a search that is expected to find few rows, or known to find many (`Filter` in crud.ts).
 */
export async function pageOf<Q extends Listed, Row>(
  context: Pick<Context, 'deps' | 'tx'>,
  input: { current: number; size: number },
  matching: Q,
  columnsOf: (query: Q) => QueryOf<Row>,
  order: SortOrder = [],
  worded: (expected: Expected) => Q = () => matching,
): Promise<Page<Row>> {
  const { current, size } = input;
  // Conditions and limits are added to the query before its columns are: they change nothing of its tables.
  const listed = columnsOf as (query: Listed) => QueryOf<Row>;
  const { deps, tx } = context;
  const offset = (current - 1) * size;
  const some = matching.select(sql`1`.as('one')).limit(sql.lit(EXACT + 1));
  const counting = db
    .selectFrom(some.as('matching'))
    .select(sql<number>`count(*)`.as('n'))
    .compile();
  const probe = { compile: () => counting };
  const { name, filtered } = identify(counting, order);
  const cached = cachedListOf(tx.tenantId, name, deps.now());
  // A plan that is kept does not know how rare what is searched for is, and may read ten million rows for ten.
  const kept = <K extends Query<unknown>>(query: K): K => (filtered ? planned(query) : query);

  /** Reads the page without counting; `also` is answered beside it. */
  const read = async (...also: Query<any>[]): Promise<[Row[], ...any[][]]> => {
    if (order.length === 0 || (!filtered && offset < DEEP)) return tx.last(kept(cut(listed(matching), size, offset)), ...also);
    const ids = idsOf(filtered ? worded('many') : matching, order, cached, offset, size);
    if (!filtered) return tx.last(listed(matching.where(sql.ref(order.at(-1)!.column), 'in', ids)), ...also);
    const [, ...answers] = await tx.last(
      planned(sql`select set_config(${sql.lit(IDS)}, array${ids}::text, true)`),
      left(tx, matching, listed, order),
      ...also,
    );
    return answers;
  };
  const answer = (records: Row[], total: number) => ({ records, total, size, current, pages: Math.ceil(total / size) });
  const atLeast = (records: Row[], total: number) => answer(records, Math.max(total, records.length && offset + records.length));
  const many = async (records: Row[]) => {
    if (!cached?.fresh) cacheListLater(tx.tenantId, name, matching, order, deps);
    const total = cached?.total ?? (await estimate(tx, matching));
    return { ...atLeast(records, Math.max(total, EXACT + 1)), approximate: true };
  };

  // Whether a list is long is known once it has been counted.
  if (filtered && order.length > 0 && !(cached && (cached.total ?? Infinity) > EXACT)) {
    const { records, total } = await search(tx, worded('few'), matching, listed, order, size, offset);
    if (total <= EXACT) return answer(records, total);
    tx.renew();
    return many((await read())[0]);
  }
  if (cached?.fresh && cached.total !== null) return atLeast((await read())[0], cached.total);

  const [records, counted] = await read(kept(probe));
  const { n } = counted![0] as { n: number };
  if (n > EXACT) return many(records);
  if (!cached) return answer(records, n);
  // It has become short, and the page may have been found by anchors that are long out of date.
  forgetCachedList(tx.tenantId, name);
  tx.renew();
  return pageOf(context, input, matching, columnsOf, order, worded);
}

/**
 * The order that the wire's `ascs`/`descs` name, through a map of allowed names; unknown names are ignored, as the specification's clients
 * expect. Empty values come last ascending and first descending, as indexes have them.
 * Always ends with the id, descending unless asked for, so that pages do not overlap; it has the qualifier of the fallback.
 */
export function orderOf(
  input: { ascs?: string[] | undefined; descs?: string[] | undefined },
  sorts: Record<string, string>,
  fallback: string,
): SortOrder {
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
  const at = order.findIndex(({ column }) => column === id);
  // Nothing has the same id, and what follows it orders nothing.
  return at < 0 ? [...order, { column: id, direction: 'desc' }] : order.slice(0, at + 1);
}

/** `order by`. */
export function inOrder<Q extends Listed>(query: Q, order: SortOrder): Q {
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
