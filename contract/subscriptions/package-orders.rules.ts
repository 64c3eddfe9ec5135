/** Package orders: states, what may be done in which, deadlines. Times are epoch milliseconds. Pure. */
import { DAY, midnightOf } from '../time.ts';

export const payStatus = { pending: 1, paid: 2, failed: 3, timedOut: 4, cancelled: 5, paying: 6 } as const;
export const payStatusLabels: Record<number, string> = { 1: '待支付', 2: '已支付', 3: '支付失败', 4: '已超时', 5: '已取消', 6: '支付中' };

export const orderStatus = { waiting: 1, verified: 2 } as const;
export const orderStatusLabels: Record<number, string> = { 1: '待核实', 2: '已核实' };

export const payTypes = { wechat: 1, alipay: 2, transfer: 3, bank: 4 } as const;
export const payTypeLabels: Record<number, string> = { 1: '微信支付', 2: '支付宝', 3: '对公转账', 4: '银行支付' };

/** Where an order was made. */
export const orderSources = { tenant: 1, platform: 2, external: 3 } as const;
export const orderSourceLabels: Record<number, string> = { 1: '登录后订购', 2: '平台代订', 3: '登录外订购' };

/** Of the receipt of a transfer: a later one replaces a waiting one, cancelling the order withdraws it. */
export const billStates = { waiting: 1, verified: 2, refused: 3, replaced: 4, withdrawn: 5 } as const;
export const billStateLabels: Record<number, string> = { 1: '待核实', 2: '已核实', 3: '已退回', 4: '已覆盖', 5: '已撤回' };

/** What the platform notes of money beside the gateways; another person confirms it. */
export const claimKinds = { receive: 1, refund: 2 } as const;
export const claimKindLabels: Record<number, string> = { 1: '到账待退', 2: '退款' };
export const claimStates = { waiting: 1, confirmed: 2, refused: 3 } as const;
export const claimStateLabels: Record<number, string> = { 1: '待复核', 2: '已确认', 3: '已退回' };
/** Late money is at most so many times what its order cost: more is a slip of the pen. */
export const MOST_LATE_TIMES = 2;

/** `bill`: a receipt waits to be verified. */
export interface OrderState {
  payStatus: number;
  bill: boolean;
}

export type OrderAction = 'pay' | 'bill' | 'cancel' | 'expire' | 'verify' | 'refuse' | 'fail' | 'settle';

const { pending, paid, failed, timedOut, cancelled, paying } = payStatus;
const open = (state: OrderState) => state.payStatus === pending || state.payStatus === paying;
const billed = (state: OrderState) => state.payStatus === paying && state.bill;

const OPEN: Record<OrderAction, (state: OrderState) => boolean> = {
  /** Choosing how to pay; again, to choose otherwise. */
  pay: open,
  bill: open,
  cancel: open,
  /** Whoever has sent a receipt waits for us, not the other way round. */
  expire: (state) => open(state) && !state.bill,
  verify: billed,
  refuse: billed,
  /** The platform finds that the money never came. */
  fail: (state) => state.payStatus === paying,
  /** A gateway says that it was paid. */
  settle: open,
};

const AFTER: Record<OrderAction, number | null> = {
  pay: paying,
  bill: paying,
  cancel: cancelled,
  expire: timedOut,
  verify: paid,
  refuse: null,
  fail: failed,
  settle: paid,
};

/** Whether an action is open to an order: guards the server and shows the button. */
export const canDo = (action: OrderAction, state: OrderState) => OPEN[action](state);

/** The pay status after an action. */
export const after = (action: OrderAction, state: OrderState) => AFTER[action] ?? state.payStatus;

/** How actions are called in the order's log and where they are refused. */
export const orderActionLabels: Record<OrderAction | 'create' | 'activate' | 'receive' | 'refund' | 'confirm' | 'decline', string> = {
  create: '提交订单',
  pay: '发起支付',
  bill: '提交回执单',
  cancel: '取消订单',
  expire: '超时关闭',
  verify: '核实到账',
  refuse: '退回回执单',
  fail: '判定支付失败',
  settle: '支付到账',
  activate: '开通产品包',
  receive: '登记到账待退',
  refund: '登记退款',
  confirm: '复核通过',
  decline: '复核退回',
};

/** The step of the purchase dialog: 1 choose, 2 pay, 3 transfer. An order that has ended begins anew. */
export function dialogStep(status: number | null): 1 | 2 | 3 {
  if (status === pending) return 2;
  return status === paying ? 3 : 1;
}

const MINUTES_23_59 = (23 * 60 + 59) * 60_000;

/** 23:59 in Shanghai of the day of `at`, or of the next day when that minute has begun. */
export function deadlineOf(at: number): number {
  const midnight = midnightOf(at);
  const deadline = midnight + MINUTES_23_59;
  return at < deadline ? deadline : deadline + DAY;
}

/** A buyer whose receipt was sent back has until 23:59 of the next day. */
export const deadlineAfterRefusal = (at: number) => deadlineOf(at) + DAY;

/** A transfer is verified, and the package opened, within 24 hours of its receipt. */
export const dueOf = (at: number) => at + DAY;

/** The wire's number: TC, the day, four digits or more. `day` as yyyy-MM-dd. */
export const numberOf = (day: string, serial: number) => `TC${day.replaceAll('-', '')}${String(serial).padStart(4, '0')}`;
