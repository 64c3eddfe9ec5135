/** What commands make of a visitor record, and when the door stays closed. State and change are in the words of the columns. Pure. */
import { instantOf, isoOf, MINUTE, textOf } from '../time.ts';
import type { Decision } from '../transitions.ts';

export const visitorStates = { pending: 1, booked: 2, inside: 3, left: 4, cancelled: 5, refused: 6, missed: 7 } as const;
export const visitorStateLabels: Record<number, string> = {
  1: '待审核',
  2: '已预约',
  3: '在院',
  4: '已离院',
  5: '已取消',
  6: '已拒绝',
  7: '未到',
};

/** Where a record comes from. */
export const visitorSources = { family: 1, staff: 2, desk: 3 } as const;
export const visitorSourceLabels: Record<number, string> = { 1: '家属预约', 2: '员工代约', 3: '现场登记' };

/** What of a row decides. */
export interface VisitorState {
  state: number;
  day: string;
  ends_at: string;
  arrived_at: string | null;
}

/** Why the door stays closed: the reason of the restriction that was found, and whether an answer or the temperature forbids the visit. */
export interface Barrier {
  restriction: string | null;
  blocked: boolean;
}

/** Letting a visitor in all the same: why, and whether the user has the right. */
export interface Override {
  reason: string | null;
  allowed: boolean;
}

/** Minutes of the institution: how long a visit lasts, and how long after its end a visitor counts as overdue. */
export interface VisitLength {
  usualMinutes: number;
  overdueMinutes: number;
}

export type VisitorCommand =
  | { action: 'approve'; by: string }
  | { action: 'refuse' | 'cancel'; by: string; reason: string | null }
  | { action: 'change'; set: object }
  | { action: 'arrive'; by: string; today: string; barrier: Barrier; override: Override; length: VisitLength; set: object }
  | { action: 'leave'; by: string; at: string | null };
export type VisitorAction = VisitorCommand['action'];

export const visitorActionLabels: Record<VisitorAction | 'delete', string> = {
  approve: '通过',
  refuse: '拒绝',
  change: '修改',
  cancel: '取消',
  arrive: '登记到访',
  leave: '登记离院',
  delete: '删除',
};

const { pending, booked, inside, left, cancelled, refused, missed } = visitorStates;
const OPEN: Record<VisitorAction | 'delete', readonly number[]> = {
  approve: [pending],
  refuse: [pending],
  change: [pending, booked],
  cancel: [pending, booked],
  arrive: [booked],
  leave: [inside],
  // Who was in the house stands in the register for good.
  delete: [pending, booked, cancelled, refused, missed],
};

/** Why an action is not open to a record in its state; null when it is. */
export const closedVisitor = ({ state }: Pick<VisitorState, 'state'>, action: VisitorAction | 'delete'): string | null =>
  OPEN[action].includes(state) ? null : `该访客登记${visitorStateLabels[state]}，不能${visitorActionLabels[action]}`;

/** Why the door stays closed; null when it is open, or when the user may open it and says why. */
export function closedDoor(
  { restriction, blocked }: Barrier,
  { reason, allowed }: Override,
): { refusal: string; status: 403 | 422 } | null {
  if (restriction === null && !blocked) return null;
  const why = restriction !== null ? `受限访客：${restriction}` : '健康申报不符合来访要求';
  if (!allowed) return { refusal: `${why}。您没有放行权限，请联系负责人`, status: 403 };
  return reason === null ? { refusal: `${why}。放行需填写原因`, status: 422 } : null;
}

/** When a visitor who came at `now` is overdue: some minutes after the planned end, or after a usual visit of who came later than that. */
export function overdueAt(now: number, endsAt: string, { usualMinutes, overdueMinutes }: VisitLength): number {
  const end = instantOf(endsAt);
  return (end > now ? end : now + usualMinutes * MINUTE) + overdueMinutes * MINUTE;
}

export interface VisitorChange {
  action: VisitorAction;
  set: object;
}

/** What a command makes of a record at `now` (epoch ms). */
export function decideVisitor(row: VisitorState, command: VisitorCommand, now: number): Decision<VisitorChange> {
  const { action } = command;
  const closed = closedVisitor(row, action);
  if (closed !== null) return { refusal: closed, status: 409 };
  switch (command.action) {
    case 'approve':
      return { change: { action, set: { state: booked, decided_by: command.by } } };
    case 'refuse':
    case 'cancel':
      return {
        change: { action, set: { state: action === 'refuse' ? refused : cancelled, decided_by: command.by, reason: command.reason } },
      };
    case 'change':
      return { change: { action, set: command.set } };
    case 'arrive': {
      const { by, today, barrier, override, length, set } = command;
      if (row.day !== today) return { refusal: `预约的日期是${row.day}，今天不能登记到访`, status: 422 };
      const door = closedDoor(barrier, override);
      if (door !== null) return door;
      const passed = barrier.restriction !== null || barrier.blocked;
      return {
        change: {
          action,
          set: {
            ...set,
            state: inside,
            // To the second, as the wire has it: a leaving time that staff type is compared with it.
            arrived_at: textOf(now),
            arrived_by: by,
            due_at: isoOf(overdueAt(now, row.ends_at, length)),
            blocked: barrier.blocked,
            ...(passed ? { override_reason: override.reason, override_by: by } : {}),
          },
        },
      };
    }
    case 'leave': {
      const at = command.at === null ? now : instantOf(command.at);
      if (at > now) return { refusal: '离院时间不能晚于现在', status: 422 };
      if (at < instantOf(row.arrived_at as string)) return { refusal: '离院时间不能早于到访时间', status: 422 };
      return { change: { action, set: { state: left, left_at: isoOf(at), left_by: command.by, due_at: null } } };
    }
  }
}
