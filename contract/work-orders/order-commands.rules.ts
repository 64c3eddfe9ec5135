/** What each command makes of a work order and its jobs. State and change are in the words of the rows' columns. Pure. */
import { isoOf } from '../time.ts';
import type { Decision, RefusedCommand } from '../transitions.ts';
import {
  actionLabels,
  canDo,
  canDoJob,
  canDoOneJob,
  jobActionLabels,
  jobContinues,
  jobStatus,
  orderStatus,
  orderStatusLabels,
  statusOfJobs,
  totalOf,
  type Action,
} from './work-orders.rules.ts';
import { assigned, freed, type AssignedStaff } from './job-assignments.rules.ts';
import { planned, type PlanCommand } from './order-plans.rules.ts';

/** What of a job's row decides. */
export interface JobState {
  id: number;
  status: number;
  user_id: number | null;
  user_name: string | null;
  project_name: string;
  check_in_at: string | null;
  price_fen: number;
  package_id: number;
  service_at: string;
}

/** What of an order's row decides. `recent`: it was changed a few seconds ago. */
export interface OrderState<J extends JobState = JobState> {
  status: number;
  recent: boolean;
  jobs: readonly J[];
}

/** Columns of a row; some of them are expressions that the database works out. */
export type Columns = Record<string, unknown>;
type JobColumns = Columns & { status: number };

/** Which jobs of an order a command is about: the one of `jobId`, without one all that it is open to. */
export type JobCommand =
  | { action: 'stop' | 'continue' | 'cancel'; jobId?: number | undefined }
  /** `unread`: the caller names no version. */
  | { action: 'send'; jobId?: number | undefined; unread: boolean }
  | { action: 'return'; jobId?: number | undefined; by: number }
  /** Of a visit the jobs of `by`; a dispatcher acts also for the person assigned. */
  | { action: 'start' | 'finish'; jobId?: number | undefined; by: number; dispatcher: boolean };

export type OrderCommand =
  /** `quiet`: the caller tells the staff itself. */
  | (Extract<JobCommand, { action: 'stop' | 'continue' | 'cancel' }> & { reason: string | null; quiet?: boolean })
  | (Extract<JobCommand, { action: 'send' }> & { staff: AssignedStaff })
  | (Extract<JobCommand, { action: 'return' }> & { name: string; reason: string; quiet?: boolean })
  /** `set` is of the order, `job` of each of its jobs; `ended` is of the order when its last job is over. */
  | (Extract<JobCommand, { action: 'start' | 'finish' }> & {
      set?: Columns;
      ended?: Columns;
      job: Columns;
      noteOf: (job: JobState) => string;
    })
  | { action: 'comment'; note: string }
  | PlanCommand;

export interface OrderChange<J extends JobState = JobState> {
  /** As the log calls it. */
  log: Action;
  status: number;
  /** A member of staff is sent or has come, or to another time: that answers an alarm, also where the status stays. */
  sends: boolean;
  set: Columns;
  jobs: readonly { job: J; set: Columns }[];
  notes: readonly { note: string; jobId?: number }[];
  /** Who is told that jobs are theirs now. */
  given: readonly { staff: AssignedStaff; project: string }[];
  /** What those are told who were to do the jobs. */
  told: readonly { how: 'handed' | 'cancelled' | 'paused' | 'resumed' | 'moved'; jobs: readonly (J & { to?: string })[] }[];
  /** Jobs that give their package's count back. */
  released: readonly J[];
  /** The order's targets are to be set anew from its jobs. */
  retarget: boolean;
  /**
   * Jobs that were handed back, and why; `waits`: no one of the order is on the way, so the clock of the answer starts again. `quiet`: the
   * caller tells dispatchers itself.
   */
  returned: { jobs: readonly J[]; reason: string; waits: boolean; quiet: boolean } | null;
  /** The last job is done. */
  finished: boolean;
}

const moved = (refusal: string): RefusedCommand => ({ refusal, status: 409 });

/** Why an action is not open to an order; null when it is. */
export const closedOrder = ({ status }: Pick<OrderState, 'status'>, action: Action): string | null =>
  canDo(action, status) ? null : `工单${orderStatusLabels[status]}，不能${actionLabels[action]}`;

/** The jobs that a command is about, or why there are none. */
export function jobsOf<J extends JobState>(state: OrderState<J>, command: JobCommand): J[] | RefusedCommand {
  const { action, jobId } = command;
  const whole = action === 'stop' || action === 'continue' || action === 'cancel';
  const why = whole && jobId !== undefined ? null : closedOrder(state, action);
  if (why !== null) return moved(why);
  const named = state.jobs.filter(({ id }) => jobId === undefined || id === jobId);
  if (jobId !== undefined && named.length === 0) return { refusal: '服务不存在', status: 404 };
  const ready = named.filter(({ status }) => canDoJob(action, status));
  switch (action) {
    case 'send':
      if (ready.length === 0) return moved('没有可派的服务');
      // A caller that names no version may not know that a colleague has just sent staff: within one screen refresh the first one stands.
      return command.unread && state.recent && ready.some(({ status }) => status === jobStatus.assigned)
        ? moved('工单刚刚已派出，如需改派请刷新后重试')
        : ready;
    case 'return': {
      const own = named.filter(({ user_id }) => user_id === command.by);
      const back = own.filter((job) => ready.includes(job));
      const [one] = own;
      if (back.length > 0) return back;
      if (!one) return moved('服务已不由您负责');
      const begun = one.status === jobStatus.inProgress;
      return moved(begun ? '已签到的服务不能改派，请联系调度人员' : `服务${orderStatusLabels[one.status]}，不能要求改派`);
    }
    case 'start':
    case 'finish': {
      if (ready.length === 0) return moved(`没有可${actionLabels[action]}的服务`);
      const own = ready.filter(({ user_id }) => user_id === command.by);
      if (own.length > 0) return own;
      return command.dispatcher ? ready : { refusal: `只有被派单的服务人员可以${actionLabels[action]}`, status: 403 };
    }
    default: {
      const [one] = named;
      const closed = jobId !== undefined && one && (!canDoOneJob(action, state.status) || ready.length === 0);
      return closed ? moved(`服务${orderStatusLabels[one.status]}，不能${jobActionLabels[action]}`) : ready;
    }
  }
}

const handed = (jobs: readonly JobState[], staff: AssignedStaff) => jobs.filter(({ user_id }) => user_id !== staff.id);
const formerly = ({ user_id, user_name }: JobState, staff: AssignedStaff) =>
  user_id !== null && user_id !== staff.id ? `，原为${user_name}` : '';

/** The change of an order by a command at `now`, or why it is refused. */
export function decideOrder<J extends JobState>(state: OrderState<J>, command: OrderCommand, now: number): Decision<OrderChange<J>> {
  const { action } = command;
  const nothing = { given: [], told: [], released: [], retarget: false, returned: null, finished: false, sends: false, set: {} };
  if (action === 'comment' || action === 'edit') {
    const why = closedOrder(state, action);
    if (why !== null) return moved(why);
    if (action === 'edit') return { change: { ...nothing, ...planned(state, command) } };
    return { change: { ...nothing, log: action, status: orderStatus.rated, jobs: [], notes: [{ note: command.note }] } };
  }
  const concerned = jobsOf(state, command);
  if ('refusal' in concerned) return concerned;
  /** The order when each job that is concerned gets these columns; the same object where they are the same for all. */
  const become = (columns: JobColumns | ((job: J) => JobColumns)) => {
    const jobs = concerned.map((job) => ({ job, set: typeof columns === 'function' ? columns(job) : columns }));
    const status = statusOfJobs(state.jobs.map((job) => jobs.find((one) => one.job === job)?.set.status ?? job.status));
    return { ...nothing, log: action, jobs, status };
  };
  const each = (noteOf: (job: J) => string) => concerned.map((job) => ({ jobId: job.id, note: noteOf(job) }));
  switch (action) {
    case 'send': {
      const { staff } = command;
      const notes = each((job) => `${job.project_name}派给${staff.name}${formerly(job, staff)}`);
      const given = concerned.map((job) => ({ staff, project: job.project_name }));
      return {
        change: { ...become(assigned(staff)), sends: true, notes, given, told: [{ how: 'handed', jobs: handed(concerned, staff) as J[] }] },
      };
    }
    case 'return': {
      const { reason, by, name, quiet = false } = command;
      const said = { returned_at: isoOf(now), returned_by: by, returned_name: name, return_reason: reason };
      const change = become(({ status }) => ({ ...freed, ...said, status: status === jobStatus.paused ? status : jobStatus.unassigned }));
      const waits = change.status === orderStatus.unassigned;
      return {
        change: { ...change, notes: each((job) => `${job.project_name}，${reason}`), returned: { jobs: concerned, reason, waits, quiet } },
      };
    }
    case 'start':
      return {
        change: {
          ...become({ ...command.job, status: jobStatus.inProgress }),
          sends: true,
          set: command.set ?? {},
          notes: each(command.noteOf),
        },
      };
    case 'finish': {
      const change = become({ ...command.job, status: jobStatus.finished });
      const finished = change.status === orderStatus.finished;
      return { change: { ...change, sends: true, set: finished ? (command.ended ?? {}) : {}, notes: each(command.noteOf), finished } };
    }
  }
  const { jobId, reason, quiet } = command;
  const notes = jobId === undefined ? [{ note: reason ?? '' }] : each((job) => [job.project_name, reason].filter(Boolean).join('，'));
  const tell = (how: 'cancelled' | 'paused' | 'resumed') => (quiet ? [] : [{ how, jobs: concerned }]);
  if (action === 'stop') return { change: { ...become({ status: jobStatus.paused }), notes, told: tell('paused') } };
  if (action === 'continue') {
    const change = become((job) => ({ status: jobContinues({ userId: job.user_id, checkedIn: job.check_in_at !== null }) }));
    return { change: { ...change, notes, told: tell('resumed') } };
  }
  // Only what is not cancelled still costs something.
  const change = become({ status: jobStatus.cancelled });
  const status = jobId === undefined ? orderStatus.cancelled : change.status;
  const finished = status === orderStatus.finished;
  const over = finished || status === orderStatus.cancelled;
  const total_fen = totalOf(
    state.jobs
      .filter((job) => !concerned.includes(job))
      .map((job) => ({ priceFen: job.price_fen, packageId: job.package_id, status: job.status })),
  );
  const set = { total_fen, ...(over ? { finished_at: isoOf(now) } : {}) };
  const released = concerned.filter((job) => job.package_id !== 0);
  return { change: { ...change, status, set, notes, told: tell('cancelled'), released, retarget: !over, finished } };
}
