/** Pass codes of a lock: how one comes to be, works, and ends. Pure. */

export const passcodeKinds = { permanent: 1, period: 2, once: 3 } as const;
export const passcodeKindLabels: Record<number, string> = { 1: '永久', 2: '限时', 3: '一次性' };

/** `waiting`: the lock has still to learn it. */
export const passcodeStates = { waiting: 1, active: 2, failed: 3, revoked: 4, expired: 5 } as const;
export const passcodeStateLabels: Record<number, string> = { 1: '待生效', 2: '生效中', 3: '下发失败', 4: '已撤销', 5: '已到期' };

/** Whether the lock has still to forget a code that has ended. */
export const removals = { none: 0, pending: 1, done: 2 } as const;

export type PasscodeEvent = 'confirm' | 'fail' | 'retry' | 'revoke' | 'expire';

const { waiting, active, failed, revoked, expired } = passcodeStates;
const MOVES: Record<PasscodeEvent, { from: readonly number[]; to: number }> = {
  confirm: { from: [waiting], to: active },
  fail: { from: [waiting], to: failed },
  retry: { from: [failed], to: waiting },
  revoke: { from: [waiting, active, failed], to: revoked },
  expire: { from: [waiting, active, failed], to: expired },
};

/** The state after `event`, or null when it may not happen now. */
export const nextState = (state: number, event: PasscodeEvent): number | null =>
  MOVES[event].from.includes(state) ? MOVES[event].to : null;
/** The states in which an event may happen. */
export const statesBefore = (event: PasscodeEvent): readonly number[] => MOVES[event].from;

export const SHORTEST_CODE = 6;
export const LONGEST_CODE = 9;

/**
 * Whether a code is one that a stranger tries first: one digit again and again, a row up or down,
 * a pair or triple repeated, or a year-like day of birth.
 */
export function isEasyCode(code: string): boolean {
  const steps = [...code].slice(1).map((digit, at) => (Number(digit) - Number(code[at]) + 10) % 10);
  if (new Set(steps).size === 1 && [0, 1, 9].includes(steps[0] as number)) return true;
  if (new Set(code).size < 3) return true;
  if ([2, 3].some((length) => code.length % length === 0 && code === code.slice(0, length).repeat(code.length / length))) return true;
  return /^(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(code);
}

/** A one-time code is for one visit: it may not wait for days. */
export const MOST_ONCE_HOURS = 24;

/** Why a resident opens a door no more whose room they have left. */
export const MOVED_AWAY = '不再住该房间';
