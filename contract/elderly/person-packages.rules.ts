/** What a person's package can be and what can happen to it. Pure. */

/** As lists show it: worked out from the dates, the counts and whether it was voided. */
export const packageState = { pending: 1, inUse: 2, usedUp: 3, expired: 4, voided: 5 } as const;
export type PackageState = (typeof packageState)[keyof typeof packageState];
export const packageStateLabels: Record<number, string> = { 1: '待生效', 2: '使用中', 3: '已用完', 4: '已过期', 5: '已作废' };

/** Within so many days its end is near. */
export const EXPIRES_SOON = 30;

/** What the ledger of a package writes down. */
export const packageAction = { granted: 1, taken: 2, givenBack: 3, totalChanged: 4, projectRemoved: 5, voided: 6, deleted: 7 } as const;
export type PackageAction = (typeof packageAction)[keyof typeof packageAction];
export const packageActionLabels: Record<number, string> = {
  1: '添加服务包',
  2: '使用',
  3: '退回',
  4: '修改次数',
  5: '删除项目',
  6: '作废',
  7: '删除服务包',
};

export interface Held {
  name: string;
  voided: boolean;
  /** yyyy-MM-dd, both inclusive. */
  startsOn: string;
  endsOn: string;
}

/** The state on `today` (yyyy-MM-dd) with `left` counts of all projects. */
export function stateOf({ voided, startsOn, endsOn }: Omit<Held, 'name'>, left: number, today: string): PackageState {
  if (voided) return packageState.voided;
  if (endsOn < today) return packageState.expired;
  if (left === 0) return packageState.usedUp;
  return startsOn > today ? packageState.pending : packageState.inUse;
}

/** Why a package cannot pay for a service on `day` (yyyy-MM-dd); null when it can. */
export function unusable({ name, voided, startsOn, endsOn }: Held, day: string): string | null {
  if (voided) return `服务包“${name}”已作废，不能使用`;
  if (endsOn < day) return `服务包“${name}”有效期至${endsOn}，不能用于${day}的服务`;
  if (startsOn > day) return `服务包“${name}”自${startsOn}起生效，不能用于${day}的服务`;
  return null;
}

/** Why a project's total cannot become `total`; null when it can. */
export const totalRefusal = (total: number, used: number) => (total < used ? `总次数不能少于已使用的${used}次` : null);
