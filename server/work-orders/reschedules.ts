/** Moves many orders at once: all or none, so that nobody has to find out which half was moved. */
import type { z } from 'zod';
import { jobLocked, jobStatus, statusOfJobs } from '#contract/work-orders/work-orders.rules.ts';
import type { workOrderPlans as routes } from '#contract/work-orders/work-order-plans.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { Refusal, invalid, refused } from '../errors.ts';
import { releaseUse, takeUse } from '../elderly/package-uses.ts';
import { assigned, staffOf, type Staff } from './dispatches.ts';
import { refuseOverlaps, type Planned } from './overlaps.ts';
import { announce, tellFormer } from './staff-notices.ts';
import { instant, retarget, written } from './targets.ts';
import { claim, openOrder, record, setJobs, type OrderJob } from './transitions.ts';
import { checkTime } from './work-order-jobs.ts';

type Input = z.output<typeof routes.reschedule.input>;
const DAY = 86_400_000;

/** A job takes its package's count again on its new day: the package must be good on that one too. */
export async function moveUse(context: Context, order: { person_id: number }, job: OrderJob, serviceAt: string): Promise<void> {
  if (job.package_id === 0) return;
  await releaseUse(context, job.id);
  await takeUse(context, { jobId: job.id, packageId: job.package_id, projectId: job.project_id, personId: order.person_id, serviceAt });
}

/** Gives the jobs that somebody now does at another time than before. */
async function moveOne(context: Context, one: Input['orders'][number], { shiftDays, time, reason }: Input, staff: Staff | null): Promise<Planned[]> {
  const { order, jobs } = await openOrder(context, one.id, 'edit', one.version);
  const open = jobs.filter((job) => !jobLocked(job.status) && job.status !== jobStatus.cancelled);
  if (open.length === 0) throw refused('没有可改期的服务');
  const moves = open.map((job) => {
    const shifted = written(instant(job.service_at) + shiftDays * DAY);
    const serviceAt = time === null ? shifted : `${shifted.slice(0, 10)} ${time}:00`;
    if (serviceAt !== job.service_at) checkTime(context, serviceAt);
    const paused = job.status === jobStatus.paused;
    const status = paused ? jobStatus.paused : staff ? jobStatus.assigned : job.status;
    return { job, serviceAt, status };
  });
  const status = statusOfJobs(jobs.map((job) => moves.find((move) => move.job === job)?.status ?? job.status));
  await claim(context, order, { status }, { sends: true });
  for (const { job, serviceAt, status } of moves) {
    if (serviceAt !== job.service_at) await moveUse(context, order, job, serviceAt);
    await setJobs(context, order.id, [job.id], { ...(staff && staff.id !== job.user_id ? assigned(staff) : {}), status, service_at: serviceAt });
  }
  await retarget(context, order.id);
  const said = (serviceAt: string) => serviceAt.slice(5, 16);
  await record(
    context,
    order,
    'edit',
    moves.map(({ job, serviceAt }) => ({
      jobId: job.id,
      note: [`${job.project_name}改期：${said(job.service_at)} → ${said(serviceAt)}`, staff && `派给${staff.name}`, reason].filter(Boolean).join('，'),
    })),
  );
  const handed = moves.filter(({ job }) => staff !== null && job.user_id !== staff.id);
  if (staff) {
    const given = handed.map(({ job }) => ({ staff, project: job.project_name }));
    await announce(context, order, given);
    const former = handed.map(({ job }) => job);
    await tellFormer(context, order, former, 'handed');
  }
  const retimed = moves.filter((move) => !handed.includes(move) && move.serviceAt !== move.job.service_at);
  const kept = retimed.map(({ job, serviceAt }) => ({ ...job, to: serviceAt }));
  await tellFormer(context, order, kept, 'moved');
  return moves.flatMap(({ job, serviceAt }) => {
    const userId = staff?.id ?? job.user_id;
    if (userId === null || (serviceAt === job.service_at && userId === job.user_id)) return [];
    return [{ jobId: job.id, userId, serverTime: serviceAt, minutes: job.minutes }];
  });
}

export async function reschedule(input: Input, context: Context): Promise<{ moved: number }> {
  if (input.shiftDays === 0 && input.time === null && input.serverUserId === undefined) throw invalid('请选择要修改的内容');
  const orders = [...new Map(input.orders.map((one) => [one.id, one])).values()].sort((a, b) => a.id - b.id);
  const staff = input.serverUserId === undefined ? null : ((await staffOf(context.tx, [input.serverUserId])).get(input.serverUserId) as Staff);
  const named = await context.tx.rows(
    db
      .selectFrom('work_orders')
      .select(['id', 'number'])
      .where('tenant_id', '=', context.tx.tenantId)
      .where(
        'id',
        'in',
        orders.map(({ id }) => id),
      ),
  );
  const numbers = new Map(named.map(({ id, number }) => [id, number]));
  const planned: Planned[] = [];
  for (const one of orders) {
    try {
      planned.push(...(await moveOne(context, one, input, staff)));
    } catch (error) {
      if (!(error instanceof Refusal) || orders.length === 1) throw error;
      throw new Refusal(error.status, `${numbers.get(one.id) ?? ''}：${error.message}。所选工单均未改期`, error.data);
    }
  }
  if (!input.force) await refuseOverlaps(context, planned);
  return { moved: orders.length };
}
