/** What each command makes of an enquiry for a place. State and change are in the words of the row's columns. Pure. */
import { isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';

export const enquiryStates = { asked: 1, followed: 2, visited: 3, waiting: 4, admitted: 5, lost: 6 } as const;
export const enquiryStateLabels: Readonly<Record<number, string>> = {
  1: '新咨询',
  2: '跟进中',
  3: '已参观',
  4: '等候床位',
  5: '已入住',
  6: '已流失',
};
const { asked, followed, visited, waiting, admitted, lost } = enquiryStates;

/** What the log of an enquiry says of each. */
export const enquiryEvents = {
  ask: '登记咨询',
  follow: '跟进',
  visit: '来院参观',
  wait: '排队等候床位',
  lose: '标记流失',
  reopen: '重新跟进',
  admit: '办理入住',
} as const;
export type EnquiryEvent = keyof typeof enquiryEvents;

export type EnquiryCommand =
  | { action: 'follow' | 'visit' | 'wait'; nextOn: string | null }
  | { action: 'lose'; reason: number; note: string | null }
  | { action: 'reopen' | 'admit' };
export type EnquiryAction = EnquiryCommand['action'];

const OPEN: Record<EnquiryAction, readonly number[]> = {
  follow: [asked, followed, visited, waiting],
  visit: [asked, followed, visited, waiting],
  wait: [asked, followed, visited],
  lose: [asked, followed, visited, waiting],
  reopen: [lost],
  admit: [asked, followed, visited, waiting],
};

/** Why an action is not open to an enquiry; null when it is. */
export const closedEnquiry = ({ state }: { state: number }, action: EnquiryAction): string | null =>
  OPEN[action].includes(state) ? null : `该咨询${enquiryStateLabels[state]}，不能${enquiryEvents[action]}`;

export interface EnquiryChange {
  action: EnquiryAction;
  /** Columns of the row. */
  set: {
    state: number;
    visited_at?: string;
    waiting_at?: string | null;
    next_on?: string | null;
    lost_reason?: number | null;
    lost_note?: string | null;
    ended_at?: string | null;
  };
}

/** What a command makes of an enquiry at `now` (epoch ms). A family that visits or is asked again keeps its place in the queue. */
export function decideEnquiry({ state }: { state: number }, command: EnquiryCommand, now: number): Decision<EnquiryChange> {
  const { action } = command;
  const refusal = closedEnquiry({ state }, action);
  if (refusal !== null) return { refusal, status: 409 };
  const change = (set: EnquiryChange['set']): Decision<EnquiryChange> => ({ change: { action, set } });
  const at = isoOf(now);
  switch (command.action) {
    case 'follow':
      return change({ state: state === asked ? followed : state, next_on: command.nextOn });
    case 'visit':
      return change({ state: state === waiting ? waiting : visited, visited_at: at, next_on: command.nextOn });
    case 'wait':
      return change({ state: waiting, waiting_at: at, next_on: command.nextOn });
    case 'lose':
      return change({ state: lost, lost_reason: command.reason, lost_note: command.note, next_on: null, ended_at: at });
    case 'reopen':
      return change({ state: followed, lost_reason: null, lost_note: null, waiting_at: null, ended_at: null });
    case 'admit':
      return change({ state: admitted, next_on: null, ended_at: at });
  }
}

/** Of `total` enquiries how many led to an admission, in percent with one decimal; null without any. */
export const conversion = (admittedCount: number, total: number): number | null =>
  total === 0 ? null : Math.round((admittedCount / total) * 1000) / 10;
