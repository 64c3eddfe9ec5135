/** Goods orders: payment and delivery as two small machines, what may be done in which state, and what an order costs. Pure. */

export const payment = { unpaid: 1, paid: 2, refunded: 3, cancelled: 4 } as const;
export const delivery = { waiting: 1, sent: 2, signed: 3 } as const;
export const paymentLabels: Record<number, string> = { 1: '待支付', 2: '已支付', 3: '已退款', 4: '已取消' };
export const deliveryLabels: Record<number, string> = { 1: '待发货', 2: '已发货', 3: '已签收' };

export const productKind = { goods: 1, package: 2 } as const;
export const productKindLabels: Record<number, string> = { 1: '实物商品', 2: '服务套餐' };

/** `delivery` is null for an order of packages only: there is nothing to send. */
export interface OrderState {
  payment: number;
  delivery: number | null;
}

export type GoodsAction = 'edit' | 'pay' | 'ship' | 'sign' | 'cancel' | 'refund' | 'delete';

const any = [null, delivery.waiting, delivery.sent, delivery.signed] as const;
const unsent = [null, delivery.waiting] as const;

/** For each action the states that it is open in: payment → deliveries. */
const OPEN: Record<GoodsAction, Partial<Record<number, readonly (number | null)[]>>> = {
  // Contact and address matter until the parcel is gone.
  edit: { [payment.unpaid]: unsent, [payment.paid]: [delivery.waiting] },
  pay: { [payment.unpaid]: unsent },
  ship: { [payment.paid]: [delivery.waiting] },
  sign: { [payment.paid]: [delivery.sent] },
  cancel: { [payment.unpaid]: unsent },
  refund: { [payment.paid]: any },
  // Only what never saw money.
  delete: { [payment.unpaid]: unsent, [payment.cancelled]: unsent },
};

/** Whether an action is open to an order: guards the server and shows the button. */
export const canDo = (action: GoodsAction, state: OrderState) => OPEN[action][state.payment]?.includes(state.delivery) ?? false;

/** How an action is called in buttons, in the log and where it is refused; `create` begins an order. */
export const actionLabels: Record<GoodsAction | 'create', string> = {
  create: '创建订单',
  edit: '修改订单',
  pay: '收款',
  ship: '发货',
  sign: '签收',
  cancel: '取消订单',
  refund: '退款',
  delete: '删除订单',
};

/** Where an order stands, in words. */
export const stateText = ({ payment: paid, delivery: sent }: OrderState) =>
  [paymentLabels[paid], paid === payment.paid && sent !== null ? deliveryLabels[sent] : null].filter(Boolean).join('、');

/** A service package of a person (3) is what is bought here, not what it is paid with. */
export const payTypeOffered = (payType: number) => payType !== 3;

/** Of one package a person gets one at a time: counts and days belong to one grant. */
export const mostOf = (kind: number) => (kind === productKind.package ? 1 : 9999);

/** Fen. */
export const totalOf = (lines: readonly { unitFen: number; quantity: number }[]) =>
  lines.reduce((sum, { unitFen, quantity }) => sum + unitFen * quantity, 0);

/** An order with something to send starts waiting for it. */
export const deliveryOf = (lines: readonly { kind: number }[]) =>
  lines.some(({ kind }) => kind === productKind.goods) ? delivery.waiting : null;

/** The wire's number: SP, the day, four digits or more. `day` as yyyy-MM-dd. */
export const numberOf = (day: string, serial: number) => `SP${day.replaceAll('-', '')}${String(serial).padStart(4, '0')}`;
/** Of a sub-order, counted from 1. */
export const lineNumberOf = (number: string, index: number) => `${number}-${String(index).padStart(2, '0')}`;

/** The steps of an order for its step bar; times as they are known. */
export interface GoodsTimes extends OrderState {
  buyTime: string;
  payTime: string | null;
  shipTime: string | null;
  signTime: string | null;
  closeTime: string | null;
}

export interface Step {
  title: string;
  time: string | null;
  state: 'done' | 'current' | 'wait' | 'cancelled';
}

/** The steps of an order as its page draws them, with the time of those that are done. */
export function stepsOf(order: GoodsTimes): Step[] {
  const steps: { title: string; time: string | null }[] = [
    { title: '提交订单', time: order.buyTime },
    { title: order.payment === payment.unpaid ? '待支付' : '已支付', time: order.payTime },
  ];
  if (order.delivery !== null) {
    steps.push({ title: order.shipTime ? '已发货' : '待发货', time: order.shipTime });
    steps.push({ title: order.signTime ? '已签收' : '待签收', time: order.signTime });
  }
  const done = steps.filter(({ time }) => time !== null);
  if (order.payment === payment.cancelled || order.payment === payment.refunded) {
    const end: Step = { title: paymentLabels[order.payment] as string, time: order.closeTime, state: 'cancelled' };
    return [...done.map((step): Step => ({ ...step, state: 'done' })), end];
  }
  return steps.map((step, index) => ({ ...step, state: step.time !== null ? 'done' : index === done.length ? 'current' : 'wait' }));
}
