/**
 * A page of a list that is short by nature, counted to the last row: a tenant's own orders and invoices, the tenants of an installation.
 */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';
import type { Page } from '../lists/paging.ts';
import type { AnyQuery, QueryOf } from '../lists/query.ts';

/** `matching` is from and where, `listed` adds columns and order. Goes on in the same transaction, unlike `pageOf`. */
export async function smallPage<Q extends AnyQuery, Row>(
  tx: Tx,
  { current, size }: { current: number; size: number },
  matching: Q,
  listed: (query: Q) => QueryOf<Row>,
): Promise<Page<Row>> {
  const counted = await tx.row<{ n: number }>(matching.select(sql<number>`count(*)`.as('n')));
  const records = await tx.rows(
    listed(matching)
      .limit(size)
      .offset((current - 1) * size),
  );
  const total = counted?.n ?? 0;
  return { records, total, size, current, pages: Math.ceil(total / size) };
}
