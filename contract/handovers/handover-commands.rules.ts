/** What each command makes of a shift handover, and who may give it. State and change are in the words of the row's columns. Pure. */
import { isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';

export const handoverStates = { draft: 1, signed: 2, received: 3 } as const;
export const handoverStateLabels: Record<number, string> = { 1: '草稿', 2: '待接班', 3: '已接班' };

/** The parts of its text, in the order in which they are read. */
export const handoverParts = ['alarms', 'vitals', 'orders', 'measurements', 'care', 'patrols', 'people', 'remarks'] as const;
export type HandoverPart = (typeof handoverParts)[number];
export type HandoverText = Record<HandoverPart, string>;

export interface Receiver {
  id: number;
  name: string;
}

/** What of a row decides. */
export interface HandoverState extends HandoverText {
  state: number;
  author_id: number;
  receiver_id: number | null;
}

export type HandoverCommand =
  | { action: 'edit'; by: number; text: HandoverText; receiver: Receiver | null; starts_at: string; ends_at: string }
  | { action: 'sign' | 'recall'; by: number }
  | { action: 'receive'; by: number; name: string };
export type HandoverAction = HandoverCommand['action'];

export const handoverActionLabels: Record<HandoverAction | 'delete', string> = {
  edit: '修改',
  sign: '签名',
  recall: '撤回签名',
  receive: '接班签名',
  delete: '删除',
};

const OPEN: Record<HandoverAction | 'delete', number> = {
  edit: handoverStates.draft,
  delete: handoverStates.draft,
  sign: handoverStates.draft,
  recall: handoverStates.signed,
  receive: handoverStates.signed,
};

/** Why an action is not open to a handover in its state; null when it is. */
export const closedHandover = ({ state }: Pick<HandoverState, 'state'>, action: HandoverAction | 'delete'): string | null =>
  OPEN[action] === state ? null : `交接班记录${handoverStateLabels[state]}，不能${handoverActionLabels[action]}`;

/** Whether a user may give a command: the author all but the second signature, which is another person's, and only the picked one's. */
export function mayCommand(
  row: Pick<HandoverState, 'state' | 'author_id' | 'receiver_id'>,
  action: HandoverAction | 'delete',
  userId: number,
): boolean {
  if (closedHandover(row, action) !== null) return false;
  if (action !== 'receive') return row.author_id === userId;
  return row.author_id !== userId && (row.receiver_id === null || row.receiver_id === userId);
}

export interface HandoverChange {
  action: HandoverAction;
  set: Partial<HandoverText> & {
    state?: number;
    receiver_id?: number | null;
    receiver_name?: string | null;
    starts_at?: string;
    ends_at?: string;
    signed_at?: string | null;
    received_at?: string;
  };
}

/** What a command makes of a handover at `now` (epoch ms). */
export function decideHandover(row: HandoverState, command: HandoverCommand, now: number): Decision<HandoverChange> {
  const { action, by } = command;
  const closed = closedHandover(row, action);
  if (closed !== null) return { refusal: closed, status: 409 };
  if (!mayCommand(row, action, by)) {
    if (action !== 'receive') return { refusal: '只有交班人可以修改和签名', status: 403 };
    return {
      refusal: row.author_id === by ? '交班人和接班人不能是同一人' : '该交接班指定了其他接班人',
      status: 422,
    };
  }
  switch (command.action) {
    case 'edit': {
      const { receiver, text, starts_at, ends_at } = command;
      if (starts_at >= ends_at) return { refusal: '班次的结束时间应晚于开始时间', status: 422 };
      if (receiver?.id === by) return { refusal: '交班人和接班人不能是同一人', status: 422 };
      return {
        change: { action, set: { ...text, starts_at, ends_at, receiver_id: receiver?.id ?? null, receiver_name: receiver?.name ?? null } },
      };
    }
    case 'sign':
      if (handoverParts.every((part) => row[part].trim() === '')) return { refusal: '请先填写交接内容', status: 422 };
      return { change: { action, set: { state: handoverStates.signed, signed_at: isoOf(now) } } };
    case 'recall':
      return { change: { action, set: { state: handoverStates.draft, signed_at: null } } };
    case 'receive':
      return {
        change: { action, set: { state: handoverStates.received, received_at: isoOf(now), receiver_id: by, receiver_name: command.name } },
      };
  }
}
