/** Which calls can be sent to inspection, and what becomes of one: scored, appealed against, decided by a second person. Pure. */
import { instantOf, isoOf, midnightOf, SECOND } from '../time.ts';
import type { Decision, RefusedCommand } from '../transitions.ts';
import { refusedAnswers, scoreOf, type ItemAnswer, type SheetGroup } from './call-sheets.rules.ts';

export const inspectionStates = { waits: 1, scored: 2, appealed: 3, decided: 4, skipped: 5 } as const;
export const inspectionStateLabels: Readonly<Record<number, string>> = { 1: '待检', 2: '已检', 3: '申诉中', 4: '已裁定', 5: '免检' };

export interface InspectionState {
  state: number;
  agent_id: number;
  inspector_id: number | null;
  points: number | null;
  /** Shanghai's `yyyy-MM-dd HH:mm:ss`. */
  appeal_until: string | null;
  /** Whether the session's person spoke in the call. */
  spoke: boolean;
  /** Whether there is sound that can be heard. */
  sound: boolean;
}
/** The version of the sheet by which answers are judged. */
export interface Sheet {
  serial: number;
  groups: readonly SheetGroup[];
  passPoints: number;
  appealDays: number;
}
export interface By {
  id: number;
  name: string;
}
export type InspectionCommand =
  | { action: 'score'; by: By; sheet: Sheet; serial: number; answers: readonly ItemAnswer[]; comment: string }
  | { action: 'skip'; by: By; reason: string }
  | { action: 'appeal'; by: By; reason: string }
  /** Without answers the score stays. */
  | { action: 'decide'; by: By; note: string; sheet: Sheet; answers: readonly ItemAnswer[] | null };
export type InspectionAction = InspectionCommand['action'];
export interface InspectionChange {
  action: InspectionAction;
  set: Record<string, unknown>;
}

const { waits, scored, appealed, decided, skipped } = inspectionStates;
/** From which state an action leads on, and what is said in each other state. */
const FROM: Record<InspectionAction, number> = { score: waits, skip: waits, appeal: scored, decide: appealed };
const NO_MORE: Readonly<Record<number, string>> = {
  [waits]: '该通话还没有评分',
  [scored]: '该通话已评分',
  [appealed]: '该通话的评分正在申诉',
  [decided]: '该通话的申诉已裁定，结果不再变更',
  [skipped]: '该通话已免检',
};
const OWN = '不能评本人参与的通话，请由其他质检员评分';

/** A call that is to be sent to inspection by hand. */
export interface SentCall {
  over: boolean;
  /** A seat spoke in it. */
  answered: boolean;
  /** Whether there is sound whose time is not over. */
  sound: boolean;
  /** Whether the session's person spoke in it. */
  spoke: boolean;
  /** Of its inspection; null when there is none. */
  state: number | null;
}
/** Why a call cannot be sent to inspection by hand; null when it can. */
export function refusedCall({ over, answered, sound, spoke, state }: SentCall): RefusedCommand | null {
  if (spoke) return { refusal: '不能送检本人参与的通话，请由其他质检员送检', status: 403 };
  if (state !== null) return { refusal: `该通话已有质检记录（${inspectionStateLabels[state] ?? state}），同一通话只质检一次`, status: 409 };
  if (!over) return { refusal: '通话尚未结束，请在挂断后送检', status: 422 };
  if (!answered) return { refusal: '坐席没有接听该通话，不能质检', status: 422 };
  return sound ? null : { refusal: '该通话没有录音或录音已到期销毁，不能质检', status: 422 };
}

/** The last moment, epoch ms, of the days in which a score of `now` may be appealed against. */
export const appealEnd = (now: number, days: number): number => midnightOf(now, days + 1) - SECOND;

/** Why an action is not open to an inspection at `now`; null when it is. */
export function closedInspection(
  { state, appeal_until: until }: Pick<InspectionState, 'state' | 'appeal_until'>,
  action: InspectionAction | 'delete',
  now: number,
): string | null {
  if (action === 'delete' || FROM[action] !== state) return NO_MORE[state] ?? '质检状态不正确';
  return action === 'appeal' && until !== null && instantOf(until) < now ? `申诉期限已过，截止于${until.slice(0, 10)}` : null;
}

const scoring = ({ groups, passPoints, serial }: Sheet, answers: readonly ItemAnswer[]) => {
  const { points, knockedOut, passed } = scoreOf(groups, passPoints, answers);
  return { serial, answers: JSON.stringify(answers), points, knocked_out: knockedOut, passed };
};
/** Whether the person may judge the call at all: none judges a call in which they spoke. */
export const judgesOwn = ({ agent_id, spoke }: Pick<InspectionState, 'agent_id' | 'spoke'>, userId: number): boolean =>
  agent_id === userId || spoke;

/** Why a person may not take an action on an inspection that is open to it; null when they may. */
function refusedTo(row: InspectionState, action: InspectionAction, userId: number): string | null {
  if (action === 'appeal') return row.agent_id === userId ? null : '只有被评的坐席本人可以申诉';
  if (judgesOwn(row, userId)) return OWN;
  return action === 'decide' && row.inspector_id === userId ? '申诉须由评分人以外的人裁定' : null;
}

/** The actions that are open to a person at `now`, whatever rights they have. */
export const openActions = (row: InspectionState, userId: number, now: number): InspectionAction[] =>
  (Object.keys(FROM) as InspectionAction[]).filter(
    (action) => closedInspection(row, action, now) === null && refusedTo(row, action, userId) === null && (action !== 'score' || row.sound),
  );

function refusalOf(row: InspectionState, command: InspectionCommand, now: number): RefusedCommand | null {
  const { action, by } = command;
  const closed = closedInspection(row, action, now);
  if (closed !== null) return { refusal: closed, status: 409 };
  const refused = refusedTo(row, action, by.id);
  if (refused !== null) return { refusal: refused, status: 403 };
  if (action === 'score' && !row.sound) return { refusal: '录音已超过保存期限，声音已销毁，不能评分；请选择免检', status: 422 };
  if (action === 'score' && command.serial !== command.sheet.serial)
    return { refusal: '评分表已更新，请重新打开，按新的评分表评分', status: 409 };
  const answers = 'answers' in command ? command.answers : null;
  const wrong = answers && 'sheet' in command ? refusedAnswers(command.sheet.groups, answers) : null;
  return wrong === null ? null : { refusal: wrong, status: 422 };
}

/** What a command makes of an inspection at `now`. */
export function decideInspection(row: InspectionState, command: InspectionCommand, now: number): Decision<InspectionChange> {
  const refusal = refusalOf(row, command, now);
  if (refusal !== null) return refusal;
  const at = isoOf(now);
  const { action, by } = command;
  const change = (set: Record<string, unknown>) => ({ change: { action, set } });
  switch (action) {
    case 'score':
      return change({
        state: scored,
        ...scoring(command.sheet, command.answers),
        comment: command.comment,
        inspector_id: by.id,
        inspector_name: by.name,
        scored_at: at,
        appeal_until: isoOf(appealEnd(now, command.sheet.appealDays)),
      });
    case 'skip':
      return change({ state: skipped, skip_reason: command.reason, inspector_id: by.id, inspector_name: by.name });
    case 'appeal':
      return change({ state: appealed, appeal_reason: command.reason, appealed_at: at });
    case 'decide':
      return change({
        state: decided,
        ...(command.answers === null ? {} : scoring(command.sheet, command.answers)),
        first_points: row.points,
        decision_note: command.note,
        decider_id: by.id,
        decider_name: by.name,
        decided_at: at,
        // There is something new to read.
        seen_at: null,
      });
  }
}
