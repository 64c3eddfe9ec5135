/** What each command makes of an outing. State and change are in the words of the row's columns. Pure. */
import { instantOf, isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';

export const outingStates = { planned: 1, out: 2, returned: 3, cancelled: 4 } as const;
export const outingStateLabels: Record<number, string> = { 1: '已登记', 2: '外出中', 3: '已返回', 4: '已取消' };

/** What of a row decides. */
export interface OutingState {
  state: number;
  leave_at: string;
  due_at: string;
  left_at: string | null;
}

export type OutingCommand =
  | { action: 'change'; set: { leave_at: string; due_at: string } & object }
  | { action: 'leave' | 'return'; by: string; at: string | null }
  | { action: 'cancel'; reason: string };
export type OutingAction = OutingCommand['action'];

export const outingActionLabels: Record<OutingAction, string> = { change: '修改', leave: '登记离开', return: '登记返回', cancel: '取消' };

const { planned, out, returned, cancelled } = outingStates;
const OPEN: Record<OutingAction, readonly number[]> = { change: [planned, out], leave: [planned], return: [out], cancel: [planned] };

/** Why an action is not open to an outing in its state; null when it is. */
export const closedOuting = ({ state }: Pick<OutingState, 'state'>, action: OutingAction | 'delete'): string | null =>
  action !== 'delete' && OPEN[action].includes(state)
    ? null
    : `该外出${outingStateLabels[state]}，不能${action === 'delete' ? '删除' : outingActionLabels[action]}`;

export interface OutingChange {
  action: OutingAction;
  set: object;
}

/** What a command makes of an outing at `now` (epoch ms). */
export function decideOuting(row: OutingState, command: OutingCommand, now: number): Decision<OutingChange> {
  const { action } = command;
  const closed = closedOuting(row, action);
  if (closed !== null) return { refusal: closed, status: 409 };
  switch (command.action) {
    case 'change': {
      const { set } = command;
      if (set.due_at <= set.leave_at) return { refusal: '预计返回时间应晚于离开时间', status: 422 };
      if (row.state === out && instantOf(set.due_at) <= now) return { refusal: '预计返回时间应晚于现在', status: 422 };
      // A later return is a new time to be told of.
      return { change: { action, set: { ...set, ...(set.due_at === row.due_at ? {} : { alerted_at: null }) } } };
    }
    case 'leave':
    case 'return': {
      const at = command.at === null ? now : instantOf(command.at);
      if (at > now) return { refusal: `${action === 'leave' ? '离开' : '返回'}时间不能晚于现在`, status: 422 };
      if (action === 'leave') {
        if (instantOf(row.due_at) <= at) return { refusal: '预计返回时间已过，请先修改', status: 422 };
        return { change: { action, set: { state: out, left_at: isoOf(at), left_by: command.by } } };
      }
      if (at < instantOf(row.left_at as string)) return { refusal: '返回时间不能早于离开时间', status: 422 };
      return { change: { action, set: { state: returned, returned_at: isoOf(at), returned_by: command.by } } };
    }
    case 'cancel':
      return { change: { action, set: { state: cancelled, reason: command.reason } } };
  }
}
