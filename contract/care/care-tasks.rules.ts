/** What each command makes of a care task, and how a task stands at a moment. State and change are in the words of the row's columns. Pure. */
import { HOUR, MINUTE, SECOND, instantOf, isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';

export const taskStates = { open: 1, done: 2, notDone: 3 } as const;

/** How a task stands, as lists show it: an open one by the clock. */
export const taskPhases = { later: 0, due: 1, overdue: 2, done: 3, notDone: 4, missed: 5 } as const;
export const taskPhaseLabels: Record<number, string> = {
  0: '未到时间',
  1: '待执行',
  2: '已超时',
  3: '已完成',
  4: '未完成',
  5: '漏执行',
};

export const notDoneReasons: Record<number, string> = { 1: '拒绝', 2: '外出', 3: '睡眠', 4: '其他' };
export const OTHER_REASON = 4;

/** What was done without a network is taken so long afterwards. */
export const LATE_HOURS = 72;
/** The clock of a phone may be so far ahead. */
const AHEAD_MS = 5 * MINUTE;
/** The page offers it for ten seconds; the answer may take a while. */
export const UNDO_MS = 60 * SECOND;

interface Times {
  state: number;
  opens_at: string;
  due_at: string;
  closes_at: string;
}

/** How a task stands at `now` (epoch ms): what became of it, else by its window. */
export function phaseOf({ state, opens_at, due_at, closes_at }: Times, now: number): number {
  if (state === taskStates.done) return taskPhases.done;
  if (state === taskStates.notDone) return taskPhases.notDone;
  if (instantOf(closes_at) <= now) return taskPhases.missed;
  if (instantOf(due_at) < now) return taskPhases.overdue;
  return instantOf(opens_at) <= now ? taskPhases.due : taskPhases.later;
}

/** Whether something is to be done about a task. */
export const isOpenPhase = (phase: number): boolean => phase <= taskPhases.overdue || phase === taskPhases.missed;

export interface TaskState extends Times {
  two: boolean;
  unit: string | null;
  user_id: number | null;
  user_name: string | null;
  done_at: string | null;
  entered_at: string | null;
}

interface Person {
  id: number;
  name: string;
}

export type TaskCommand =
  /** `at`: when it was done, epoch ms. */
  | { action: 'done'; by: Person; at: number; second: Person | null; value: number | null; note: string | null }
  | { action: 'notDone'; by: Person; at: number; reason: number; note: string | null }
  | { action: 'undo'; by: Person };
export type TaskAction = TaskCommand['action'];

const actionLabels: Record<TaskAction | 'delete', string> = { done: '登记完成', notDone: '登记未完成', undo: '撤销', delete: '删除' };

/** Why an action is not open to a task, with who was first; null when it is. */
export function closedTask(
  { state, user_name, done_at }: Pick<TaskState, 'state' | 'user_name' | 'done_at'>,
  action: TaskAction | 'delete',
) {
  if (action === 'delete') return '照护任务不能删除';
  if ((action === 'undo') !== (state === taskStates.open)) return null;
  if (action === 'undo') return `照护任务待执行，不能${actionLabels.undo}`;
  return `${user_name}已于${done_at?.slice(5, 16)}登记${state === taskStates.done ? '完成' : '未完成'}，不能重复${actionLabels[action]}`;
}

export interface TaskChange {
  action: TaskAction;
  set: Record<string, unknown>;
}

/** Why a task cannot have been dealt with at a moment; null when it can. */
function momentProblem({ opens_at }: Times, at: number, now: number): string | null {
  if (at > now + AHEAD_MS) return '执行时间不能晚于现在';
  if (at < now - LATE_HOURS * HOUR) return `只能补记${LATE_HOURS}小时内的照护任务`;
  return at < instantOf(opens_at) ? '该任务还没有到执行时间' : null;
}

function problemOf(row: TaskState, command: Exclude<TaskCommand, { action: 'undo' }>, now: number): string | null {
  const moment = momentProblem(row, command.at, now);
  if (moment !== null) return moment;
  if (command.action === 'notDone') return command.reason === OTHER_REASON && !command.note ? '请说明未完成的原因' : null;
  if (row.two && command.second === null) return '该任务需要两人完成，请选择另一名护理员';
  if (command.second?.id === command.by.id) return '另一名护理员不能是本人';
  return row.unit !== null && command.value === null ? `请填写数值（${row.unit}）` : null;
}

const EMPTY = {
  done_at: null,
  entered_at: null,
  user_id: null,
  user_name: null,
  second_id: null,
  second_name: null,
  reason: null,
  value: null,
  note: null,
};

/** What a command makes of a task at `now` (epoch ms). */
export function decideTask(row: TaskState, command: TaskCommand, now: number): Decision<TaskChange> {
  const { action, by } = command;
  const closed = closedTask(row, action);
  if (closed !== null) return { refusal: closed, status: 409 };
  if (command.action === 'undo') {
    if (row.user_id !== by.id) return { refusal: '只能由登记人本人撤销', status: 403 };
    if (instantOf(row.entered_at!) < now - UNDO_MS) return { refusal: '已超过可撤销的时间', status: 409 };
    return { change: { action, set: { ...EMPTY, state: taskStates.open } } };
  }
  const problem = problemOf(row, command, now);
  if (problem !== null) return { refusal: problem, status: 422 };
  const set = { ...EMPTY, done_at: isoOf(Math.min(command.at, now)), entered_at: isoOf(now), user_id: by.id, user_name: by.name };
  if (command.action === 'notDone')
    return { change: { action, set: { ...set, state: taskStates.notDone, reason: command.reason, note: command.note } } };
  const second = row.two ? command.second : null;
  const done = { second_id: second?.id ?? null, second_name: second?.name ?? null, value: row.unit === null ? null : command.value };
  return { change: { action, set: { ...set, ...done, state: taskStates.done, note: command.note } } };
}

/** Whether it was done after its window: shown beside 已完成. */
export const isLate = ({ doneTime, closeTime }: { doneTime: string | null; closeTime: string }): boolean =>
  doneTime !== null && doneTime >= closeTime;
