/** What each command makes of a leave. State and change are in the words of the row's columns. Pure. */
import { caseStateLabels, caseStates } from '../approvals/approval-cases.rules.ts';
import { instantOf, isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';

/** The first five are those of its approval. */
export const leaveStates = { ...caseStates, ended: 6 } as const;
export const leaveStateLabels: Record<number, string> = { ...caseStateLabels, 2: '已批准', 6: '已销假' };

/** In these a person is away, or may be. */
export const HOLDING = [leaveStates.running, leaveStates.approved, leaveStates.returned] as const;

export type LeaveCommand =
  | { action: 'approved' | 'rejected' | 'withdrawn' | 'returned' }
  /** Changed after it was returned, and asked for again. */
  | { action: 'edit'; set: Record<string, unknown> }
  | { action: 'end'; name: string; reason: string; taken: number };
export type LeaveAction = LeaveCommand['action'];

const actionLabels: Record<LeaveAction | 'delete', string> = {
  approved: '批准',
  rejected: '拒绝',
  withdrawn: '撤回',
  returned: '退回',
  edit: '修改',
  end: '销假',
  delete: '删除',
};

const { running, approved, returned } = leaveStates;
const OPEN: Record<LeaveAction | 'delete', readonly number[]> = {
  approved: [running],
  rejected: [running],
  withdrawn: [running, returned],
  returned: [running],
  edit: [returned],
  end: [approved],
  delete: [],
};

/** Why an action is not open to a leave; null when it is. */
export const closedLeave = ({ state }: { state: number }, action: LeaveAction | 'delete'): string | null =>
  OPEN[action].includes(state) ? null : `请假${leaveStateLabels[state]}，不能${actionLabels[action]}`;

export interface LeaveChange {
  action: LeaveAction;
  set: Record<string, unknown> & { state: number };
}

/** What a command makes of a leave at `now` (epoch ms). */
export function decideLeave(row: { state: number; ends_at: string }, command: LeaveCommand, now: number): Decision<LeaveChange> {
  const { action } = command;
  const closed = closedLeave(row, action);
  if (closed !== null) return { refusal: closed, status: 409 };
  if (action === 'edit') return { change: { action, set: { ...command.set, state: running } } };
  if (action !== 'end') return { change: { action, set: { state: leaveStates[action] } } };
  if (instantOf(row.ends_at) <= now) return { refusal: '请假已结束，无需销假', status: 409 };
  const { name, reason, taken } = command;
  const set = { state: leaveStates.ended, ended_at: isoOf(now), ended_by: name, end_reason: reason, taken_days: taken };
  return { change: { action, set } };
}
