/** A page of a list that is short by nature, counted to the last row: a tenant's own orders and invoices, the tenants of an installation. */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';

interface Page<Row> {
  records: Row[];
  total: number;
  size: number;
  current: number;
  pages: number;
}

/** `matching` is from and where, `listed` adds columns and order. Goes on in the same transaction, unlike `pageOf`. */
export async function smallPage<Row>(
  tx: Tx,
  { current, size }: { current: number; size: number },
  matching: any,
  listed: (query: any) => any,
): Promise<Page<Row>> {
  const counted = await tx.row<{ n: number }>(matching.select(sql<number>`count(*)`.as('n')));
  const records = await tx.rows<Row>(
    listed(matching)
      .limit(size)
      .offset((current - 1) * size),
  );
  const total = counted?.n ?? 0;
  return { records, total, size, current, pages: Math.ceil(total / size) };
}
