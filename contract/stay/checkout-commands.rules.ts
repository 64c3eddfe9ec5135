/** What each command makes of a check-out. State and change are in the words of the row's columns. Pure. */
import { isoOf, nextDay } from '../time.ts';
import type { Decision } from '../transitions.ts';
import { departments, signProblem, signStates, type Department, type Sign } from './checkout-departments.rules.ts';

/** Dictionary `check_out_status`. */
export const checkoutStates = { signing: 1, settling: 2, left: 3, cancelled: 4 } as const;
export const checkoutStateLabels: Readonly<Record<number, string>> = { 1: '待审核', 2: '待结算', 3: '已退住', 4: '已取消' };
/** Dictionary `check_out_log_status`; a cancellation is the request's own, in other words. */
export const checkoutEvents = { asked: 1, agreed: 2, sentBack: 3, settled: 4, left: 5, cancelled: 6 } as const;
export const checkoutEventLabels: Readonly<Record<number, string>> = {
  1: '提交申请',
  2: '审核通过',
  3: '审核驳回',
  4: '费用结算',
  5: '办理退住',
  6: '取消退住',
};

/** `TZ20261124001` */
export const checkoutNumber = (day: string, serial: number): string => `TZ${day.replaceAll('-', '')}${String(serial).padStart(3, '0')}`;

/** 去世 of the dictionary `checkout_destination`. */
export const DIED = 4;
/** `oldman_status` of who leaves: 已离院, or 已故. */
export const statusAfter = (destination: number): 4 | 5 => (destination === DIED ? 5 : 4);

export type CheckoutCommand =
  | { action: 'edit'; set: object }
  | { action: 'sign' | 'sendBack'; department: Department; note: string | null }
  | { action: 'settled'; until: string | null }
  | { action: 'settle'; by: string; set: object }
  | { action: 'cancel'; reason: string };
export type CheckoutAction = CheckoutCommand['action'];

const actionLabels: Record<CheckoutAction, string> = {
  edit: '修改',
  sign: '审核',
  sendBack: '退回',
  settled: '登记已结算日期',
  settle: '办理退住',
  cancel: '取消',
};

const { signing, settling, left, cancelled } = checkoutStates;
const OPEN: Record<CheckoutAction, readonly number[]> = {
  edit: [signing],
  sign: [signing],
  sendBack: [signing],
  settled: [signing, settling],
  settle: [settling],
  cancel: [signing, settling],
};

/** Why an action is not open to a check-out; null when it is. */
export const closedCheckout = ({ state }: { state: number }, action: CheckoutAction | 'delete'): string | null =>
  action !== 'delete' && OPEN[action].includes(state)
    ? null
    : `退住申请${checkoutStateLabels[state]}，不能${action === 'delete' ? '删除' : actionLabels[action]}`;

export interface CheckoutChange {
  action: CheckoutAction;
  set: object;
  /** How signs change; null: none does. */
  sign: { department: Department; state: number; note: string | null } | null;
  /** What the log says. */
  event: number;
  text: string | null;
}

/** What a command makes of a check-out at `now` (epoch ms). */
export function decideCheckout(
  row: { state: number; signs: readonly Sign[] },
  command: CheckoutCommand,
  now: number,
): Decision<CheckoutChange> {
  const { action } = command;
  const refusal = closedCheckout(row, action);
  if (refusal !== null) return { refusal, status: 409 };
  const change = (
    set: object,
    event: number,
    text: string | null = null,
    sign: CheckoutChange['sign'] = null,
  ): Decision<CheckoutChange> => ({
    change: { action, set, sign, event, text },
  });
  switch (command.action) {
    case 'edit':
      return change(command.set, checkoutEvents.asked, '修改后重新提交');
    case 'sign':
    case 'sendBack': {
      const { department, note } = command;
      const problem = signProblem(row.signs, department);
      if (problem !== null) return { refusal: problem, status: 409 };
      const state = command.action === 'sign' ? signStates.agreed : signStates.sentBack;
      const others = row.signs.filter((sign) => sign.department !== department);
      const all = state === signStates.agreed && others.every((sign) => sign.state === signStates.agreed);
      const text = [departments[department], note].filter(Boolean).join('：');
      const event = state === signStates.agreed ? checkoutEvents.agreed : checkoutEvents.sentBack;
      return change({ state: all ? settling : signing }, event, text, { department, state, note });
    }
    case 'settled': {
      const { until } = command;
      return change({ settled_until: until }, checkoutEvents.settled, until === null ? '取消已结算日期' : `费用已结算至${until}`);
    }
    case 'settle': {
      const at = isoOf(now);
      const set = { ...command.set, state: left, settled_at: at, settled_by: command.by, left_at: at, left_by: command.by };
      return change(set, checkoutEvents.left);
    }
    case 'cancel':
      return change({ state: cancelled, cancel_reason: command.reason }, checkoutEvents.cancelled, command.reason);
  }
}

/** How far back and ahead the leave day of a request may be (days). */
const LATE = 31;
const AHEAD = 365;

/** Why a leave day, and a time of death, cannot be; null when they can. Times are texts of `time.ts`, `now` too. */
export function leaveProblem(
  { leaveDate, destination, diedTime }: { leaveDate: string; destination: number; diedTime: string | null },
  now: string,
): string | null {
  const today = now.slice(0, 10);
  if (leaveDate < nextDay(today, -LATE)) return `退住日期不能早于${LATE}天前`;
  if (leaveDate > nextDay(today, AHEAD)) return '退住日期不能晚于一年后';
  if (destination !== DIED) return null;
  if (diedTime === null) return '请填写去世时间';
  if (diedTime > now) return '去世时间不能晚于现在';
  return diedTime.slice(0, 10) === leaveDate ? null : '退住日期应为去世当天';
}
