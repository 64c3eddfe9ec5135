/** The one timeline of an alarm and of the visits it caused. */
import { sql } from 'kysely';
import { eventLabels } from '#contract/warnings/warnings.rules.ts';
import { actionLabels } from '#contract/work-orders/work-orders.rules.ts';
import type { Tx } from '../db/tenant.ts';

interface Row {
  time: string;
  kind: string;
  note: string | null;
  user_name: string | null;
  of_order: boolean;
}

/**
 * Everything that happened to a warning and to its work orders, oldest first. Either
 * id may be null. The warning's own notes of kind `order` are left out: each order tells the same in full.
 */
export async function timelineOf(tx: Tx, warningId: number | null, orderId: number | null) {
  const query = sql<Row>`
    select at as time, kind, note, user_name, false as of_order, at, id from warning_events
    where tenant_id = ${tx.tenantId} and warning_id = ${warningId} and kind <> 'order'
    union all
    select l.created_at, l.action, l.note, l.user_name, true, l.created_at, l.id from work_order_logs l
    join work_orders o on o.tenant_id = l.tenant_id and o.id = l.work_order_id
    where l.tenant_id = ${tx.tenantId} and (o.id = ${orderId} or o.warning_id = ${warningId})
    order by at, id`;
  return (await tx.rows(query)).map(({ time, kind, note, user_name, of_order }) => ({
    time,
    kind,
    title: (of_order ? actionLabels : eventLabels)[kind] ?? kind,
    note: note || null,
    userName: user_name,
  }));
}
