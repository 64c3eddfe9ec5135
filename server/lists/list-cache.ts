/**
 * What is known about lists of more than 10,000 rows: the exact total, and the sort
 * keys of every 2,000th row (in a search up to every tenth), from which a jump to a deep page goes on by index instead of skipping millions
 * of rows (docs/decisions/008-paging.md). In memory of the process.
 */
import { sql, type CompiledQuery } from 'kysely';
import { db, planned, type InTenant } from '../db/tenant.ts';
import type { Dependencies } from '../context.ts';
import type { AnyQuery as Listed } from './query.ts';

/** The sort keys of a list, the unique id last. */
export type SortOrder = readonly { column: string; direction: 'asc' | 'desc' }[];

export interface CachedList {
  /** Null when counting failed. */
  total: number | null;
  /** When the counting began, epoch milliseconds. */
  at: number;
  /** Key values as text: `anchors[i]` are those of row `(i + 1) * every`, counted from 0. */
  anchors: readonly string[][];
  every: number;
}

/** Rows between two anchors. */
export const EVERY = 2_000;
/**
 * The same in a search: between two of its rows lie others that are read in vain, the more the
 * fewer it finds. The first that needs no more than so many anchors.
 */
const EVERY_FOUND = [10, 50, 200, EVERY];
const MANY_ANCHORS = 5_000;
const FRESH_MS = 60_000;
/** All anchors of all lists: some 40 MB. */
const MOST_ANCHORS = 200_000;
const AT_ONCE = 2;

const cached = new Map<number, Map<string, CachedList>>();
const running = new Set<string>();
let kept = 0;

/** What a list is known by, and whether anything but its tenant chooses its rows; of a query that has all its conditions. */
export function identify({ sql: text, parameters }: CompiledQuery, order: SortOrder): { name: string; filtered: boolean } {
  return { name: JSON.stringify([text, parameters, order]), filtered: parameters.length > 1 };
}

/** What is cached of a list, with whether it is less than a minute old; undefined when there is none. */
export function cachedListOf(tenantId: number, name: string, now: number): (CachedList & { fresh: boolean }) | undefined {
  const known = cached.get(tenantId)?.get(name);
  return known && { ...known, fresh: now - known.at < FRESH_MS };
}

/** For a list that is long no more: nobody would count it again. */
export function forgetCachedList(tenantId: number, name: string): void {
  const own = cached.get(tenantId);
  const known = own?.get(name);
  if (!own || !known) return;
  kept -= known.anchors.length + 1;
  own.delete(name);
  if (own.size === 0) cached.delete(tenantId);
}

function keep(tenantId: number, name: string, entry: CachedList): void {
  forgetCachedList(tenantId, name);
  const own = cached.getOrInsertComputed(tenantId, () => new Map());
  kept += entry.anchors.length + 1;
  own.set(name, entry);
  // The tenant and the list whose turn was longest ago go first.
  cached.delete(tenantId);
  cached.set(tenantId, own);
  while (kept > MOST_ANCHORS) {
    const [oldest, lists] = cached.entries().next().value!;
    forgetCachedList(oldest, lists.keys().next().value!);
  }
}

/** One pass over the list in its order; without one it is only counted. */
async function count(tenantId: number, matching: Listed, order: SortOrder, inTenant: InTenant): Promise<Omit<CachedList, 'at'>> {
  const steps = identify(matching.select(sql`1`.as('one')).compile(), order).filtered ? EVERY_FOUND : [EVERY];
  if (order.length === 0) {
    const all = await inTenant(tenantId, (tx) =>
      tx.row<{ n: number }>(planned(matching.select(({ fn }) => fn.countAll<number>().as('n')))),
    );
    return { total: all!.n, anchors: [], every: EVERY };
  }
  const by = sql.join(order.map(({ column, direction }) => sql`${sql.ref(column)} ${sql.raw(direction)}`));
  const keys = order.map((_, at) => `k${at}`);
  // How many it finds is not known before the end: what a wider step has is among what a narrower one has.
  const anchored = sql.join(
    steps.map((every) =>
      every === EVERY ? sql`n % ${sql.lit(every)} = 1` : sql`n % ${sql.lit(every)} = 1 and n <= ${sql.lit(every * MANY_ANCHORS)}`,
    ),
    sql` or `,
  );
  const numbered = matching
    .select(order.map(({ column }, at) => sql.ref(column).as(`k${at}`)))
    .select([sql`row_number() over (order by ${by})`.as('n'), sql`lead(true, 1, false) over (order by ${by})`.as('more')]);
  const rows = await inTenant(tenantId, async (tx) => {
    await tx.run(sql`set local statement_timeout = 55000`);
    const some = db
      .selectFrom(numbered.as('numbered'))
      .select(['n', 'more', ...keys.map((key) => sql`${sql.ref(key)}::text`.as(key))] as never)
      .where(sql<boolean>`${anchored} or not more`)
      .orderBy('n' as never);
    return tx.rows<Record<string, string | null> & { n: number; more: boolean }>(planned(some as never));
  });
  const last = rows.at(-1);
  const every = steps.find((step) => (last?.n ?? 0) <= step * MANY_ANCHORS) ?? EVERY;
  if (!last) return { total: 0, anchors: [], every };
  // Ascending, empty values come last, and no comparison with an anchor would find them.
  if (keys.some((key) => last[key] === null)) return { total: last.n, anchors: [], every };
  const anchors = rows.filter(({ n }) => n > 1 && n % every === 1).map((row) => keys.map((key) => row[key] as string));
  return { total: last.n, anchors, every };
}

/**
 * Counts aside and remembers; what is being counted already is left alone. A failure is remembered too: it is not tried again for a minute.
 */
export function cacheListLater(
  tenantId: number,
  name: string,
  matching: Listed,
  order: SortOrder,
  { inTenant, now, log }: Dependencies,
): void {
  const id = `${tenantId} ${name}`;
  // Another may have been made while the request waited for its page.
  if (running.has(id) || running.size >= AT_ONCE || cachedListOf(tenantId, name, now())?.fresh) return;
  running.add(id);
  const at = now();
  count(tenantId, matching, order, inTenant)
    .catch((error) => {
      log.warn({ err: error }, 'counting a list failed');
      return { total: null, anchors: [], every: EVERY };
    })
    .then((found) => keep(tenantId, name, { ...found, at }))
    .finally(() => running.delete(id));
}

/**
 * The rows from the last anchor before `offset` on, in one part or in two, one after
 * the other, and how many of them are still to be skipped.
 */
export function seek(matching: Listed, order: SortOrder, entry: CachedList | undefined, offset: number): { parts: Listed[]; skip: number } {
  const { anchors, every } = entry ?? { anchors: [], every: EVERY };
  // Descending, empty values come first: an anchor among them cannot be compared with.
  let at = Math.min(anchors.length, Math.floor(offset / every)) - 1;
  while (at >= 0 && anchors[at]!.includes(null as never)) at--;
  if (at < 0) return { parts: [matching], skip: offset };
  const values = anchors[at]!;
  const after = (direction: 'asc' | 'desc') => sql.raw(direction === 'asc' ? '>' : '<');
  const from = (level: number): ReturnType<typeof sql<boolean>> => {
    const rest = order.slice(level);
    const { column, direction } = rest[0]!;
    if (rest.every((key) => key.direction === direction)) {
      const columns = sql.join(rest.map((key) => sql.ref(key.column)));
      return sql<boolean>`(${columns}) ${after(direction)}= (${sql.join(values.slice(level))})`;
    }
    const [key, value] = [sql.ref(column), sql`${values[level]}`];
    // The outer bound is the one an index takes.
    return sql<boolean>`${key} ${after(direction)}= ${value} and (${key} <> ${value} or (${from(level + 1)}))`;
  };
  const [first, ...others] = order;
  const skip = offset - (at + 1) * every;
  const mixed = others.some(({ direction }) => direction !== first!.direction);
  // Of what has the anchor's first key, all that lies in front of it would be read in vain: where that is
  // much (of four urgencies), an index is told the other keys as well.
  if (!mixed || anchors[at - 1]?.[0] !== values[0]) return { parts: [matching.where(from(0))], skip };
  const [key, value] = [sql.ref(first!.column), sql`${values[0]}`];
  const same = matching.where(sql<boolean>`${key} = ${value}`).where(from(1));
  return { parts: [same, matching.where(sql<boolean>`${key} ${after(first!.direction)} ${value}`)], skip };
}
