/** What each command makes of a visit (探访任务), and how one stands on a day. State and change are in the words of the row's columns. Pure. */
import { DAY, dayOf, HOUR, instantOf, isoOf, MINUTE, nextDay } from '../time.ts';
import type { Decision, RefusedCommand } from '../transitions.ts';
import { visitWays, type VisitItem } from './visit-plans.rules.ts';

export const visitStates = { open: 1, begun: 2, done: 3, notReached: 4 } as const;

/** How a visit stands, as lists show it: an open one by the day. */
export const visitPhases = { later: 0, due: 1, begun: 2, overdue: 3, done: 4, notReached: 5, missed: 6 } as const;
export const visitPhaseLabels: Readonly<Record<number, string>> = {
  0: '未到日期',
  1: '待探访',
  2: '探访中',
  3: '已超期',
  4: '已完成',
  5: '未见到人',
  6: '未探访',
};

export const visitResults: Readonly<Record<number, string>> = { 1: '正常', 2: '需关注', 3: '需转介' };
export const notReachedReasons: Readonly<Record<number, string>> = {
  1: '无人应门',
  2: '电话或视频无人接听',
  3: '外出',
  4: '拒绝探访',
  5: '其他',
};
/** Asks for a note. */
export const OTHER_REASON = 5;

/** An overdue visit is made up for within so many days; after that it is missed. */
export const MAKE_UP_DAYS = 7;
/** A visit may be made so many days before its day. */
export const EARLY_DAYS = 3;
/** So many photos of a visit, and of an answer. */
export const MOST_VISIT_PHOTOS = 9;
/** A visit is moved so many days ahead at most. */
export const MOVE_AHEAD_DAYS = 60;
/** So long after its last day a missed visit is still named, and may be moved to be made up for. */
export const MISSED_DAYS = 30;
/** What was done without a network is taken so long afterwards. */
export const LATE_HOURS = 72;
/** The clock of a phone may be so far ahead. */
const AHEAD_MS = 5 * MINUTE;

interface Days {
  state: number;
  due_on: string;
  closes_on: string;
}

/** How a visit stands on `today`: what became of it, else by its days. */
export function visitPhase({ state, due_on, closes_on }: Days, today: string): number {
  if (state === visitStates.done) return visitPhases.done;
  if (state === visitStates.notReached) return visitPhases.notReached;
  if (nextDay(closes_on, MAKE_UP_DAYS) < today) return visitPhases.missed;
  if (state === visitStates.begun) return visitPhases.begun;
  if (closes_on < today) return visitPhases.overdue;
  return due_on <= today ? visitPhases.due : visitPhases.later;
}

/** Whether something is to be done about a visit. */
export const isOpenVisit = (phase: number): boolean => phase <= visitPhases.overdue;

/** Whether a visit was made after its last day. */
export const isLateVisit = ({ doneTime, closeDay }: { doneTime: string | null; closeDay: string }): boolean =>
  doneTime !== null && doneTime.slice(0, 10) > closeDay;

export interface VisitAnswer {
  title: string;
  /** 是 or 否, a choice, a number or a text; empty: not said. */
  value: string;
  /** Of a photo item. */
  files: string[];
}

const saidOf = (answers: readonly VisitAnswer[], title: string): VisitAnswer | undefined => answers.find((one) => one.title === title);

/** What the answers to a plan's items lack or have wrong; null when nothing. */
export function answersProblem(items: readonly VisitItem[], answers: readonly VisitAnswer[]): string | null {
  const stranger = answers.find(({ title }) => !items.some((item) => item.title === title));
  if (stranger) return `“${stranger.title}”不是该计划的探访内容，请刷新后重试`;
  for (const { title, kind, choices, required } of items) {
    const { value = '', files = [] } = saidOf(answers, title) ?? {};
    if (kind === 'photo' ? files.length === 0 : value === '') {
      if (required) return `请填写“${title}”`;
      continue;
    }
    if (kind === 'number' && !/^-?\d{1,9}(\.\d{1,4})?$/.test(value)) return `“${title}”应为数字`;
    const known = kind === 'choice' ? choices : kind === 'yesno' ? ['是', '否'] : null;
    if (known !== null && !known.includes(value)) return `“${title}”的选项不正确，请刷新后重试`;
  }
  return null;
}

/** What is to be looked at on the next visit; null: nothing. */
export function findingOf(items: readonly VisitItem[], answers: readonly VisitAnswer[]): string | null {
  const found = items.flatMap(({ title, kind, carried }) => {
    const value = carried && kind === 'text' ? saidOf(answers, title)?.value : undefined;
    return value ? [value] : [];
  });
  return found.length === 0 ? null : found.join('；');
}

export interface VisitState extends Days {
  /** `HH:mm`; null: any time of the day. */
  due_clock: string | null;
  /** Of its plan: so many days after the due one it is still in time. */
  days_allowed: number;
  user_id: number | null;
  user_name: string | null;
  begun_at: string | null;
  done_name: string | null;
  done_at: string | null;
}

interface Person {
  id: number;
  name: string;
}

/** `by`: who enters it; `dispatcher`: they may also do what is another one's. `at`: when it was done, epoch ms. */
interface Doing {
  by: Person;
  dispatcher: boolean;
  at: number;
}

export type VisitCommand =
  | (Doing & { action: 'begin'; set: Record<string, unknown> })
  | (Doing & { action: 'record'; way: number; result: number; items: readonly VisitItem[]; answers: readonly VisitAnswer[]; set: object })
  | (Doing & { action: 'notReached'; way: number; reason: number; note: string })
  | { action: 'assign'; to: Person }
  /** `to`: another visitor; null: the same. */
  | { action: 'move'; by: Person; dispatcher: boolean; day: string; clock: string | null; to: Person | null; reason: string };
export type VisitAction = VisitCommand['action'];

const actionLabels: Record<VisitAction | 'delete', string> = {
  begin: '开始探访',
  record: '登记探访',
  notReached: '登记未见到人',
  assign: '指派',
  move: '改期',
  delete: '删除',
};

/** Why an action is not open to a visit at `now`, with who was first; null when it is. */
export function closedVisit(row: VisitState, action: VisitAction | 'delete', now: number): string | null {
  if (action === 'delete') return '探访任务不能删除';
  const phase = visitPhase(row, dayOf(now));
  const again = action === 'assign' || action === 'move' ? '' : '重复';
  if (row.state >= visitStates.done)
    return `${row.done_name}已于${row.done_at?.slice(5, 16)}登记该探访，不能${again}${actionLabels[action]}`;
  if (action === 'move' && row.state === visitStates.begun) return '该探访已经开始，不能改期';
  if (action === 'move' && phase === visitPhases.missed)
    return nextDay(row.closes_on, MISSED_DAYS) < dayOf(now) ? `该探访已超期${MISSED_DAYS}天以上，不能改期` : null;
  if (phase === visitPhases.missed) return `该探访已超期${MAKE_UP_DAYS}天以上，不能${actionLabels[action]}`;
  return action === 'begin' && row.state === visitStates.begun ? '该探访已经开始' : null;
}

export interface VisitChange {
  action: VisitAction;
  set: Record<string, unknown>;
  /** Whether the person was reached; null: that is not known by this. */
  reached: boolean | null;
  finding: string | null;
}

/** Why a visit cannot have taken place at a moment; null when it can. */
function momentProblem({ due_on, begun_at }: VisitState, at: number, now: number): string | null {
  if (at > now + AHEAD_MS) return '探访时间不能晚于现在';
  if (at < now - LATE_HOURS * HOUR) return `只能补记${LATE_HOURS}小时内的探访`;
  if (at < instantOf(due_on) - EARLY_DAYS * DAY) return `最多提前${EARLY_DAYS}天探访`;
  return begun_at !== null && at < instantOf(begun_at) ? '探访时间不能早于开始时间' : null;
}

type Move = Extract<VisitCommand, { action: 'move' }>;

/** Why a visit cannot be moved so; null when it can. Another one's visit, and its visitor, are moved by who may assign. */
function moveProblem(row: VisitState, { by, dispatcher, day, clock, to }: Move, now: number): RefusedCommand | null {
  const today = dayOf(now);
  if (row.user_id !== by.id && !dispatcher)
    return { refusal: row.user_id === null ? '该探访还没有探访人，请联系负责指派的员工改期' : `该探访由${row.user_name}负责`, status: 403 };
  if (to !== null && to.id !== row.user_id && !dispatcher) return { refusal: '只有负责指派的员工可以更换探访人', status: 403 };
  if (day < today) return { refusal: '新的探访日期不能早于今天', status: 422 };
  if (day > nextDay(today, MOVE_AHEAD_DAYS)) return { refusal: `最多改到${MOVE_AHEAD_DAYS}天内`, status: 422 };
  const same = day === row.due_on && clock === row.due_clock && (to === null || to.id === row.user_id);
  return same ? { refusal: '请更改日期、时间或探访人', status: 422 } : null;
}

/** What of a moved visit is set. */
const movedTo = (row: VisitState, { by, day, clock, to, reason }: Move, now: number): Record<string, unknown> => ({
  due_on: day,
  closes_on: nextDay(day, row.days_allowed),
  due_clock: clock,
  by_hand: true,
  moved_at: isoOf(now),
  moved_from: row.due_on,
  moved_by: by.name,
  move_reason: reason,
  ...(to === null || to.id === row.user_id ? {} : { user_id: to.id, user_name: to.name }),
});

/** What a command makes of a visit at `now` (epoch ms). The member of staff who does a visit without a visitor becomes its visitor. */
export function decideVisit(row: VisitState, command: VisitCommand, now: number): Decision<VisitChange> {
  const { action } = command;
  const closed = closedVisit(row, action, now);
  if (closed !== null) return { refusal: closed, status: 409 };
  const change = (set: Record<string, unknown>, reached: boolean | null = null, finding: string | null = null) => ({
    change: { action, set, reached, finding },
  });
  if (command.action === 'assign') return change({ user_id: command.to.id, user_name: command.to.name, by_hand: true });
  if (command.action === 'move') return moveProblem(row, command, now) ?? change(movedTo(row, command, now));
  const { by, dispatcher, at } = command;
  if (row.user_id !== null && row.user_id !== by.id && !dispatcher) return { refusal: `该探访由${row.user_name}负责`, status: 403 };
  const problem = momentProblem(row, at, now);
  if (problem !== null) return { refusal: problem, status: 422 };
  const visitor = row.user_id === null ? { user_id: by.id, user_name: by.name } : {};
  const when = isoOf(Math.min(at, now));
  if (command.action === 'begin') return change({ ...visitor, ...command.set, state: visitStates.begun, begun_at: when });
  const done = { ...visitor, done_at: when, entered_at: isoOf(now), done_by: by.id, done_name: by.name, way: command.way };
  if (command.action === 'notReached') {
    if (command.reason === OTHER_REASON && command.note === '') return { refusal: '请说明未见到人的原因', status: 422 };
    return change(
      { ...done, state: visitStates.notReached, reason: command.reason, note: command.note },
      command.reason === 4 ? null : false,
    );
  }
  const wrong = answersProblem(command.items, command.answers);
  if (wrong !== null) return { refusal: wrong, status: 422 };
  const finding = findingOf(command.items, command.answers);
  return change({ ...done, ...command.set, state: visitStates.done, result: command.result, finding }, true, finding);
}

/** How often in a row the person was not reached, after one more visit; a refusal is no absence. */
export const missedAfter = (missed: number, reached: boolean | null): number => (reached === null ? missed : reached ? 0 : missed + 1);

/** Percent of those due that were made, with one decimal; null without any. */
export const coverage = (made: number, due: number): number | null => (due === 0 ? null : Math.round((made / due) * 1000) / 10);

/** 上门、电话 or 视频, and what came of it: 上门 正常. */
export const outcomeText = ({ way, result, reason }: { way: number | null; result: number | null; reason: number | null }): string => {
  const what = result !== null ? visitResults[result] : reason !== null ? `未见到人（${notReachedReasons[reason]}）` : '';
  return [way === null ? '' : visitWays[way], what].filter(Boolean).join(' ');
};
