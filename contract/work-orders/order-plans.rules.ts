/**
 * Other times and other staff for the jobs of an order that have not begun: by its form, on the board, or for many orders at once. Pure.
 */
import { assigned, freed, type AssignedStaff } from './job-assignments.rules.ts';
import type { Columns, JobState, OrderChange, OrderState } from './order-commands.rules.ts';
import { jobStatus, statusOfJobs, totalOf } from './work-orders.rules.ts';

/** One job of the order: when it is done and by whom; `staff` undefined leaves it as it is, null takes it away. */
export interface JobMove {
  jobId: number;
  serviceAt: string;
  staff: AssignedStaff | null | undefined;
  /** Further columns of the job. */
  set?: Columns & { package_id?: number };
}

export interface PlanCommand {
  action: 'edit';
  moves: readonly JobMove[];
  /** Jobs that are new, of a form; with them the order's price is added up anew. */
  added?: readonly { status: number; priceFen: number; packageId: number }[];
  /** Further columns of the order. */
  set?: Columns;
  /** Of the log, by the name of a dispatch when a job goes to another person. */
  log: 'edit' | 'send';
  notes: readonly { note: string; jobId?: number }[];
  /** The order has changed in another way that answers an alarm, or moves its targets. */
  sends?: boolean;
  retarget?: boolean;
}

/** A paused job stays paused, also when another person takes it over. */
const statusOf = ({ status }: JobState, staff: JobMove['staff']) => {
  if (status === jobStatus.paused || staff === undefined) return status;
  return staff ? jobStatus.assigned : jobStatus.unassigned;
};

/** What becomes of an order that is open to being edited. */
export function planned<J extends JobState>(
  state: OrderState<J>,
  { moves, added, set = {}, log, notes, sends = false, retarget = false }: PlanCommand,
): Pick<OrderChange<J>, 'log' | 'status' | 'sends' | 'set' | 'jobs' | 'notes' | 'given' | 'told' | 'retarget'> {
  const all = moves.map((move) => {
    const job = state.jobs.find(({ id }) => id === move.jobId) as J;
    const { staff, serviceAt } = move;
    const person = staff ? assigned(staff) : staff === null ? freed : {};
    return {
      ...move,
      job,
      to: { ...person, ...move.set, status: statusOf(job, staff), service_at: serviceAt },
      retimed: serviceAt !== job.service_at,
    };
  });
  const after = state.jobs.map((job) => {
    const to = all.find((one) => one.job === job)?.to;
    return { status: to?.status ?? job.status, priceFen: job.price_fen, packageId: (to as JobMove['set'])?.package_id ?? job.package_id };
  });
  const retimed = all.some((one) => one.retimed) || (added?.length ?? 0) > 0;
  const given = all.flatMap(({ staff, job }) => (staff ? [{ staff, project: job.project_name }] : []));
  return {
    log,
    notes,
    given,
    status: statusOfJobs([...after, ...(added ?? [])].map(({ status }) => status)),
    sends: sends || retimed || given.length > 0,
    set: { ...set, ...(added ? { total_fen: totalOf([...after, ...added]) } : {}) },
    jobs: all.map(({ job, to }) => ({ job, set: to })),
    told: [
      { how: 'handed', jobs: all.filter(({ staff }) => staff !== undefined).map(({ job }) => job) },
      {
        how: 'moved',
        jobs: all.filter((one) => one.staff === undefined && one.retimed).map(({ job, serviceAt }) => ({ ...job, to: serviceAt })),
      },
    ],
    retarget: retarget || retimed,
  };
}
