/** One job moved on the board: in time, to somebody, or back to nobody. */
import type { z } from 'zod';
import type { boards as routes } from '#contract/work-orders/boards.ts';
import { jobLocked, jobStatus, orderStatus, statusOfJobs } from '#contract/work-orders/work-orders.rules.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { notFound, refused } from '../errors.ts';
import { assigned, freed, staffOf, type Staff } from './dispatches.ts';
import { refuseOverlaps } from './overlaps.ts';
import { moveUse } from './reschedules.ts';
import { announce, tellFormer } from './staff-notices.ts';
import { retarget, written } from './targets.ts';
import { claim, openOrder, record, setJobs, stale, type OrderJob } from './transitions.ts';
import { checkTime } from './work-order-jobs.ts';

type Move = z.output<typeof routes.move.input>;

/** What was done, in a sentence of the order's log. */
function noteOf(job: OrderJob, to: { time: string; staff: Staff | null; given: boolean }): string {
  const moved = to.time === job.service_at ? '' : `时间由${job.service_at.slice(5, 16)}改为${to.time.slice(5, 16)}`;
  const before = job.user_id === null ? '' : `，原为${job.user_name}`;
  const given = !to.given ? '' : to.staff ? `派给${to.staff.name}${before}` : `改为待派${before}`;
  return job.project_name + [given, moved].filter(Boolean).join('，');
}

/** Moves the job as `move` says; gives its id. 409 with the order as it is when somebody was faster, 422 where editing and sending are refused too. */
export async function move({ jobId, version, serverTime, serverUserId, force }: Move, context: Context): Promise<number> {
  const { tx } = context;
  const its = await tx.row(db.selectFrom('work_order_jobs').select('work_order_id').where('tenant_id', '=', tx.tenantId).where('id', '=', jobId));
  if (!its) throw notFound('服务');
  const given = serverUserId !== undefined;
  const { order, jobs } = await openOrder(context, its.work_order_id, given ? 'send' : 'edit', version);
  const job = jobs.find(({ id }) => id === jobId) as OrderJob;
  if (jobLocked(job.status)) throw refused('服务中或已完成的服务不能修改时间和服务人员');
  if (job.status === jobStatus.cancelled) throw await stale(context, order.id, '该服务已取消');
  const time = serverTime ?? job.service_at;
  const userId = given ? serverUserId : job.user_id;
  const [retimed, handed] = [time !== job.service_at, userId !== job.user_id];
  if (!retimed && !handed) return jobId;
  if (retimed) checkTime(context, time);
  const staff = userId === null ? null : ((await staffOf(tx, [userId])).get(userId) as Staff);
  if (staff && !force) await refuseOverlaps(context, [{ jobId, userId: staff.id, serverTime: time, minutes: job.minutes }]);

  const paused = job.status === jobStatus.paused;
  const status = paused ? jobStatus.paused : staff ? jobStatus.assigned : jobStatus.unassigned;
  const whole = statusOfJobs(jobs.map((one) => (one.id === jobId ? status : one.status)));
  const answered = whole === orderStatus.assigned && order.responded_at === null ? { responded_at: written(context.deps.now()) } : {};
  await claim(context, order, { status: whole, ...answered }, { sends: retimed || staff !== null });
  await setJobs(context, order.id, [jobId], { ...(handed ? (staff ? assigned(staff) : freed) : {}), status, service_at: time });
  if (retimed) await moveUse(context, order, job, time);
  if (retimed) await retarget(context, order.id);
  await record(context, order, handed ? 'send' : 'edit', [{ jobId, note: noteOf(job, { time, staff, given: handed }) }]);
  if (staff && handed) await announce(context, order, [{ staff, project: job.project_name }]);
  await tellFormer(context, order, [handed ? job : { ...job, to: time }], handed ? 'handed' : 'moved');
  return jobId;
}
