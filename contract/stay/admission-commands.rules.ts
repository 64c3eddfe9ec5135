/** What each command makes of an admission. State and change are in the words of the row's columns. Pure. */
import { caseStateLabels, caseStates } from '../approvals/approval-cases.rules.ts';
import { isoOf, nextDay } from '../time.ts';
import type { Decision } from '../transitions.ts';

/** The first five are those of its approval. */
export const admissionStates = { ...caseStates, admitted: 6, cancelled: 7 } as const;
export const admissionStateLabels: Readonly<Record<number, string>> = { ...caseStateLabels, 2: '待入住', 6: '已入住', 7: '已取消' };

const { running, approved, returned } = admissionStates;
/** In these a bed is kept for who is to come. */
export const KEEPING: readonly number[] = [running, approved, returned];

export type AdmissionCommand =
  | { action: 'approved' | 'rejected' | 'withdrawn' | 'returned' }
  /** Changed after it was returned, and asked for again. */
  | { action: 'edit'; set: object }
  | { action: 'admit'; by: string }
  | { action: 'cancel'; reason: string };
export type AdmissionAction = AdmissionCommand['action'];

const actionLabels: Record<AdmissionAction, string> = {
  approved: '批准',
  rejected: '拒绝',
  withdrawn: '撤回',
  returned: '退回',
  edit: '修改',
  admit: '办理入住',
  cancel: '取消',
};

const OPEN: Record<AdmissionAction, readonly number[]> = {
  approved: [running],
  rejected: [running],
  withdrawn: [running, returned],
  returned: [running],
  edit: [returned],
  admit: [approved],
  cancel: [approved],
};

/** Why an action is not open to an admission; null when it is. */
export const closedAdmission = ({ state }: { state: number }, action: AdmissionAction): string | null =>
  OPEN[action].includes(state) ? null : `入住申请${admissionStateLabels[state]}，不能${actionLabels[action]}`;

export interface AdmissionChange {
  action: AdmissionAction;
  /** Columns of the row. */
  set: { state: number; admitted_at?: string; admitted_by?: string; cancel_reason?: string };
}

/** What a command makes of an admission at `now` (epoch ms). */
export function decideAdmission(row: { state: number }, command: AdmissionCommand, now: number): Decision<AdmissionChange> {
  const { action } = command;
  const refusal = closedAdmission(row, action);
  if (refusal !== null) return { refusal, status: 409 };
  const change = (set: AdmissionChange['set']): Decision<AdmissionChange> => ({ change: { action, set } });
  switch (command.action) {
    case 'edit':
      return change({ ...command.set, state: running });
    case 'admit':
      return change({ state: admissionStates.admitted, admitted_at: isoOf(now), admitted_by: command.by });
    case 'cancel':
      return change({ state: admissionStates.cancelled, cancel_reason: command.reason });
    default:
      return change({ state: admissionStates[command.action] });
  }
}

/** How late an admission may be entered (days). */
export const MOST_LATE = 31;
/** How far ahead an admission may be planned (days). */
const AHEAD = 365;

/** Why the days of an application cannot be; null when they can. */
export function dayProblem(
  { admitDate, trialDate, endDate }: { admitDate: string; trialDate: string | null; endDate: string },
  today: string,
): string | null {
  if (admitDate < today) return '入住日期不能早于今天';
  if (admitDate > nextDay(today, AHEAD)) return '入住日期不能晚于一年后';
  if (endDate <= admitDate) return '合同到期日期应晚于入住日期';
  if (trialDate !== null && (trialDate < admitDate || trialDate > endDate)) return '试住日期应在入住日期和合同到期日期之间';
  return null;
}

/** `oldman_status` 5. */
const DECEASED = 5;
/** Why a person on record cannot be admitted; null when they can: who left, or who is looked after at home. */
export function personProblem({ status, bedId }: { status: number; bedId: number | null }): string | null {
  if (status === DECEASED) return '该服务对象已故，不能办理入住';
  return bedId === null ? null : '该服务对象已有床位，不能办理入住';
}
