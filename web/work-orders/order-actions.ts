/** Which buttons an order has for the person in front of it: the status allows it, the rights allow it. */
import { actionLabels, canDo, canDoJob, canDoOneJob, type Action } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { session } from '#web/api/session.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { useMay } from '#web/ui/may.ts';
import type { OrderHead, OrderJob } from './order-calls.ts';

/** What opens a dialog or a drawer. */
export type Asked = Exclude<Action, 'detail'>;

const ROUTES: Record<Asked, Parameters<ReturnType<typeof useMay>>[0]> = {
  edit: workOrders.update,
  send: workOrders.dispatch,
  cancel: workOrders.cancel,
  stop: workOrders.stop,
  continue: workOrders.continue,
  comment: workOrders.score,
  start: workOrders.start,
  finish: workOrders.finish,
  delete: workOrders.remove,
  return: workOrders.handBack,
};

/** The next step of a state first, what ends an order last. */
const ORDER: readonly Asked[] = ['start', 'finish', 'send', 'continue', 'comment', 'edit', 'stop', 'return', 'cancel', 'delete'];
const DANGEROUS = new Set<Asked>(['cancel', 'delete']);

/** Short, as buttons say it. */
const LABELS: Partial<Record<Asked, string>> = { edit: '编辑', stop: '暂停', continue: '继续', cancel: '取消', delete: '删除' };

/** What stops, resumes or ends a single job. */
export const JOB_ENDINGS = { continue: '继续此服务', stop: '暂停此服务', cancel: '取消此服务' } as const;
export type JobEnding = keyof typeof JOB_ENDINGS;

/** Gives what may be done with one job of an order: its status allows it, the order's, and the rights. */
export function useJobEndings(): (order: Pick<OrderHead, 'state'>, job: { status?: number }) => JobEnding[] {
  const may = useMay();
  return ({ state }, { status }) =>
    (Object.keys(JOB_ENDINGS) as JobEnding[]).filter(
      (ending) => canDoOneJob(ending, state) && canDoJob(ending, status ?? 0) && may(ROUTES[ending]),
    );
}

/** What whoever was sent does. */
type Serving = 'start' | 'finish' | 'return';
const isServing = (action: Asked): action is Serving => action === 'start' || action === 'finish' || action === 'return';

export interface OrderAction {
  action: Asked;
  label: string;
  danger: boolean;
}

/**
 * Gives the actions of an order. On its detail page with the jobs: start and finish for
 * the assigned carer, or a user who may dispatch and so act for them.
 * In a list, which has no jobs, for those whose name is on the order: 签到 before it has
 * begun, then 签退 (the dialog finds the job). Handing back is for the assigned carer alone.
 */
export function useOrderActions(): (order: OrderHead, jobs?: readonly OrderJob[]) => OrderAction[] {
  const may = useMay();
  const name = useCurrentUser()?.sysUser.nickName;
  const me = session.getState().user?.id;
  const serves = (action: Serving, { serverUserName, state }: OrderHead, jobs?: readonly OrderJob[]) => {
    const acts = action !== 'return' && may(workOrders.dispatch);
    if (jobs) return jobs.some((job) => canDoJob(action, job.status) && (job.serverUserId === me || acts));
    const mine = name !== undefined && (serverUserName?.split('、').includes(name) ?? false);
    return mine && (action === 'finish' || !canDo('finish', state));
  };
  return (order, jobs) =>
    ORDER.filter((action) => canDo(action, order.state) && may(ROUTES[action]))
      .filter((action) => !isServing(action) || serves(action, order, jobs))
      // What an alarm drafted is cancelled, never deleted.
      .filter((action) => action !== 'delete' || order.warningBusinessId === null)
      .map((action) => ({ action, label: LABELS[action] ?? actionLabels[action] ?? action, danger: DANGEROUS.has(action) }));
}
