/** What each command makes of a goods order. State and change are in the words of the order's columns. Pure. */
import { fenText } from '../money.ts';
import { isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';
import { actionLabels, canDo, delivery, payment, stateText, type GoodsAction, type OrderState } from './goods-orders.rules.ts';

interface Contact {
  orderer_name: string;
  phone: string;
  address: string;
  remarks: string | null;
}

/** What of an order's row decides. */
export interface GoodsState extends OrderState, Contact {
  number: string;
  total_fen: number;
  pay_type: number | null;
}

export type GoodsCommand =
  /** `contact` without remarks leaves them as they are. */
  | { action: 'edit'; contact: Omit<Contact, 'remarks'> & { remarks: string | null | undefined } }
  /** `label` of the way to pay; null when it is none that is offered. */
  | { action: 'pay'; payType: number; label: string | null }
  | { action: 'ship'; carrier: string; trackingNo: string | null }
  | { action: 'sign' | 'delete' }
  | { action: 'cancel'; reason: string }
  | { action: 'refund'; reason: string; restock: boolean };

interface Columns extends OrderState, Contact {
  pay_type: number;
  paid_at: string;
  carrier: string;
  tracking_number: string | null;
  shipped_at: string;
  signed_at: string;
  closed_at: string;
  close_reason: string;
  deleted_at: string;
}

export interface GoodsChange {
  action: GoodsAction;
  set: Partial<Columns>;
  /** Of the order's log. */
  note: string;
  /** A line of money: 1 in, 2 out. */
  money?: { kind: 1 | 2; payType: number };
  /** What was taken out of the stock comes back. */
  restock?: boolean;
  /** The packages of the order are given to the person, or become void for this reason. */
  packages?: { granted: true } | { void: string };
}

/** Why an action is not open to an order; null when it is. */
export const closedGoods = (state: OrderState, action: GoodsAction): string | null =>
  canDo(action, state) ? null : `订单${stateText(state)}，不能${actionLabels[action]}`;

const CONTACT = { orderer_name: '姓名', phone: '电话', address: '地址', remarks: '备注' } as const;

/** The change of an order by a command at `now`, or why it is refused. */
export function decideGoods(state: GoodsState, command: GoodsCommand, now: number): Decision<GoodsChange> {
  const { action } = command;
  const why = closedGoods(state, action);
  if (why !== null) return { refusal: why, status: 409 };
  const at = isoOf(now);
  const to = (set: Partial<Columns>, note: string, more: Partial<GoodsChange> = {}) => ({ change: { action, set, note, ...more } });
  switch (action) {
    case 'edit': {
      const contact = { ...command.contact, remarks: command.contact.remarks === undefined ? state.remarks : command.contact.remarks };
      const changed = (Object.keys(CONTACT) as (keyof typeof CONTACT)[]).filter((key) => state[key] !== contact[key]);
      return changed.length === 0 ? { change: null } : to(contact, changed.map((key) => CONTACT[key]).join('、'));
    }
    case 'pay': {
      const { payType, label } = command;
      if (label === null) return { refusal: '支付方式不可用，请重新选择', status: 422 };
      const more = { money: { kind: 1, payType }, packages: { granted: true } } as const;
      return to({ payment: payment.paid, pay_type: payType, paid_at: at }, `${label} ${fenText(state.total_fen)}`, more);
    }
    case 'ship': {
      const { carrier, trackingNo } = command;
      const note = [carrier, trackingNo].filter(Boolean).join(' ');
      return to({ delivery: delivery.sent, carrier, tracking_number: trackingNo, shipped_at: at }, note);
    }
    case 'sign':
      return to({ delivery: delivery.signed, signed_at: at }, '');
    case 'cancel':
      return to({ payment: payment.cancelled, closed_at: at, close_reason: command.reason }, command.reason, { restock: true });
    case 'refund': {
      // The whole sum goes back the way it came; what was not sent, or was sent back, goes to the stock.
      const { reason } = command;
      const restock = state.delivery === null || state.delivery === delivery.waiting || command.restock;
      const note = [fenText(state.total_fen), restock ? null : '商品未退回', reason].filter(Boolean).join('，');
      const money = { kind: 2, payType: state.pay_type as number } as const;
      const packages = { void: `商品订单 ${state.number} 退款：${reason}` };
      return to({ payment: payment.refunded, closed_at: at, close_reason: reason }, note, { money, packages, restock });
    }
    case 'delete': {
      // Its row, its log and its stock movements stay.
      if (!canDo('cancel', state)) return to({ deleted_at: at }, state.number);
      const set = { deleted_at: at, payment: payment.cancelled, closed_at: at, close_reason: '删除订单' };
      return to(set, state.number, { restock: true });
    }
  }
}
