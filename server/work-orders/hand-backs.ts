/** Whoever was sent cannot go: the jobs wait for a dispatcher again, with who said so and why. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { canDoJob, jobStatus, orderStatus, orderStatusLabels, statusOfJobs } from '#contract/work-orders/work-orders.rules.ts';
import type { workOrders as routes } from '#contract/work-orders/work-orders.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { freed } from './dispatches.ts';
import { tellReturned } from './staff-notices.ts';
import { respondAnew } from './targets.ts';
import { claim, openOrder, record, setJobs, stale, type OrderJob } from './transitions.ts';

/** Takes the caller's own jobs that have not begun off her; a paused one stays paused. 409 when none of them is hers to hand back any more. */
export async function handBack({ id, jobId, reason, version }: z.output<typeof routes.handBack.input>, context: Context): Promise<boolean> {
  const { session } = context;
  const { order, jobs } = await openOrder(context, id, 'return', version);
  if (jobId !== undefined && !jobs.some((job) => job.id === jobId)) throw notFound('服务');
  const mine = jobs.filter((job) => job.user_id === session.userId && (jobId === undefined || job.id === jobId));
  const back = mine.filter(({ status }) => canDoJob('return', status));
  if (back.length === 0) {
    const [one] = mine;
    if (!one) throw await stale(context, id, '服务已不由您负责');
    throw await stale(
      context,
      id,
      one.status === jobStatus.inProgress ? '已签到的服务不能改派，请联系调度人员' : `服务${orderStatusLabels[one.status]}，不能要求改派`,
    );
  }
  const next = (job: OrderJob) => (back.includes(job) && job.status !== jobStatus.paused ? jobStatus.unassigned : job.status);
  const status = statusOfJobs(jobs.map(next));
  // Nobody is on the way: the clock of the answer starts again, and with it the reminder of dispatchers.
  const waits = status === orderStatus.unassigned;
  const again = waits ? { responded_at: null, respond_by: await respondAnew(context, context.deps.now(), order.emergency, back) } : {};
  await claim(context, order, { status, ...again });
  const said = { returned_at: sql`now()`, returned_by: session.userId, returned_name: session.name, return_reason: reason };
  for (const job of back) await setJobs(context, order.id, [job.id], { ...freed, ...said, status: next(job) } as never);
  await record(
    context,
    order,
    'return',
    back.map((job) => ({ jobId: job.id, note: `${job.project_name}，${reason}` })),
  );
  await tellReturned(context, order, back, reason);
  return true;
}
