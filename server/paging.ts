/** One page of a list: rows and total leave with COMMIT in one write. */
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Context } from './context.ts';
import { db, type InTenant } from './db/tenant.ts';

/** Totals are exact up to here by a capped probe; beyond it they come from a cache, or for a moment from the planner. */
const EXACT = 10_000;
const FRESH_MS = 60_000;
/** From this offset on, the page's ids are found first and only its own rows are read: skipped rows cost an index entry each. */
const DEEP = 1_000;
const MOST = 2_000;

interface Total {
  total: number;
  at: number;
}
const totals = new Map<string, Total>();
const counting = new Set<string>();

type Listed = SelectQueryBuilder<any, any, any>;

async function countLater(key: string, tenantId: number, matching: Listed, inTenant: InTenant, now: () => number): Promise<void> {
  if (counting.has(key)) return;
  counting.add(key);
  try {
    const found = await inTenant(tenantId, async (tx) => (await tx.last(matching.select(({ fn }) => fn.countAll<number>().as('n'))))[0][0]);
    totals.delete(key);
    if (totals.size >= MOST) totals.delete(totals.keys().next().value as string);
    totals.set(key, { total: (found as { n: number }).n, at: now() });
  } finally {
    counting.delete(key);
  }
}

/**
 * The page `{records,total,size,current,pages}` of `matching` (from and where, nothing selected), with `columns` selected in `order`.
 * Ends the unit of work. Totals above 10,000 carry `approximate: true` until an exact count, made aside, is less than a minute old.
 */
export async function pageOf<Row>(
  context: Context,
  input: { current: number; size: number },
  matching: Listed,
  listed: (query: Listed) => SelectQueryBuilder<any, any, Row>,
): Promise<{ records: Row[]; total: number; size: number; current: number; pages: number; approximate?: boolean }> {
  const { current, size } = input;
  const { deps } = context;
  const tenantId = context.tx.tenantId;
  const probe = db
    .selectFrom(
      matching
        .select(sql`1`.as('one'))
        .limit(EXACT + 1)
        .as('matching'),
    )
    .select(({ fn }) => fn.countAll<number>().as('n'));
  const offset = (current - 1) * size;
  const at = (query: Listed) => query.limit(size).offset(offset);
  const ids = () => at(listed(matching).clearSelect().select('id'));
  const wanted = offset < DEEP ? at(listed(matching)) : listed(matching.where('id', 'in', ids()));
  const [records, counted] = await context.tx.last(wanted as SelectQueryBuilder<any, any, Row>, probe);
  const n = (counted[0] as { n: number }).n;
  if (n <= EXACT) return { records, total: n, size, current, pages: Math.ceil(n / size) };

  const { sql: text, parameters } = matching.select(sql`1`.as('one')).compile();
  const key = JSON.stringify([tenantId, text, parameters]);
  const known = totals.get(key);
  const fresh = known !== undefined && deps.now() - known.at < FRESH_MS;
  if (!fresh) countLater(key, tenantId, matching, deps.inTenant, deps.now).catch((error) => deps.log.warn({ err: error }, 'counting a list failed'));
  let total = known?.total;
  if (total === undefined) {
    const plan = await deps.inTenant(tenantId, (tx) =>
      tx.rows<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(sql`explain (format json) ${matching.select(sql`1`.as('one'))}`),
    );
    total = Math.max(EXACT + 1, plan[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0);
  }
  total = Math.max(total, EXACT + 1, (current - 1) * size + records.length);
  return { records, total, size, current, pages: Math.ceil(total / size), ...(fresh ? {} : { approximate: true }) };
}

/**
 * `order by` from the wire's `ascs`/`descs`, through a map of allowed names; unknown names are ignored, as the specification's clients expect.
 * Always ends with `id desc`, so that pages do not overlap.
 */
export function ordered<Q extends Listed>(
  query: Q,
  input: { ascs?: string[] | undefined; descs?: string[] | undefined },
  sorts: Record<string, string>,
  fallback: string,
): Q {
  let result: Listed = query;
  let any = false;
  for (const [names, direction] of [
    [input.ascs, 'asc'],
    [input.descs, 'desc'],
  ] as const) {
    for (const name of names ?? []) {
      const column = Object.hasOwn(sorts, name) ? sorts[name] : undefined;
      if (!column) continue;
      // The default order has an index that ends in `id desc`.
      if (!any && column === fallback && direction === 'desc') continue;
      result = result.orderBy(sql.ref(column), (by) => by[direction]().nullsLast());
      any = true;
    }
  }
  if (!any) result = result.orderBy(sql.ref(fallback), 'desc');
  return result.orderBy(sql.ref('id'), 'desc') as Q;
}
