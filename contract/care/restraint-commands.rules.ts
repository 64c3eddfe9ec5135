/** What each command makes of a restraint (约束), when it is to be looked at, and how long it was. Times of functions are epoch ms. Pure. */
import { HOUR, MINUTE, instantOf, isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';

export const restraintStates = { ordered: 1, begun: 2, released: 3, withdrawn: 4 } as const;
export const restraintStateLabels: Readonly<Record<number, string>> = { 1: '待执行', 2: '约束中', 3: '已解除', 4: '已作废' };

export const restraintKinds: Readonly<Record<number, string>> = {
  1: '手腕约束带',
  2: '约束手套',
  3: '约束背心',
  4: '座椅约束带',
  5: '下肢约束带',
  6: '全封闭床栏',
  9: '其他',
};
export const restraintReasons: Readonly<Record<number, string>> = {
  1: '防止拔管',
  2: '防止跌倒坠床',
  3: '防止伤人自伤',
  4: '配合治疗',
  9: '其他',
};
const OTHER = 9;
export const ordererRoles: Readonly<Record<number, string>> = { 1: '医生', 2: '护士' };

/** What is looked at; 1 is as it should be. */
export const bloodLabels: Readonly<Record<number, string>> = { 1: '血运良好', 2: '发凉发紫', 3: '肿胀麻木' };
export const restrainedSkinLabels: Readonly<Record<number, string>> = { 1: '皮肤完好', 2: '皮肤发红', 3: '皮肤破损' };
export const restrainedMoodLabels: Readonly<Record<number, string>> = { 1: '安静', 2: '躁动', 3: '挣扎抗拒' };

/** What was done without a network is taken so long afterwards. */
export const RESTRAINT_LATE_HOURS = 72;
/** The clock of a phone may be so far ahead. */
const AHEAD_MS = 5 * MINUTE;

export interface RestraintState {
  state: number;
  hours: number;
  look_minutes: number;
  loosen_minutes: number;
  ordered_at: string;
  begun_at: string | null;
  looked_at: string | null;
  loosened_at: string | null;
}

export interface Look {
  loosened: boolean;
  blood: number;
  skin: number;
  mood: number;
  note: string;
}

/** `at`: when it was done, epoch ms. */
export type RestraintCommand =
  | { action: 'begin'; by: string; at: number }
  | { action: 'look'; at: number; look: Look }
  | { action: 'release'; by: string; at: number; note: string }
  | { action: 'withdraw'; by: string; at: number; note: string };
export type RestraintAction = RestraintCommand['action'];

const actionLabels: Record<RestraintAction | 'delete', string> = {
  begin: '开始约束',
  look: '登记观察',
  release: '解除约束',
  withdraw: '作废',
  delete: '删除',
};
const openTo: Record<RestraintAction, number> = { begin: 1, look: 2, release: 2, withdraw: 1 };

/** Why an action is not open to a restraint; null when it is. */
export function closedRestraint({ state }: Pick<RestraintState, 'state'>, action: RestraintAction | 'delete'): string | null {
  return action !== 'delete' && state === openTo[action] ? null : `该约束单${restraintStateLabels[state]}，不能${actionLabels[action]}`;
}

/** Why an order cannot be given; null when it can. `most`: hours that the institution allows. */
export function orderProblem(
  { hours, reason, reasonNote, consentDay }: { hours: number; reason: number; reasonNote: string; consentDay: string },
  most: number,
  today: string,
): string | null {
  if (hours > most) return `约束时限不能超过${most}小时，到时仍需约束的请重新评估并开单`;
  if (reason === OTHER && reasonNote === '') return '请说明约束原因';
  return consentDay > today ? '知情同意日期不能晚于今天' : null;
}

/** What a look says that is to be acted on; empty when all is as it should be. */
export const lookConcerns = ({ blood, skin, mood }: Pick<Look, 'blood' | 'skin' | 'mood'>): string[] =>
  [
    blood === 1 ? '' : bloodLabels[blood],
    skin === 1 ? '' : restrainedSkinLabels[skin],
    mood === 1 ? '' : restrainedMoodLabels[mood],
  ].filter((word): word is string => Boolean(word));

/** Until when a restraint may last; null before it has begun. */
export const limitOf = ({ begun_at, hours }: Pick<RestraintState, 'begun_at' | 'hours'>): number | null =>
  begun_at === null ? null : instantOf(begun_at) + hours * HOUR;

export interface Due {
  what: 'look' | 'loosen' | 'release';
  at: number;
}

/** What is to be done next at `now` of a restraint under way, and until when; null of another. Past its limit nothing else counts. */
export function nextDue(row: RestraintState, now: number): Due | null {
  if (row.state !== restraintStates.begun) return null;
  const limit = limitOf(row)!;
  const look = instantOf(row.looked_at!) + row.look_minutes * MINUTE;
  const loosen = instantOf(row.loosened_at!) + row.loosen_minutes * MINUTE;
  const first = limit <= now ? limit : Math.min(limit, look, loosen);
  return { what: first === limit ? 'release' : first === loosen ? 'loosen' : 'look', at: first };
}

/** What the wire has of a restraint's times. */
export interface RestraintTimes {
  state: number;
  hours: number;
  lookMinutes: number;
  loosenMinutes: number;
  orderedTime: string;
  beginTime: string | null;
  lookTime: string | null;
  loosenTime: string | null;
}

/** `nextDue` of a restraint as the wire has it. */
export const dueOf = (row: RestraintTimes, now: number): Due | null =>
  nextDue(
    {
      state: row.state,
      hours: row.hours,
      look_minutes: row.lookMinutes,
      loosen_minutes: row.loosenMinutes,
      ordered_at: row.orderedTime,
      begun_at: row.beginTime,
      looked_at: row.lookTime,
      loosened_at: row.loosenTime,
    },
    now,
  );

/** Hours with one decimal between two moments as far as they lie in a span; 0 without a beginning. `until` null: it goes on at `now`. */
export function hoursWithin(from: number | null, until: number | null, span: { from: number; until: number }, now: number): number {
  if (from === null) return 0;
  const ms = Math.min(until ?? now, span.until) - Math.max(from, span.from);
  return ms <= 0 ? 0 : Math.round((ms / HOUR) * 10) / 10;
}

export interface RestraintChange {
  action: RestraintAction;
  set: Record<string, unknown>;
  look: Look | null;
  /** As it is written down. */
  at: string;
}

function momentProblem(row: RestraintState, command: RestraintCommand, now: number): string | null {
  const { at, action } = command;
  if (at > now + AHEAD_MS) return '时间不能晚于现在，请检查手机时间';
  if (at < now - RESTRAINT_LATE_HOURS * HOUR) return `只能补记${RESTRAINT_LATE_HOURS}小时内的情况`;
  // The order is written in the office, what follows with the clock of a phone.
  if (action === 'begin' && at < instantOf(row.ordered_at) - AHEAD_MS) return '开始时间不能早于开单时间';
  return action !== 'begin' && row.begun_at !== null && at < instantOf(row.begun_at) ? '时间不能早于约束开始时间' : null;
}

/** What a command makes of a restraint at `now`. */
export function decideRestraint(row: RestraintState, command: RestraintCommand, now: number): Decision<RestraintChange> {
  const { action } = command;
  const closed = closedRestraint(row, action);
  if (closed !== null) return { refusal: closed, status: 409 };
  const problem = momentProblem(row, command, now);
  if (problem !== null) return { refusal: problem, status: 422 };
  const at = isoOf(Math.min(command.at, now));
  const change = (set: Record<string, unknown>, look: Look | null = null) => ({ change: { action, set, look, at } });
  if (command.action === 'begin')
    return change({ state: restraintStates.begun, begun_at: at, begun_name: command.by, looked_at: at, loosened_at: at });
  if (command.action === 'look') {
    if (lookConcerns(command.look).length > 0 && command.look.note === '') return { refusal: '观察有异常，请说明情况和处理', status: 422 };
    // A look that was sent late does not set back a newer one.
    const later = (column: string | null) => (column !== null && instantOf(column) > command.at ? isoOf(instantOf(column)) : at);
    const loosened = command.look.loosened ? { loosened_at: later(row.loosened_at) } : {};
    return change({ looked_at: later(row.looked_at), ...loosened }, command.look);
  }
  if (command.note === '') return { refusal: action === 'release' ? '请填写解除时的情况' : '请填写作废原因', status: 422 };
  const state = action === 'release' ? restraintStates.released : restraintStates.withdrawn;
  return change({ state, ended_at: at, ended_name: command.by, end_note: command.note });
}

/** Shortly before the limit. */
export const LIMIT_SOON = '时限将到，应解除';
export const dueTexts = { look: '应观察', loosen: '应松解', release: '时限已到，应立即解除' } as const;
