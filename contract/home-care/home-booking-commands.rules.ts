/** What each command makes of a booking of care at home. State and change are in the words of the row's columns. Pure. */
import { HOUR, instantOf, isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';

export const bookingStates = { pending: 1, confirmed: 2, declined: 3, cancelled: 4, finished: 5 } as const;
export const bookingStateLabels: Readonly<Record<number, string>> = {
  1: '待确认',
  2: '已确认',
  3: '已婉拒',
  4: '已取消',
  5: '已完成',
};
export const bookingSources = { family: 1, staff: 2 } as const;
export const bookingSourceLabels: Readonly<Record<number, string>> = { 1: '家属预约', 2: '员工代约' };

/** What of a row decides; of its order the state and when its first service is planned. */
export interface BookingState {
  state: number;
  order_state: number | null;
  service_at: string | null;
  /** How often family has moved it. */
  family_moves: number;
}

export type BookingCommand =
  | { action: 'confirm'; by: string; orderId: number; set: object }
  | { action: 'decline'; by: string; reason: string }
  /** `hours`: so long before the visit family may still cancel; null for staff. `quiet`: the order was cancelled itself. */
  | { action: 'cancel'; by: string; reason: string | null; hours: number | null; quiet?: boolean }
  /** `quiet`: the order was moved itself. */
  | { action: 'move'; set: object; quiet?: boolean }
  /** Family wishes another half day: it waits to be confirmed anew. `hours` as for `cancel`; `from`: what it was, in words. */
  | { action: 'rebook'; day: string; half: number; hours: number; from: string }
  | { action: 'finish' };
export type BookingAction = BookingCommand['action'];

export const bookingActionLabels: Record<BookingAction, string> = {
  confirm: '确认',
  decline: '婉拒',
  cancel: '取消',
  move: '改约',
  rebook: '改时间',
  finish: '完成',
};

const { pending, confirmed, declined, cancelled, finished } = bookingStates;
const OPEN: Record<BookingAction, readonly number[]> = {
  confirm: [pending],
  decline: [pending],
  cancel: [pending, confirmed],
  move: [pending, confirmed],
  rebook: [pending, confirmed],
  finish: [confirmed],
};

/** The order waits, has a carer or is paused: the service has not begun. */
const NOT_BEGUN = [1, 2, 5];

/** Whether the order of a booking, if there is one, has not begun. */
export const notBegun = ({ order_state }: Pick<BookingState, 'order_state'>): boolean =>
  order_state === null || NOT_BEGUN.includes(order_state);

/** Why an action is not open to a booking; null when it is. */
export const closedBooking = ({ state }: Pick<BookingState, 'state'>, action: BookingAction): string | null =>
  OPEN[action].includes(state) ? null : `该预约${bookingStateLabels[state]}，不能${bookingActionLabels[action]}`;

/** Whether family may cancel at `now` (epoch ms): what waits always, what is confirmed until so many hours before the visit. */
export const mayCancel = ({ state, order_state, service_at }: BookingState, hours: number, now: number): boolean =>
  state === pending ||
  (state === confirmed && notBegun({ order_state }) && service_at !== null && instantOf(service_at) - hours * HOUR >= now);

/** So often family moves one booking by themselves. */
export const FAMILY_MOVES = 3;

/** Why family cannot move a booking at `now` (epoch ms) by themselves; null when they can. */
export function rebookProblem(row: BookingState, hours: number, now: number): string | null {
  if (!mayCancel(row, hours, now)) return `距上门不足${hours}小时，请打电话与机构联系`;
  return row.family_moves >= FAMILY_MOVES ? `已改过${FAMILY_MOVES}次时间，如需再改请打电话与机构联系` : null;
}

/** Whether family can move a booking at `now` by themselves. */
export const mayRebook = (row: BookingState, hours: number, now: number): boolean =>
  OPEN.rebook.includes(row.state) && rebookProblem(row, hours, now) === null;

export interface BookingChange {
  action: BookingAction;
  set: object;
  /** What becomes of the order: it is cancelled, and why. */
  cancelOrder: string | null;
}

/** What a command makes of a booking at `now` (epoch ms). */
export function decideBooking(row: BookingState, command: BookingCommand, now: number): Decision<BookingChange> {
  const { action } = command;
  const closed = closedBooking(row, action);
  if (closed !== null) return { refusal: closed, status: 409 };
  const change = (set: object, cancelOrder: string | null = null): Decision<BookingChange> => ({ change: { action, set, cancelOrder } });
  const ended = { ended_at: isoOf(now) };
  switch (command.action) {
    case 'confirm':
      return change({ ...command.set, state: confirmed, decided_by: command.by, work_order_id: command.orderId });
    case 'decline':
      return change({ ...ended, state: declined, decided_by: command.by, reason: command.reason });
    case 'cancel': {
      const { by, reason, hours, quiet = false } = command;
      if (!quiet && !notBegun(row)) return { refusal: '服务已经开始，不能取消', status: 422 };
      if (hours !== null && !mayCancel(row, hours, now)) return { refusal: `距上门不足${hours}小时，请打电话与机构联系`, status: 422 };
      return change(
        { ...ended, state: cancelled, decided_by: by, reason },
        quiet || row.order_state === null ? null : `预约取消${reason === null ? '' : `：${reason}`}`,
      );
    }
    case 'move':
      return notBegun(row) ? change(command.set) : { refusal: '服务已经开始，不能改约', status: 422 };
    case 'rebook': {
      const { day, half, hours, from } = command;
      const problem = rebookProblem(row, hours, now);
      if (problem !== null) return { refusal: problem, status: 422 };
      const moved = { family_moves: row.family_moves + 1, moved_at: isoOf(now), moved_from: from };
      const undecided = { state: pending, work_order_id: null, decided_by: null, override_reason: null, override_by: null };
      return change({ ...undecided, ...moved, day, half, others: '[]' }, row.order_state === null ? null : '家属改时间');
    }
    case 'finish':
      return change({ ...ended, state: finished });
  }
}
