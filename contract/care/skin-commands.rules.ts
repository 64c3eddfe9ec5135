/** What each command makes of a finding of the skin. State and change are in the words of the row's columns. Pure. */
import { partLabel } from '../body-parts.rules.ts';
import { HOUR, MINUTE, instantOf, isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';

export const skinStates = { open: 1, healed: 2 } as const;
export const skinStateLabels: Readonly<Record<number, string>> = { 1: '未愈合', 2: '已愈合' };

export const skinKinds: Readonly<Record<number, string>> = {
  1: '压疮1期',
  2: '压疮2期',
  3: '压疮3期',
  4: '压疮4期',
  5: '压疮不可分期',
  6: '深部组织损伤',
  11: '皮肤破损',
  12: '皮疹',
  13: '淤青',
  14: '术后切口',
  99: '其他',
};
const MOST_STAGE = 4;
const LAST_PRESSURE = 6;
/** Whether there is a kind of that number. */
export const isSkinKind = (kind: number): boolean => Object.hasOwn(skinKinds, kind);
/** Whether it is a pressure sore of any stage. */
export const isPressure = (kind: number): boolean => kind >= 1 && kind <= LAST_PRESSURE;
/** Whether it is to be reported as an adverse event: a pressure sore that is open or deep. */
export const isGraveSkin = (kind: number): boolean => isPressure(kind) && kind >= 2;

/** What was seen may be entered so long afterwards. */
export const SKIN_LATE_HOURS = 72;
const AHEAD_MS = 5 * MINUTE;

export interface SkinState {
  state: number;
  kind: number;
  seen_at: string;
}

export interface SkinSeen {
  kind: number;
  length_mm: number | null;
  width_mm: number | null;
}

export type SkinCommand =
  /** `at`: when it was seen, epoch ms. */
  { action: 'look' | 'heal'; at: number; seen: SkinSeen };
export type SkinAction = SkinCommand['action'];

const actionLabels: Record<SkinAction | 'delete', string> = { look: '登记观察', heal: '登记愈合', delete: '删除' };

/** Why an action is not open to a finding; null when it is. */
export const closedSkin = ({ state }: Pick<SkinState, 'state'>, action: SkinAction | 'delete'): string | null =>
  state === skinStates.open && action !== 'delete' ? null : `该皮肤记录${skinStateLabels[state]}，不能${actionLabels[action]}`;

/** Why something cannot have been seen at a moment; null when it can. */
export function seenProblem(at: number, now: number): string | null {
  if (at > now + AHEAD_MS) return '观察时间不能晚于现在';
  return at < now - SKIN_LATE_HOURS * HOUR ? `只能补记${SKIN_LATE_HOURS}小时内的观察` : null;
}

/** Why a finding cannot become one of another kind; null when it can. A sore that heals keeps the stage of its deepest. */
export function kindProblem(before: number, kind: number): string | null {
  if (!isPressure(before) || before === kind) return null;
  if (!isPressure(kind)) return '压疮不能改为其他类别';
  return before <= MOST_STAGE && kind < before ? '压疮分期不能回退，愈合中的压疮仍按最深时的分期记录' : null;
}

export interface SkinChange {
  action: SkinAction;
  set: Partial<SkinSeen> & { state: number; seen_at: string; healed_at?: string };
}

/** What a command makes of a finding at `now` (epoch ms). */
export function decideSkin(row: SkinState, { action, at, seen }: SkinCommand, now: number): Decision<SkinChange> {
  const closed = closedSkin(row, action);
  if (closed !== null) return { refusal: closed, status: 409 };
  const problem = seenProblem(at, now) ?? (at < instantOf(row.seen_at) ? '观察时间不能早于上一次观察' : kindProblem(row.kind, seen.kind));
  if (problem !== null) return { refusal: problem, status: 422 };
  const seen_at = isoOf(Math.min(at, now));
  if (action === 'heal') return { change: { action, set: { state: skinStates.healed, seen_at, healed_at: seen_at } } };
  return { change: { action, set: { ...seen, state: skinStates.open, seen_at } } };
}

/** `3×2 cm`, `3 cm`; empty where nothing was measured. */
export const sizeText = ({ length, width }: { length: number | null; width: number | null }): string => {
  const sides = [length, width].filter((side) => side !== null);
  return sides.length === 0 ? '' : `${sides.join('×')} cm`;
};

/** `骶尾部 压疮2期（3×2 cm）` */
export function skinText(one: { part: string; kind: number; length: number | null; width: number | null }): string {
  const size = sizeText(one);
  return `${partLabel(one.part)} ${skinKinds[one.kind] ?? ''}${size === '' ? '' : `（${size}）`}`;
}
