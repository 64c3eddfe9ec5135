/** One job moved on the board: in time, to somebody, or back to nobody. */
import type { z } from 'zod';
import type { boards as routes } from '#contract/work-orders/boards.ts';
import { jobLocked, jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { applyTo, openFor, refuse } from '../db/transitions.ts';
import { notFound, refused } from '../errors.ts';
import { refuseAbsent } from './absences.ts';
import { staffOf, type Staff } from './dispatches.ts';
import { workOrder, type OrderJob } from './order-steps.ts';
import { refuseOverlaps } from './overlaps.ts';
import { moveUse } from './reschedules.ts';
import { checkTime } from './work-order-jobs.ts';

type Move = z.output<typeof routes.move.input>;

/** What was done, in a sentence of the order's log. */
function noteOf(job: OrderJob, to: { time: string; staff: Staff | null; given: boolean }): string {
  const moved = to.time === job.service_at ? '' : `时间由${job.service_at.slice(5, 16)}改为${to.time.slice(5, 16)}`;
  const before = job.user_id === null ? '' : `，原为${job.user_name}`;
  const given = !to.given ? '' : to.staff ? `派给${to.staff.name}${before}` : `改为待派${before}`;
  return job.project_name + [given, moved].filter(Boolean).join('，');
}

/**
 * Moves the job as `move` says; gives its id. 409 with the order as it is when another user
 * was faster, 422 where editing and sending are refused too.
 */
export async function move({ jobId, version, serverTime, serverUserId, force }: Move, context: Context): Promise<number> {
  const { tx } = context;
  const its = await tx.row(
    db.selectFrom('work_order_jobs').select('work_order_id').where('tenant_id', '=', tx.tenantId).where('id', '=', jobId),
  );
  if (!its) throw notFound('服务');
  const given = serverUserId !== undefined;
  const order = await openFor(workOrder, context, { id: its.work_order_id, version }, given ? 'send' : 'edit');
  const job = order.jobs.find(({ id }) => id === jobId) as OrderJob;
  if (jobLocked(job.status)) throw refused('服务中或已完成的服务不能修改时间和服务人员');
  if (job.status === jobStatus.cancelled) throw await refuse(workOrder, context, order, { refusal: '该服务已取消', status: 409 });
  const time = serverTime ?? job.service_at;
  const userId = given ? serverUserId : job.user_id;
  const [retimed, handed] = [time !== job.service_at, userId !== job.user_id];
  if (!retimed && !handed) return jobId;
  if (retimed) checkTime(context, time);
  const staff = userId === null ? null : ((await staffOf(tx, [userId])).get(userId) as Staff);
  const planned = staff ? [{ jobId, userId: staff.id, serverTime: time, minutes: job.minutes }] : [];
  await refuseAbsent(tx, planned);
  if (!force) await refuseOverlaps(context, planned);

  const notes = [{ jobId, note: noteOf(job, { time, staff, given: handed }) }];
  const moves = [{ jobId, serviceAt: time, staff: handed ? staff : undefined }];
  await applyTo(workOrder, context, order, { action: 'edit', log: handed ? 'send' : 'edit', moves, notes }, async () => {
    if (retimed) await moveUse(context, order, job, time);
  });
  return jobId;
}
