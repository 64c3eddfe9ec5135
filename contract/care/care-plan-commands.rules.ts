/** What each command makes of a care plan. State and change are in the words of the row's columns. Pure. */
import { DAY, dayOf, instantOf, isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';

export const planStates = { draft: 1, running: 2, stopped: 3 } as const;
export const planStateLabels: Record<number, string> = { 1: '草稿', 2: '执行中', 3: '已停止' };

export const reviewOutcomes: Record<number, string> = { 1: '继续执行', 2: '需要调整', 3: '目标已达成' };

/** A version may begin so many days from now, and be reviewed again within so many. */
export const MOST_DAYS_AHEAD = 90;
export const MOST_REVIEW_DAYS = 366;
export const USUAL_REVIEW_DAYS = 28;

export interface PlanState {
  state: number;
  serial: number;
  starts_at: string | null;
  ends_at: string | null;
}

export type PlanCommand =
  | { action: 'edit'; set: Record<string, unknown> }
  /** `at`: epoch ms. */
  | { action: 'start'; at: number }
  /** Another version takes its place from `at` on. */
  | { action: 'replace'; at: number; by: string; serial: number }
  /** The one that was to take its place will not. */
  | { action: 'go_on' }
  | { action: 'stop'; by: string; reason: string }
  /** Its last moment has passed. */
  | { action: 'pass' }
  | { action: 'review'; nextDay: string }
  | { action: 'consent'; name: string; day: string };
export type PlanAction = PlanCommand['action'];

const actionLabels: Record<PlanAction | 'delete', string> = {
  edit: '修改',
  start: '执行',
  replace: '替换',
  go_on: '恢复',
  stop: '停止',
  pass: '结束',
  review: '复核',
  consent: '登记知情同意',
  delete: '删除',
};

const { draft, running, stopped } = planStates;
const OPEN: Record<PlanAction | 'delete', number> = {
  edit: draft,
  start: draft,
  delete: draft,
  replace: running,
  go_on: running,
  stop: running,
  pass: running,
  review: running,
  consent: running,
};

/** Why an action is not open to a plan; null when it is. */
export const closedPlan = ({ state }: Pick<PlanState, 'state'>, action: PlanAction | 'delete'): string | null =>
  OPEN[action] === state ? null : `照护计划${planStateLabels[state]}，不能${actionLabels[action]}`;

/** Why a version cannot begin on a day (`yyyy-MM-dd`); null when it can. */
export function startProblem(day: string, now: number): string | null {
  if (day < dayOf(now)) return '开始日期不能早于今天';
  return day > dayOf(now + MOST_DAYS_AHEAD * DAY) ? `开始日期最晚为${MOST_DAYS_AHEAD}天后` : null;
}

/** A version that begins today begins now: what was due before belongs to the one before. */
export const startOf = (day: string, now: number): number => (day === dayOf(now) ? now : instantOf(day));

/** Why a plan cannot be reviewed again on a day; null when it can. */
export function reviewProblem(day: string, now: number): string | null {
  if (day <= dayOf(now)) return '下次复核日期应晚于今天';
  return day > dayOf(now + MOST_REVIEW_DAYS * DAY) ? `下次复核日期最晚为${MOST_REVIEW_DAYS}天后` : null;
}

export interface PlanChange {
  action: PlanAction;
  set: Record<string, unknown>;
}

/** What a command makes of a plan at `now` (epoch ms). */
export function decidePlan(row: PlanState, command: PlanCommand, now: number): Decision<PlanChange> {
  const { action } = command;
  const closed = closedPlan(row, action);
  if (closed !== null) return { refusal: closed, status: 409 };
  const changed = (set: Record<string, unknown>) => ({ change: { action, set } });
  switch (command.action) {
    case 'edit':
      return changed(command.set);
    case 'start':
      return changed({ state: running, starts_at: isoOf(command.at) });
    case 'replace': {
      const set = { ends_at: isoOf(command.at), ended_by: command.by, end_reason: `由第${command.serial}版替代` };
      return changed(command.at > now ? set : { ...set, state: stopped });
    }
    case 'go_on':
      return changed({ ends_at: null, ended_by: null, end_reason: null });
    case 'stop': {
      // One that has not begun ends as it begins.
      const starts = instantOf(row.starts_at!);
      return changed({ state: stopped, ends_at: isoOf(Math.max(now, starts)), ended_by: command.by, end_reason: command.reason });
    }
    case 'pass':
      return row.ends_at !== null && instantOf(row.ends_at) <= now ? changed({ state: stopped }) : { change: null };
    case 'review':
      return changed({ next_review_on: command.nextDay });
    default:
      return changed({ consent_name: command.name, consent_on: command.day });
  }
}
