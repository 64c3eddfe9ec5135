/** The money of a person: purses, what moves it, what is taken from where. All sums are fen. Pure. */
import type { Decision } from '../transitions.ts';
import { caseStates, caseStateLabels } from '../approvals/approval-cases.rules.ts';

/** 可用余额 is the person's own and is paid back; 虚拟余额 is subsidies, which are not; 押金 pays for nothing while it is held. */
export const purses = { cash: 1, grant: 2, deposit: 3 } as const;
export const purseLabels: Record<number, string> = { 1: '可用余额', 2: '虚拟余额', 3: '押金' };

/** The first four are those of the dictionary `trading_type`. */
export const movementKinds = { recharge: 1, charge: 2, withdraw: 3, adjust: 4, giveBack: 5, expire: 6, checkout: 7 } as const;
export const movementLabels: Record<number, string> = {
  1: '充值',
  2: '消费',
  3: '退款',
  4: '调整',
  5: '消费退回',
  6: '补贴到期',
  7: '退住结算',
};

/** What a subsidy may pay for. */
export const grantUses = { goods: '商品', service: '服务' } as const;
export type GrantUse = keyof typeof grantUses;
export const grantUseNames = Object.keys(grantUses) as [GrantUse, ...GrantUse[]];

/** 账户余额 of the dictionary `pay_type`. */
export const BY_ACCOUNT = 2;

/** Ways to pay in which no money comes in or goes out: an account, a package, and subsidies, which say their giver. */
export const notMoney: readonly number[] = [BY_ACCOUNT, 3, 5];

/** SK, day, serial: the number of a receipt. */
export const receiptNumber = (day: string, serial: number) => `SK${day.replaceAll('-', '')}${String(serial).padStart(4, '0')}`;

export interface Grant {
  readonly id: number;
  readonly leftFen: number;
  /** yyyy-MM-dd, its last day. */
  readonly expiresOn: string | null;
  /** Empty: all. */
  readonly uses: readonly string[];
}

/** Whether a subsidy pays for this use on a day. */
export const isUsable = ({ leftFen, expiresOn, uses }: Grant, use: GrantUse, day: string): boolean =>
  leftFen > 0 && (expiresOn === null || expiresOn >= day) && (uses.length === 0 || uses.includes(use));

export interface Split {
  readonly cashFen: number;
  readonly grants: readonly { id: number; fen: number }[];
}

/**
 * What a charge takes from where: subsidies for this use first, the one that ends first before the others, then the person's own money.
 * Null when that is not enough; with `overdraft` the rest is owed.
 */
export function splitCharge(
  fen: number,
  { cashFen, grants }: { cashFen: number; grants: readonly Grant[] },
  { use, day, overdraft }: { use: GrantUse; day: string; overdraft: boolean },
): Split | null {
  const taken: { id: number; fen: number }[] = [];
  let rest = fen;
  const inTurn = grants
    .filter((grant) => isUsable(grant, use, day))
    .toSorted((a, b) => (a.expiresOn ?? '9999').localeCompare(b.expiresOn ?? '9999') || a.id - b.id);
  for (const { id, leftFen } of inTurn) {
    const part = Math.min(rest, leftFen);
    if (part > 0) taken.push({ id, fen: part });
    rest -= part;
  }
  return rest > Math.max(0, cashFen) && !overdraft ? null : { cashFen: rest, grants: taken };
}

/** What is there to be spent. */
export const spendable = ({ cashFen, grantFen }: { cashFen: number; grantFen: number }) => cashFen + grantFen;

/** Whether staff are to be told that little is left: less than the limit; without one only when something is owed. */
export const isLow = (purse: { cashFen: number; grantFen: number }, alertFen: number): boolean => spendable(purse) < alertFen;

export const requestStateLabels: Record<number, string> = { ...caseStateLabels, 2: '已执行' };

export type RequestCommand = { action: 'approved' | 'rejected' | 'withdrawn' | 'returned' };
const requestActions: Record<RequestCommand['action'] | 'delete', string> = {
  approved: '批准',
  rejected: '拒绝',
  withdrawn: '撤回',
  returned: '退回',
  delete: '删除',
};

/** Why an action is not open to a request; null when it is. */
export function closedRequest({ state }: { state: number }, action: RequestCommand['action'] | 'delete'): string | null {
  const open = action === 'withdrawn' ? [caseStates.running, caseStates.returned] : action === 'delete' ? [] : [caseStates.running];
  return (open as readonly number[]).includes(state) ? null : `申请${requestStateLabels[state]}，不能${requestActions[action]}`;
}

export interface RequestChange {
  action: RequestCommand['action'];
  set: { state: number };
}

/** What an outcome of its approval makes of a request. */
export function decideRequest(row: { state: number }, { action }: RequestCommand): Decision<RequestChange> {
  const why = closedRequest(row, action);
  return why === null ? { change: { action, set: { state: caseStates[action] } } } : { refusal: why, status: 409 };
}
