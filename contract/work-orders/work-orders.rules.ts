/** The one state machine of work orders and its two wire readings (docs/decisions/006). Pure. */

export const orderStatus = { unassigned: 1, assigned: 2, inProgress: 3, finished: 4, paused: 5, cancelled: 6, rated: 7 } as const;
export type OrderStatus = (typeof orderStatus)[keyof typeof orderStatus];
const all = Object.values(orderStatus);
export const orderStatusLabels: Record<number, string> = {
  1: '待派单',
  2: '已派单',
  3: '服务中',
  4: '已完成',
  5: '已暂停',
  6: '已取消',
  7: '已评价',
};

/** A job is never rated itself; it is paused while its order is. */
export const jobStatus = { unassigned: 1, assigned: 2, inProgress: 3, finished: 4, paused: 5, cancelled: 6 } as const;

/** The list's and dialog's reading: 1 unassigned, 2 assigned, 3 in progress, 4 finished, 5 paused, 6 cancelled or rated. */
export const dialogStatus = (status: number) => (status === orderStatus.rated ? 6 : status);
/** What a filter by the dialog's reading means. */
export const statusesOfDialog = (dialog: number): OrderStatus[] => all.filter((status) => dialogStatus(status) === dialog);

/** The detail page's reading: 4 unassigned or paused, 0 assigned, 1 in progress, 2 finished, 3 cancelled. */
export function detailStatus(status: number): number {
  switch (status) {
    case orderStatus.assigned:
      return 0;
    case orderStatus.inProgress:
      return 1;
    case orderStatus.cancelled:
      return 3;
    case orderStatus.unassigned:
    case orderStatus.paused:
      return 4;
    default:
      return 2;
  }
}
/** The canonical statuses behind a detail page's status. */
export const statusesOfDetail = (detail: number): OrderStatus[] => all.filter((status) => detailStatus(status) === detail);

export type Action = 'detail' | 'edit' | 'send' | 'cancel' | 'stop' | 'comment' | 'continue' | 'start' | 'finish' | 'delete' | 'return';

/**
 * The specification's action sets by dialog status, and what it leaves open: a carer starts and finishes on site (an order in progress may
 * have a next job to start) or hands back what she has not begun, and an order is deleted only while nobody was sent.
 */
const ACTIONS: Record<number, readonly Action[]> = {
  1: ['detail', 'edit', 'send', 'cancel', 'delete', 'return'],
  2: ['detail', 'edit', 'send', 'cancel', 'start', 'return'],
  3: ['detail', 'stop', 'cancel', 'start', 'finish', 'return'],
  4: ['detail', 'comment'],
  5: ['detail', 'edit', 'continue', 'send', 'cancel', 'return'],
  6: ['detail'],
  7: ['detail'],
};

/** Whether an action is open to an order in `status`: guards the server and shows the button. */
export const canDo = (action: Action, status: number) => ACTIONS[status]?.includes(action) ?? false;
/** What may be done with an order in this status. */
export const actionsOf = (status: number): readonly Action[] => ACTIONS[status] ?? [];

/** How an action is called in buttons, in the timeline and where it is refused. `create` and `draft` begin an order. */
export const actionLabels: Record<string, string> = {
  create: '创建工单',
  draft: '生成工单',
  detail: '查看',
  edit: '修改工单',
  send: '派单',
  start: '签到',
  finish: '签退',
  stop: '暂停工单',
  continue: '继续工单',
  cancel: '取消工单',
  comment: '评价',
  followup: '回访',
  alert: '超时提醒',
  delete: '删除工单',
  return: '要求改派',
};

export type JobAction = 'send' | 'start' | 'finish' | 'stop' | 'continue' | 'cancel' | 'return';
const JOB_ACTIONS: Record<JobAction, readonly number[]> = {
  send: [jobStatus.unassigned, jobStatus.assigned, jobStatus.paused],
  start: [jobStatus.assigned],
  finish: [jobStatus.inProgress],
  stop: [jobStatus.unassigned, jobStatus.assigned, jobStatus.inProgress],
  continue: [jobStatus.paused],
  cancel: [jobStatus.unassigned, jobStatus.assigned, jobStatus.inProgress, jobStatus.paused],
  // Whoever is with the person stays until a dispatcher has paused it.
  return: [jobStatus.assigned, jobStatus.paused],
};
/** Which jobs an action that its order allows touches. */
export const canDoJob = (action: JobAction, status: number) => JOB_ACTIONS[action].includes(status);

/** As `actionLabels`, of a single job. */
export const jobActionLabels = { stop: '暂停', continue: '继续', cancel: '取消' } as const;

/**
 * Which orders a single job of is stopped, continued or cancelled: of the
 * specification's sets, and continued also in an order that goes on with its other jobs.
 */
export const canDoOneJob = (action: 'stop' | 'continue' | 'cancel', order: number) =>
  canDo(action, order) || (action === 'continue' && order === orderStatus.inProgress);

/** What a paused job continues as. */
export const jobContinues = (job: { userId: number | null; checkedIn: boolean }) =>
  job.userId === null ? jobStatus.unassigned : job.checkedIn ? jobStatus.inProgress : jobStatus.assigned;

/** An order's status from its jobs' (never rated: that is said of the order itself). */
export function statusOfJobs(jobs: readonly number[]): OrderStatus {
  const active = jobs.filter((status) => status !== jobStatus.cancelled);
  if (active.length === 0) return orderStatus.cancelled;
  const open = active.filter((status) => status !== jobStatus.finished);
  if (open.length === 0) return orderStatus.finished;
  if (open.every((status) => status === jobStatus.paused)) return orderStatus.paused;
  if (active.some((status) => status === jobStatus.inProgress || status === jobStatus.finished)) return orderStatus.inProgress;
  return open.every((status) => status === jobStatus.assigned || status === jobStatus.paused)
    ? orderStatus.assigned
    : orderStatus.unassigned;
}

/** The wire's number: GD, the day, four digits or more. `day` as yyyy-MM-dd. */
export const numberOf = (day: string, serial: number) => `GD${day.replaceAll('-', '')}${String(serial).padStart(4, '0')}`;

/** Pay types 3 and 5 (packages) are not offered for a new order. */
export const payTypeOffered = (payType: number) => payType !== 3 && payType !== 5;

/** Jobs in progress or finished lock time, questionnaires, consumables and implementer (specification 1, section 4). */
export const jobLocked = (status: number) => status === jobStatus.inProgress || status === jobStatus.finished;

export interface Proofs {
  requiresPhoto: boolean;
  requiresSignature: boolean;
  image: string | null;
  signature: string | null;
  /** Why nobody could sign; stands for the signature. */
  unsignedReason: string | null;
  /** Names of required questionnaires that nobody has filled in. */
  unfilled: readonly string[];
}
/** What a job still needs before it is finished, in words; empty when it may be. */
export const missingOf = ({ requiresPhoto, requiresSignature, image, signature, unsignedReason, unfilled }: Proofs): string[] => [
  ...(requiresPhoto && !image ? ['现场照片'] : []),
  ...(requiresSignature && !signature && !unsignedReason ? ['服务对象签名'] : []),
  ...unfilled.map((name) => `问卷《${name}》`),
];

/** Fen: the sum of what is priced by the job; what a package covers counts 0. */
export const totalOf = (jobs: readonly { priceFen: number; packageId: number; status?: number }[]) =>
  jobs.reduce((sum, job) => (job.packageId === 0 && job.status !== jobStatus.cancelled ? sum + job.priceFen : sum), 0);

export interface Step {
  title: string;
  time: string | null;
  state: 'done' | 'current' | 'wait' | 'cancelled';
}

/** The step bar. A cancelled order shows assigned and in progress only when it had been started. */
export function stepsOf(order: {
  status: number;
  createTime: string;
  respondedAt?: string | null;
  startTime: string | null;
  endTime: string | null;
}): Step[] {
  const { status } = order;
  const cancelled = status === orderStatus.cancelled;
  const reached = cancelled ? 4 : (({ 0: 2, 1: 3, 2: 4, 4: 1 } as Record<number, number>)[detailStatus(status)] ?? 4);
  const titles = [
    { title: status === orderStatus.paused ? '已暂停' : '待派单', time: order.createTime },
    ...(cancelled && !order.startTime
      ? []
      : [
          { title: '已派单', time: order.respondedAt ?? null },
          { title: '服务中', time: order.startTime },
        ]),
    { title: cancelled ? '已取消' : '已完成', time: order.endTime },
  ];
  const last = titles.length - 1;
  return titles.map(({ title, time }, index) => {
    const at = cancelled ? last : reached - 1;
    if (index === last && cancelled) return { title, time, state: 'cancelled' };
    if (index === last && at === last) return { title, time, state: 'done' };
    return { title, time: index <= at ? time : null, state: index < at ? 'done' : index === at ? 'current' : 'wait' };
  });
}
