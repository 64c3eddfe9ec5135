/** What the orders of bookings make of them: an order that is finished, cancelled or moved finishes, cancels or moves its booking. */
import { sql } from 'kysely';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { notBegun, type BookingCommand } from '#contract/home-care/home-booking-commands.rules.ts';
import { applyTo } from '../db/transitions.ts';
import { on, workIn } from '../events.ts';
import { booking, confirmed, slotOf } from './home-booking-machine.ts';
import { lockBooking, type BookingRow } from './home-booking-rows.ts';

const ORDER = '工单';

/** What a booking is told by its order; null: nothing new. */
function follows({ order_state, service_at, day, half }: BookingRow): BookingCommand | null {
  if (order_state === orderStatus.finished || order_state === orderStatus.rated) return { action: 'finish' };
  if (order_state === orderStatus.cancelled) return { action: 'cancel', by: ORDER, reason: '工单已取消', hours: null, quiet: true };
  if (service_at === null || !notBegun({ order_state })) return null;
  const now = slotOf(service_at);
  return now.day === day && now.half === half ? null : { action: 'move', set: now, quiet: true };
}

/** Called once per process. */
export function followBookedOrders(): void {
  on('work-order.changed', async ({ workOrderId }, tx, deps) => {
    const found = await tx.row<{ id: number }>(sql`
      select id from home_bookings where tenant_id = ${tx.tenantId} and work_order_id = ${workOrderId} and state = ${confirmed}`);
    if (!found) return;
    const row = await lockBooking(tx, found.id);
    const command = row.state === confirmed ? follows(row) : null;
    if (command) await applyTo(booking, workIn(tx, deps, { userId: null, name: ORDER }), row, command);
  });
}
