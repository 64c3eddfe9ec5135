/** What each command makes of a round through a floor. State and change are in the words of the row's columns. Pure. */
import { HOUR, MINUTE, instantOf, isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';

export const patrolStates = { walking: 1, done: 2, cancelled: 3 } as const;
export const patrolStateLabels: Readonly<Record<number, string>> = { 1: '巡视中', 2: '已完成', 3: '已取消' };

/** What is said of a resident who is not simply well. */
export const patrolMarks: Readonly<Record<number, string>> = { 1: '不在房间', 2: '睡眠', 3: '需要处理' };
export const NEEDS_SOMETHING = 3;

export interface PatrolState {
  state: number;
  user_id: number;
  user_name: string;
  started_at: string;
}

/** What a phone did without a network is taken so long afterwards. */
export const PATROL_LATE_HOURS = 72;
/** The clock of a phone may be so far ahead. */
const AHEAD_MS = 5 * MINUTE;

/** Why a round cannot have gone from one moment to another (epoch ms; `until` null: it goes on); null when it can. */
export function walkProblem(from: number, until: number | null, now: number): string | null {
  if (Math.max(from, until ?? from) > now + AHEAD_MS) return '巡视时间不能晚于现在，请检查手机时间';
  if (from < now - PATROL_LATE_HOURS * HOUR) return `只能补录${PATROL_LATE_HOURS}小时内的巡视`;
  return until !== null && until < from ? '结束时间不能早于开始时间' : null;
}

export interface Mark {
  personId: number;
  mark: number;
  note: string;
}

export type PatrolCommand =
  /** `at`: when it ended, epoch ms. `people`: how many were to be seen; those without a mark are well. */
  { action: 'finish'; by: number; at: number; people: number; marks: readonly Mark[]; note: string } | { action: 'cancel'; by: number };
export type PatrolAction = PatrolCommand['action'];

const actionLabels: Record<PatrolAction | 'delete', string> = { finish: '结束', cancel: '取消', delete: '删除' };

/** Why an action is not open to a round; null when it is. */
export const closedPatrol = ({ state }: Pick<PatrolState, 'state'>, action: PatrolAction | 'delete'): string | null =>
  state === patrolStates.walking && action !== 'delete' ? null : `该次巡视${patrolStateLabels[state]}，不能${actionLabels[action]}`;

/** Why marks cannot be kept so; null when they can. */
export function marksProblem(marks: readonly Mark[]): string | null {
  if (new Set(marks.map(({ personId }) => personId)).size < marks.length) return '每位服务对象只标记一次';
  return marks.some(({ mark, note }) => mark === NEEDS_SOMETHING && note === '') ? '请说明需要处理的情况' : null;
}

export interface PatrolChange {
  action: PatrolAction;
  set: { state: number; ended_at: string; people?: number; well?: number; note?: string };
  marks: readonly Mark[];
}

/** What a command makes of a round at `now` (epoch ms). Who walked ends it; anybody may cancel one that was left open. */
export function decidePatrol(row: PatrolState, command: PatrolCommand, now: number): Decision<PatrolChange> {
  const closed = closedPatrol(row, command.action);
  if (closed !== null) return { refusal: closed, status: 409 };
  // The clock of a phone may be behind that of the server, by which the round began.
  const endedAt = (at: number) => isoOf(Math.max(instantOf(row.started_at), Math.min(at, now)));
  if (command.action === 'cancel')
    return { change: { action: 'cancel', set: { state: patrolStates.cancelled, ended_at: endedAt(now) }, marks: [] } };
  if (row.user_id !== command.by) return { refusal: `该次巡视由${row.user_name}进行，只能由本人结束`, status: 403 };
  const problem = marksProblem(command.marks);
  if (problem !== null) return { refusal: problem, status: 422 };
  const { at, people, marks, note } = command;
  const set = { state: patrolStates.done, ended_at: endedAt(at), people, well: people - marks.length, note };
  return { change: { action: 'finish', set, marks } };
}
