/** GD, day, serial: one sequence per tenant and day. */
import { sql } from 'kysely';
import { numberOf } from '#contract/work-orders/work-orders.rules.ts';
import type { Tx } from '../db/tenant.ts';

/** The next number; its row stays locked until the transaction ends, so a rolled-back order leaves no gap and no two get the same. */
export async function nextNumber(tx: Tx): Promise<string> {
  const taken = (await tx.row(sql<{ day: string; last: number }>`
    insert into work_order_numbers (tenant_id, day, last) values (${tx.tenantId}, current_date, 1)
    on conflict (tenant_id, day) do update set last = work_order_numbers.last + 1
    returning day, last`)) as { day: string; last: number };
  return numberOf(taken.day, taken.last);
}
