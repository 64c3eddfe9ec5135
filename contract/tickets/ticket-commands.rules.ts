/** What each command makes of a ticket. State and change are in the words of the row's columns. Pure. */
import { DAY, instantOf, isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';
import { COMPLAINT, ticketStateLabels, ticketStates } from './tickets.rules.ts';

const { new: fresh, working, waiting, solved, closed, merged } = ticketStates;

export interface Named {
  id: number;
  name: string;
}

/** What of a row decides. */
export interface TicketState {
  id: number;
  state: number;
  type: number;
  priority: number;
  title: string;
  tags: readonly string[];
  about: string | null;
  owner_id: number | null;
  owner_name: string | null;
  group_id: number | null;
  first_answered_at: string | null;
  solved_at: string | null;
  closed_at: string | null;
  reopened: number;
  merged_into: number | null;
  score: number | null;
}

/** What staff may change of a ticket without changing where it stands. */
export type TicketFacts = Partial<Pick<TicketState, 'type' | 'priority' | 'title' | 'tags' | 'about'>>;

export type TicketCommand =
  | { action: 'accept' | 'answer'; by: Named }
  | { action: 'assign'; owner: Named | null; group: Named | null }
  | { action: 'note' | 'wait' | 'resume' }
  | { action: 'ask'; days: number }
  | { action: 'reopen'; days: number; reason: string | null }
  | { action: 'solve'; by: Named; result: string }
  | { action: 'close'; reason: string | null }
  | { action: 'merge'; into: { id: number; number: string; state: number } }
  | { action: 'split'; number: string }
  | { action: 'change'; facts: TicketFacts }
  | { action: 'rate'; score: number; text: string | null };
export type TicketAction = TicketCommand['action'];

export const ticketActionLabels: Record<TicketAction, string> = {
  accept: '受理',
  assign: '分配',
  answer: '回复',
  note: '备注',
  ask: '补充',
  wait: '等待诉求人',
  resume: '恢复处理',
  solve: '解决',
  reopen: '重新打开',
  close: '关闭',
  merge: '合并',
  split: '拆分',
  change: '修改',
  rate: '评价',
};

const all = [fresh, working, waiting, solved, closed];
const OPEN: Record<TicketAction, readonly number[]> = {
  accept: [fresh],
  assign: [fresh, working, waiting],
  answer: [fresh, working, waiting, solved],
  note: all,
  ask: all,
  wait: [fresh, working],
  resume: [waiting],
  solve: [fresh, working, waiting],
  reopen: [solved, closed],
  close: [fresh, working, waiting, solved],
  merge: [fresh, working, waiting, solved],
  split: all,
  change: [fresh, working, waiting, solved],
  rate: [solved, closed],
};

/** Why an action is not open to a ticket in its state; null when it is. */
export const closedTicket = ({ state }: Pick<TicketState, 'state'>, action: TicketAction): string | null =>
  OPEN[action].includes(state) ? null : `诉求${ticketStateLabels[state]}，不能${ticketActionLabels[action]}`;

export interface TicketChange {
  action: TicketAction;
  set: TicketFacts &
    Partial<Omit<TicketState, 'id'>> & {
      result?: string | null;
      score_text?: string | null;
      scored_at?: string | null;
      merged_at?: string;
    };
  /** Of the history. */
  note: string | null;
}

/** A ticket that was solved or closed goes on: what was decided about it is open again. */
const opened = ({ reopened }: TicketState) => ({
  state: working,
  solved_at: null,
  closed_at: null,
  score: null,
  score_text: null,
  scored_at: null,
  reopened: reopened + 1,
});

const isLate = ({ solved_at, closed_at }: TicketState, days: number, now: number): boolean => {
  const ended = closed_at ?? solved_at;
  return ended !== null && instantOf(ended) + days * DAY < now;
};
const late = (days: number) => ({ refusal: `诉求结束已超过${days}天，请重新提交`, status: 422 }) as const;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What a command makes of a ticket at `now` (epoch ms). */
export function decideTicket(row: TicketState, command: TicketCommand, now: number): Decision<TicketChange> {
  const { action } = command;
  // Said again.
  if (action === 'merge' && row.merged_into === command.into.id) return { change: null };
  const why = closedTicket(row, action);
  if (why !== null) return { refusal: why, status: 409 };
  const change = (set: TicketChange['set'], note: string | null = null) => ({ change: { action, set, note } });
  const owned = (by: Named) => (row.owner_id === null ? { owner_id: by.id, owner_name: by.name } : {});
  switch (command.action) {
    case 'accept':
      return change({ state: working, owner_id: command.by.id, owner_name: command.by.name });
    case 'assign': {
      const { owner, group } = command;
      if (row.owner_id === (owner?.id ?? null) && row.group_id === (group?.id ?? null)) return { change: null };
      const note = [owner?.name ?? '未分配处理人', group?.name].filter(Boolean).join('，');
      return change({ owner_id: owner?.id ?? null, owner_name: owner?.name ?? null, group_id: group?.id ?? null }, note);
    }
    case 'answer':
      return change({
        ...owned(command.by),
        ...(row.state === fresh ? { state: working } : {}),
        ...(row.first_answered_at === null ? { first_answered_at: isoOf(now) } : {}),
      });
    case 'note':
      return change({});
    case 'ask':
      if (row.state === fresh || row.state === working) return change({});
      if (row.state === waiting) return change({ state: working });
      return isLate(row, command.days, now) ? late(command.days) : change(opened(row), '诉求人补充，重新打开');
    case 'wait':
      return change({ state: waiting });
    case 'resume':
      return change({ state: working });
    case 'solve':
      return change(
        {
          ...owned(command.by),
          state: solved,
          solved_at: isoOf(now),
          result: command.result,
          ...(row.first_answered_at === null ? { first_answered_at: isoOf(now) } : {}),
        },
        null,
      );
    case 'reopen':
      return isLate(row, command.days, now) ? late(command.days) : change(opened(row), command.reason);
    case 'close':
      if (row.state === solved) return change({ state: closed, closed_at: isoOf(now) }, command.reason);
      if (!command.reason) return { refusal: '尚未解决，请填写关闭原因', status: 422 };
      if (row.type === COMPLAINT) return { refusal: '投诉应先填写处理结果并解决，不能直接关闭', status: 422 };
      return change({ state: closed, closed_at: isoOf(now) }, command.reason);
    case 'merge': {
      const { into } = command;
      if (into.id === row.id) return { refusal: '不能合并到自己', status: 422 };
      if (into.state === closed || into.state === merged)
        return { refusal: `目标诉求${ticketStateLabels[into.state]}，不能合并`, status: 422 };
      return change({ state: merged, merged_into: into.id, merged_at: isoOf(now) }, into.number);
    }
    case 'split':
      return change({}, command.number);
    case 'change': {
      const facts = Object.fromEntries(
        Object.entries(command.facts).filter(([key, value]) => value !== undefined && !same(value, row[key as keyof TicketFacts])),
      ) as TicketFacts;
      return Object.keys(facts).length === 0 ? { change: null } : change(facts);
    }
    case 'rate':
      if (row.score !== null) return { refusal: '您已评价，感谢您的反馈', status: 409 };
      return change({ score: command.score, score_text: command.text, scored_at: isoOf(now) }, `${command.score}分`);
  }
}
