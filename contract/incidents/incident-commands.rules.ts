/** What each command makes of an incident. State and change are in the words of the row's columns. Pure. */
import { isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';
import { isGrave, isHazard, type Graded } from './incident-types.rules.ts';

export const incidentStates = { reported: 1, working: 2, review: 3, closed: 4 } as const;
export const incidentStateLabels: Readonly<Record<number, string>> = { 1: '待处理', 2: '处理中', 3: '待审核', 4: '已结案' };

export type IncidentCommand =
  | { action: 'edit' | 'tell'; set: object }
  | { action: 'measure' }
  | { action: 'accept'; by: string }
  /** `gaps`: what is still missing, of `gapsOf`. */
  | { action: 'submit'; by: string; gaps: readonly string[] }
  | { action: 'close'; by: string; conclusion: string; gaps: readonly string[] }
  | { action: 'return' | 'reopen'; reason: string };
export type IncidentAction = IncidentCommand['action'];

const actionLabels: Record<IncidentAction | 'delete', string> = {
  edit: '修改',
  tell: '登记告知',
  measure: '变更整改措施',
  accept: '受理',
  submit: '提交审核',
  close: '结案',
  return: '退回',
  reopen: '重新打开',
  delete: '删除',
};

const { reported, working, review, closed } = incidentStates;
const OPEN: Record<IncidentAction | 'delete', readonly number[]> = {
  edit: [reported, working],
  // A written report is often sent after the review.
  tell: [reported, working, review, closed],
  measure: [reported, working],
  accept: [reported],
  submit: [working],
  close: [review],
  return: [review],
  reopen: [closed],
  delete: [reported, working],
};

/** Why an action is not open to an incident; null when it is. */
export const closedIncident = ({ state }: { state: number }, action: IncidentAction | 'delete'): string | null =>
  OPEN[action].includes(state) ? null : `不良事件${incidentStateLabels[state]}，不能${actionLabels[action]}`;

/** What of an incident says whether it is complete. */
export interface Completeness extends Graded {
  causes: readonly number[];
  causeText: string | null;
  measures: number;
  /** Concerned people, and those of them whose family was told. */
  people: number;
  told: number;
  authorityTold: boolean;
}

/** What is missing before an incident may be reviewed. */
export function gapsOf(incident: Completeness): string[] {
  const { severity, causes, causeText, measures, people, told, authorityTold } = incident;
  return [
    ...(severity === null ? ['事件分级'] : []),
    ...(told < people && !isHazard(incident) ? ['告知家属'] : []),
    ...(isGrave(incident) && !authorityTold ? ['报告主管部门'] : []),
    ...(causes.length === 0 && !causeText ? ['原因分析'] : []),
    ...(measures === 0 ? ['整改措施'] : []),
  ];
}

export interface IncidentChange {
  action: IncidentAction;
  set: object;
  /** Of a return, a reopening, a conclusion: what is written into the log. */
  note: string | null;
}

const NOTHING = { closed_at: null, closed_by: null, conclusion: null, submitted_at: null, submitted_by: null };

/** What a command makes of an incident at `now` (epoch ms). */
export function decideIncident(row: { state: number }, command: IncidentCommand, now: number): Decision<IncidentChange> {
  const { action } = command;
  const refusal = closedIncident(row, action);
  if (refusal !== null) return { refusal, status: 409 };
  const change = (set: object, note: string | null = null): Decision<IncidentChange> => ({ change: { action, set, note } });
  const at = isoOf(now);
  switch (command.action) {
    case 'edit':
    case 'tell':
      return change(command.set);
    case 'measure':
      return change({});
    case 'accept':
      return change({ state: working, accepted_at: at, accepted_by: command.by });
    case 'submit':
    case 'close': {
      if (command.gaps.length > 0) return { refusal: `还缺少${command.gaps.join('、')}，不能${actionLabels[action]}`, status: 422 };
      if (command.action === 'submit') return change({ state: review, submitted_at: at, submitted_by: command.by });
      const { by, conclusion } = command;
      return change({ state: closed, closed_at: at, closed_by: by, conclusion, alert_at: null }, conclusion);
    }
    case 'return':
      return change({ state: working, submitted_at: null, submitted_by: null }, command.reason);
    case 'reopen':
      return change({ state: working, ...NOTHING }, command.reason);
  }
}

/** What the log of an incident calls what happened. */
export const incidentEvents = {
  report: '上报',
  edit: '修改',
  accept: '受理',
  family: '告知家属',
  authority: '报告主管部门',
  written: '书面报告',
  measure: '制定整改措施',
  unmeasure: '删除整改措施',
  finish: '完成整改措施',
  submit: '提交审核',
  return: '退回',
  close: '审核结案',
  reopen: '重新打开',
  note: '补充说明',
  observation: '开始观察',
  overdue: '超时提醒',
  delete: '删除',
  restore: '恢复',
} as const;
export type IncidentEvent = keyof typeof incidentEvents;
