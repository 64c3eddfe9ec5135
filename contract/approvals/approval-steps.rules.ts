/**
 * What a decision makes of a step of an approval and of its signers. A step is one user task of the flow; its signers are tasks, one
 * for each person. State and change are in the words of the rows' columns. Pure.
 */
import { isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';
import type { StepMode } from './approval-flows.rules.ts';

export const taskStates = {
  /** In turn: others are before. */
  waiting: 1,
  open: 2,
  approved: 3,
  rejected: 4,
  returned: 5,
  /** Handed to another person for good. */
  transferred: 6,
  /** Another person is asked first; comes back. */
  delegated: 7,
  /** The person asked first has answered. */
  advised: 8,
  dropped: 9,
  /** The step ended without this signer. */
  needless: 10,
} as const;
export const taskStateLabels: Record<number, string> = {
  1: '等待前一位',
  2: '待审批',
  3: '已同意',
  4: '已拒绝',
  5: '已退回',
  6: '已转交',
  7: '已委派',
  8: '已回复意见',
  9: '已减签',
  10: '无需处理',
};

export const taskOrigins = { flow: 1, added: 2, transfer: 3, delegate: 4, escalation: 5 } as const;

export interface TaskState {
  id: number;
  user_id: number;
  user_name: string;
  /** Order in which they sign, when in turn. */
  place: number;
  state: number;
  origin: number;
  /** Who asked for this one: the task that was handed over, delegated or added to. */
  parent_id: number | null;
  decided_at: string | null;
}

export interface Person {
  id: number;
  name: string;
}

export type TaskCommand =
  | { action: 'approve' | 'reject' | 'return' }
  | { action: 'transfer' | 'delegate'; to: Person }
  | { action: 'add'; people: readonly Person[] }
  | { action: 'drop'; taskIds: readonly number[] };
export type TaskAction = TaskCommand['action'];

export const taskActionLabels: Record<TaskAction, string> = {
  approve: '同意',
  reject: '拒绝',
  return: '退回',
  transfer: '转交',
  delegate: '委派',
  add: '加签',
  drop: '减签',
};

export type NewTask = Omit<TaskState, 'id' | 'decided_at'>;
export interface StepChange {
  set: { id: number; state: number; decided_at?: string }[];
  add: NewTask[];
  /** What becomes of the step; null: it goes on. */
  outcome: 'approved' | 'rejected' | 'returned' | null;
}

const refused = (refusal: string, status: 403 | 409 | 422 = 422) => ({ refusal, status }) as const;
const { waiting, open, approved, rejected, returned, transferred, delegated, advised, dropped, needless } = taskStates;
/** Whether a signer is still needed: asked, waiting for the turn, or for an answer. */
export const isRunning = ({ state }: Pick<TaskState, 'state'>): boolean => state === waiting || state === open || state === delegated;

/** Why a task is not open to a decision: who was faster, and when. */
function closedTask(task: TaskState, all: readonly TaskState[]): string {
  const at = (time: string | null) => (time === null ? '' : `于${time.slice(5, 16)}`);
  if (task.state === needless) {
    const by = all.find(({ state }) => state === approved || state === rejected || state === returned);
    return by ? `${by.user_name}已${at(by.decided_at)}${taskStateLabels[by.state]!.slice(1)}，无需再处理` : '审批已结束，无需再处理';
  }
  if (task.state === waiting) return '前一位审批人还没有处理';
  if (task.state === delegated) return '已委派他人，等待回复意见';
  return `您已${at(task.decided_at)}处理过（${taskStateLabels[task.state]}）`;
}

/** Ends the step: who has not decided need not any more. */
const ended = (all: readonly TaskState[], own: StepChange['set'][number], outcome: StepChange['outcome']): StepChange => ({
  set: [own, ...all.filter((one) => one.id !== own.id && isRunning(one)).map(({ id }) => ({ id, state: needless }))],
  add: [],
  outcome,
});

/** One signer has approved: the next one is asked, or the step is approved. */
function approvedBy(mode: StepMode, all: readonly TaskState[], own: StepChange['set'][number]): StepChange {
  const others = all.filter((one) => one.id !== own.id && isRunning(one));
  if (mode === 'one' || others.length === 0) return ended(all, own, 'approved');
  const next = mode === 'turn' && !others.some(({ state }) => state !== waiting) ? others.toSorted((a, b) => a.place - b.place)[0] : null;
  return { set: [own, ...(next ? [{ id: next.id, state: open }] : [])], add: [], outcome: null };
}

const asked = (all: readonly TaskState[], id: number) => all.some((one) => one.user_id === id && isRunning(one));

/**
 * What a signer's command makes of a step at `now` (epoch ms). `barred`: people who may not decide here, such as the applicant.
 */
export function decideTask(
  { mode }: { mode: StepMode },
  all: readonly TaskState[],
  taskId: number,
  command: TaskCommand,
  barred: ReadonlySet<number>,
  now: number,
): Decision<StepChange> {
  const task = all.find(({ id }) => id === taskId);
  if (!task) return refused('审批任务不存在', 409);
  if (task.state !== open) return refused(closedTask(task, all), 409);
  const decided_at = isoOf(now);
  const own = (state: number) => ({ id: task.id, state, decided_at });
  const nowhere = (person: Person): string | null => {
    if (barred.has(person.id)) return `${person.name}是申请人，不能审批自己的申请`;
    return asked(all, person.id) ? `${person.name}已在这一步的审批人中` : null;
  };
  if (task.origin === taskOrigins.delegate && command.action !== 'approve') return refused('被委派人只能回复意见');
  switch (command.action) {
    case 'approve':
      if (task.origin === taskOrigins.delegate)
        return { change: { set: [own(advised), { id: task.parent_id!, state: open }], add: [], outcome: null } };
      return { change: approvedBy(mode, all, own(approved)) };
    case 'reject':
      return { change: ended(all, own(rejected), 'rejected') };
    case 'return':
      return { change: ended(all, own(returned), 'returned') };
    case 'transfer':
    case 'delegate': {
      const { to, action } = command;
      const problem = to.id === task.user_id ? `不能${taskActionLabels[action]}给自己` : nowhere(to);
      if (problem) return refused(problem);
      const origin = action === 'transfer' ? taskOrigins.transfer : taskOrigins.delegate;
      const added = { user_id: to.id, user_name: to.name, place: task.place, state: open, origin, parent_id: task.id };
      const set = action === 'transfer' ? own(transferred) : { id: task.id, state: delegated };
      return { change: { set: [set], add: [added], outcome: null } };
    }
    case 'add': {
      if (command.people.length === 0) return refused('请选择加签的人员');
      const problem = command.people.map(nowhere).find((one) => one !== null);
      if (problem) return refused(problem);
      // In turn they sign right after the one who asks for them: half places stand between two.
      const add = command.people.map(({ id, name }, at) => ({
        user_id: id,
        user_name: name,
        place: task.place + (at + 1) / (command.people.length + 1) / 2,
        state: mode === 'turn' ? waiting : open,
        origin: taskOrigins.added,
        parent_id: task.id,
      }));
      return { change: { set: [], add, outcome: null } };
    }
    case 'drop': {
      const chosen = all.filter(({ id }) => command.taskIds.includes(id));
      if (chosen.length < new Set(command.taskIds).size || chosen.length === 0) return refused('请选择减签的人员');
      const other = chosen.find((one) => one.origin !== taskOrigins.added || one.parent_id !== task.id);
      if (other) return refused(`${other.user_name}不是您加签的，不能减签`);
      const decided = chosen.find((one) => !isRunning(one));
      if (decided) return refused(`${decided.user_name}已处理，不能减签`, 409);
      // An answer to who is not asked any more is not waited for.
      const answers = all.filter(
        (one) => isRunning(one) && one.origin === taskOrigins.delegate && chosen.some(({ id }) => id === one.parent_id),
      );
      const set = [...chosen.map(({ id }) => ({ id, state: dropped, decided_at })), ...answers.map(({ id }) => ({ id, state: needless }))];
      return { change: { set, add: [], outcome: null } };
    }
  }
}

/** The tasks of a step that begins: all at once, or in turn the first one. The same person signs once. */
export function firstTasks(mode: StepMode, people: readonly Person[], origin: number = taskOrigins.flow): NewTask[] {
  const once = [...new Map(people.map((person) => [person.id, person])).values()];
  return once.map(({ id, name }, place) => ({
    user_id: id,
    user_name: name,
    place,
    state: mode === 'turn' && place > 0 ? waiting : open,
    origin,
    parent_id: null,
  }));
}
