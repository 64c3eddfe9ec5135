/** Walks a list in its own order, a transaction for each batch: no offset, no cursor, nothing held open while the bytes are taken. */
import { sql, type RawBuilder } from 'kysely';
import type { Dependencies } from '../context.ts';
import { planned } from '../db/tenant.ts';
import { inOrder } from '../lists/paging.ts';
import type { SortOrder } from '../lists/list-cache.ts';
import type { AnyQuery as Listed, QueryOf } from '../lists/query.ts';

type Condition = RawBuilder<boolean>;

/** Rows of one transaction: enough to make round trips cheap, few enough to be nothing in memory. */
const BATCH = 1000;

/** Where a row stands: the text of its sort keys, which knows microseconds. */
const keyOf = (at: number) => `key ${at}`;

/** Rows that come after one with these keys. Ascending, empty values come last; descending, first. */
function after(order: SortOrder, keys: readonly (string | null)[], level = 0): Condition {
  const { column, direction } = order[level]!;
  const [ref, key] = [sql.ref(column), keys[level]!];
  const later: Condition = (() => {
    if (direction === 'asc') return key === null ? sql`false` : sql`(${ref} > ${key} or ${ref} is null)`;
    return key === null ? sql`${ref} is not null` : sql`${ref} < ${key}`;
  })();
  if (level === order.length - 1) return later;
  const same: Condition = key === null ? sql`${ref} is null` : sql`${ref} = ${key}`;
  const chain = sql<boolean>`(${later} or (${same} and ${after(order, keys, level + 1)}))`;
  // The outer bound says the same again, in the one form that an index takes.
  if (direction === 'desc' && key !== null) return sql<boolean>`(${ref} <= ${key} and ${chain})`;
  return chain;
}

/** Batches of `listed(matching)` in `order`, whose last column is unique. A row's keys come with it, as fields that no column names. */
export async function* inBatches<Row>(
  { inTenant }: Pick<Dependencies, 'inTenant'>,
  tenantId: number,
  matching: Listed,
  listed: (query: Listed) => QueryOf<Row>,
  order: SortOrder,
  size = BATCH,
): AsyncGenerator<Row[]> {
  const ordered = inOrder(listed(matching), order)
    .select(order.map(({ column }, at) => sql`${sql.ref(column)}::text`.as(keyOf(at))))
    .limit(size);
  let keys: (string | null)[] | null = null;
  for (;;) {
    // Its plan depends on how far we are.
    const query: Listed = planned(keys ? ordered.where(after(order, keys)) : ordered);
    const rows = await inTenant(tenantId, (tx) => tx.rows<Row & Record<string, string | null>>(query));
    if (rows.length) yield rows;
    if (rows.length < size) return;
    const last = rows.at(-1)!;
    keys = order.map((_, at) => last[keyOf(at)]!);
  }
}
