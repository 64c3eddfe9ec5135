/**
 * What each command makes of a package order and of the receipt that waits. State and change are in the words of the rows' columns. Pure.
 */
import { fenText } from '../money.ts';
import { instantOf, isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';
import {
  after,
  billStates,
  canDo,
  deadlineAfterRefusal,
  orderActionLabels,
  payStatus,
  payStatusLabels,
  payTypeLabels,
  payTypes,
} from './package-orders.rules.ts';
import type { OrderAction } from './package-orders.rules.ts';

/** What of an order's row decides. */
export interface PackageState {
  pay_status: number;
  pay_type: number | null;
  total_fen: number;
  deadline_at: string;
  /** The receipt that waits. */
  bill: { bill_no: string; receipt_no: string } | null;
}

interface Verifier {
  userId: number;
  name: string;
}

export type PackageCommand =
  | { action: 'pay'; by: string; payType: number }
  | { action: 'bill'; by: string; billNo: string; receiptNo: string }
  | { action: 'cancel'; by: string }
  | { action: 'expire'; reason: string }
  | { action: 'verify'; by: Verifier }
  | { action: 'refuse' | 'fail'; by: Verifier; reason: string }
  /** `payType` null: nothing was to be paid. */
  | { action: 'settle'; payType: number | null; note: string };

interface Columns {
  pay_status: number;
  pay_type: number;
  paid_at: string;
  verified_by: number;
  verified_name: string;
  deadline_at: string;
  closed_at: string;
  close_reason: string;
}

export interface PackageChange {
  action: OrderAction;
  set: Partial<Columns>;
  /** Of the order's log: what, and by whom; null for what the product itself does. */
  note: string;
  by: string | null;
  /** Columns of the receipt that waits. */
  bill?: { state: number; decided_by?: number; decided_name?: string; decided_at?: string; reason?: string } | undefined;
}

const BY_BUYER: ReadonlySet<OrderAction> = new Set(['pay', 'bill', 'cancel']);

/** Of an order that can still be paid: what its receipt has to do with an action that is not open. */
const OF_RECEIPT: Partial<Record<OrderAction, string>> = {
  verify: '没有待核实的回执单',
  refuse: '没有待核实的回执单',
  expire: '有待核实的回执单',
};

/** Why an action is not open to an order at `now`; null when it is. */
export function closedPackage(order: PackageState, action: OrderAction, now: number): string | null {
  const state = { payStatus: order.pay_status, bill: order.bill !== null };
  // Past its deadline an order is as good as ended, also while it has not been ended yet; money that has come all the same is taken.
  const late = canDo('expire', state) && BY_BUYER.has(action) && instantOf(order.deadline_at) <= now;
  if (late) return `订单${payStatusLabels[payStatus.timedOut]}，不能${orderActionLabels[action]}`;
  if (canDo(action, state)) return null;
  const why = canDo('pay', state) ? OF_RECEIPT[action] : undefined;
  return `订单${why ?? payStatusLabels[order.pay_status]}，不能${orderActionLabels[action]}`;
}

/** The change of an order by a command at `now`, or why it is refused. */
export function decidePackage(order: PackageState, command: PackageCommand, now: number): Decision<PackageChange> {
  const { action } = command;
  const why = closedPackage(order, action, now);
  if (why !== null) return { refusal: why, status: 409 };
  const { bill } = order;
  const at = isoOf(now);
  const to = (set: Partial<Columns>, note: string, by: string | null, receipt?: PackageChange['bill']) => {
    const pay_status = after(action, { payStatus: order.pay_status, bill: bill !== null });
    return { change: { action, set: { ...set, pay_status }, note, by, bill: bill ? receipt : undefined } };
  };
  const decided = ({ userId, name }: Verifier) => ({ decided_by: userId, decided_name: name, decided_at: at });
  switch (action) {
    case 'pay': {
      const { payType, by } = command;
      // A page that is loaded again asks again: that is no new step.
      if (order.pay_status === payStatus.paying && order.pay_type === payType) return { change: null };
      return to({ pay_type: payType }, payTypeLabels[payType] as string, by);
    }
    case 'bill': {
      const earlier = bill ? `，覆盖之前的回执单（流水号${bill.bill_no}，回单编号${bill.receipt_no}）` : '';
      const note = `流水号${command.billNo}，回单编号${command.receiptNo}${earlier}`;
      return to({ pay_type: payTypes.transfer }, note, command.by, { state: billStates.replaced });
    }
    case 'cancel': {
      const note = bill ? '已提交的回执单一并撤回' : '';
      return to({ closed_at: at, close_reason: '用户取消' }, note, command.by, { state: billStates.withdrawn });
    }
    case 'expire':
      return to({ closed_at: at, close_reason: command.reason }, command.reason, null);
    case 'verify': {
      const { userId, name } = command.by;
      const note = `到账${fenText(order.total_fen)}，流水号${bill?.bill_no}`;
      const set = { paid_at: at, pay_type: payTypes.transfer, verified_by: userId, verified_name: name };
      return to(set, note, name, { state: billStates.verified, ...decided(command.by) });
    }
    case 'refuse':
    case 'fail': {
      const { by, reason } = command;
      const receipt = { state: billStates.refused, ...decided(by), reason };
      const set = action === 'refuse' ? { deadline_at: isoOf(deadlineAfterRefusal(now)) } : { closed_at: at, close_reason: reason };
      return to(set, reason, by.name, receipt);
    }
    case 'settle': {
      const { payType, note } = command;
      return to({ paid_at: at, ...(payType === null ? {} : { pay_type: payType }) }, note, null, { state: billStates.withdrawn });
    }
  }
}
