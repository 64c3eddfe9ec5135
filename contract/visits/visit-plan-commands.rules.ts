/** What each command makes of a plan of visits. State and change are in the words of the row's columns. Pure. */
import type { Decision } from '../transitions.ts';

export const visitPlanStates = { draft: 1, active: 2, paused: 3, ended: 4 } as const;
export const visitPlanStateLabels: Readonly<Record<number, string>> = { 1: '草稿', 2: '执行中', 3: '已暂停', 4: '已结束' };
const { draft, active, paused, ended } = visitPlanStates;

export type VisitPlanCommand = { action: 'start' | 'pause' | 'edit' } | { action: 'end'; reason: string };
export type VisitPlanAction = VisitPlanCommand['action'];

const actionLabels: Record<VisitPlanAction | 'delete', string> = {
  start: '开始执行',
  pause: '暂停',
  edit: '修改',
  end: '结束',
  delete: '删除',
};
const OPEN: Record<VisitPlanAction | 'delete', readonly number[]> = {
  start: [draft, paused],
  pause: [active],
  edit: [draft, active, paused],
  end: [active, paused],
  delete: [draft],
};

/** Why an action is not open to a plan; null when it is. */
export const closedVisitPlan = ({ state }: { state: number }, action: VisitPlanAction | 'delete'): string | null =>
  OPEN[action].includes(state) ? null : `探访计划${visitPlanStateLabels[state]}，不能${actionLabels[action]}`;

export interface VisitPlanChange {
  action: VisitPlanAction;
  set: { state?: number; end_reason?: string };
}

/** What a command makes of a plan: a draft is put in force, rests and goes on, and ends for good with a reason. */
export function decideVisitPlan(row: { state: number }, command: VisitPlanCommand): Decision<VisitPlanChange> {
  const { action } = command;
  const refusal = closedVisitPlan(row, action);
  if (refusal !== null) return { refusal, status: 409 };
  switch (command.action) {
    case 'start':
      return { change: { action, set: { state: active } } };
    case 'pause':
      return { change: { action, set: { state: paused } } };
    case 'end':
      return { change: { action, set: { state: ended, end_reason: command.reason } } };
    case 'edit':
      return { change: { action, set: {} } };
  }
}
