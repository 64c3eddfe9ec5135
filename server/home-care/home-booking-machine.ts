/** The machine of bookings: what becomes of the order, what family is told, and what the end of an order makes of its booking. */
import { halfLabels, halfOf } from '#contract/home-care/areas.rules.ts';
import {
  bookingStates,
  closedBooking,
  decideBooking,
  type BookingChange,
  type BookingCommand,
} from '#contract/home-care/home-booking-commands.rules.ts';
import { isMobile } from '#contract/phones.rules.ts';
import type { Work } from '../context.ts';
import type { Machine } from '../db/transitions.ts';
import { tenantName } from '../messages/notices.ts';
import { smsLater } from '../messages/text-messages.ts';
import { cancelBookedOrder } from '../work-orders/booked-orders.ts';
import { lockBooking, NOUN, type BookingRow } from './home-booking-rows.ts';

/** Tells family by a text, where the phone takes one. */
export async function textFamily(work: Work, phone: string, text: string): Promise<void> {
  if (isMobile(phone)) await smsLater(work, phone, `【颐安】${await tenantName(work.tx)}：${text}`);
}

/** `2026-11-27 上午`. */
export const wishText = ({ day, half }: { day: string; half: number }): string => `${day} ${halfLabels[half]}`;

/** The day and half day of a planned time. */
export const slotOf = (serverTime: string) => ({ day: serverTime.slice(0, 10), half: halfOf(serverTime.slice(11, 16)) });

/** What family is told; null: nothing, because they did it themselves or see it by themselves. */
function said({ day, half, code, service_at, carers }: BookingRow, { action, set }: BookingChange, byFamily: boolean): string | null {
  const { reason } = set as { reason?: string | null };
  const visit = `您预约${wishText({ day, half })}的居家服务`;
  const comes = `${service_at?.slice(5, 16) ?? ''}上门${carers ? `，服务人员${carers}` : ''}，预约码${code}。`;
  switch (action) {
    case 'confirm':
      return `您的居家预约已确认：${comes}`;
    case 'move':
      return service_at === null ? null : `您的居家预约已改约：${comes}`;
    case 'decline':
      return `${visit}未能安排：${reason ?? ''}`;
    case 'cancel':
      return byFamily ? null : `${visit}已取消${reason ? `：${reason}` : ''}。`;
    case 'rebook':
      return `您的居家预约已改到${wishText(set as { day: string; half: number })}，确认后短信通知，预约码${code}。`;
    case 'finish':
      return null;
  }
}

const CHANGED = '居家预约已被他人修改，请刷新后重试';

export const booking: Machine<Work, BookingRow, BookingCommand, BookingChange & { byFamily: boolean; quiet: boolean }> = {
  table: 'home_bookings',
  read: ({ tx }, id) => lockBooking(tx, id),
  fresh: async (_work, { id, version }) => ({ id, version }),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: (row, action) => (action === 'delete' ? `${NOUN}不能删除` : closedBooking(row, action)),
  decide(row, command, now) {
    const decision = decideBooking(row, command, now);
    if ('refusal' in decision || decision.change === null) return decision as { change: null };
    const byFamily = command.action === 'cancel' && command.hours !== null;
    return { change: { ...decision.change, byFamily, quiet: command.action === 'move' && command.quiet === true } };
  },
  columns: (_work, _row, { set }) => set,
  async follow(work, { work_order_id: orderId }, { cancelOrder }) {
    if (cancelOrder !== null && orderId !== null) await cancelBookedOrder(work, orderId, cancelOrder);
  },
  async record(work, { id, phone }, change) {
    // Read anew: the order that was made or moved says when the carer comes.
    const row = await lockBooking(work.tx, id);
    const text = change.quiet ? null : said(row, change, change.byFamily);
    if (text !== null) await textFamily(work, phone, text);
    await work.emit('home-booking.changed', { bookingId: id });
  },
};

export const { pending, confirmed, cancelled, finished } = bookingStates;
