/** Moves many orders at once: all or none, so that nobody has to find out which half was moved. */
import type { z } from 'zod';
import { shiftedTime } from '#contract/work-orders/reschedules.rules.ts';
import { jobLocked, jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { workOrderPlans as routes } from '#contract/work-orders/work-order-plans.ts';
import type { Context, Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { applyTo, openFor } from '../db/transitions.ts';
import { Refusal, invalid } from '../errors.ts';
import { releaseUse, takeUse } from '../elderly/package-uses.ts';
import { staffOf, type Staff } from './dispatches.ts';
import { refuseAbsent } from './absences.ts';
import { workOrder, type OrderJob } from './order-steps.ts';
import { refuseOverlaps, type Planned } from './overlaps.ts';
import { checkTime } from './work-order-jobs.ts';

type Input = z.output<typeof routes.reschedule.input>;

/** A job takes its package's count again on its new day: the package must be good on that one too. */
export async function moveUse(work: Work, order: { person_id: number }, job: OrderJob, serviceAt: string): Promise<void> {
  if (job.package_id === 0) return;
  await releaseUse(work, job.id);
  await takeUse(work, { jobId: job.id, packageId: job.package_id, projectId: job.project_id, personId: order.person_id, serviceAt });
}

const clock = (serviceAt: string) => serviceAt.slice(5, 16);

/** Gives the jobs that somebody now does at another time than before. */
async function moveOne(
  context: Context,
  one: Input['orders'][number],
  { shiftDays, time, reason }: Input,
  staff: Staff | null,
): Promise<Planned[]> {
  // An order that may be edited has a job that may be.
  const order = await openFor(workOrder, context, one, 'edit');
  const open = order.jobs.filter((job) => !jobLocked(job.status) && job.status !== jobStatus.cancelled);
  const moves = open.map((job) => {
    const serviceAt = shiftedTime(job.service_at, shiftDays, time);
    if (serviceAt !== job.service_at) checkTime(context, serviceAt);
    return { job, jobId: job.id, serviceAt, staff: staff && staff.id !== job.user_id ? staff : undefined };
  });
  const notes = moves.map(({ job, serviceAt }) => ({
    jobId: job.id,
    note: [`${job.project_name}改期：${clock(job.service_at)} → ${clock(serviceAt)}`, staff && `派给${staff.name}`, reason]
      .filter(Boolean)
      .join('，'),
  }));
  const command = { action: 'edit', log: 'edit', moves, notes, sends: true, retarget: true } as const;
  await applyTo(workOrder, context, order, command, async () => {
    for (const { job, serviceAt } of moves) if (serviceAt !== job.service_at) await moveUse(context, order, job, serviceAt);
  });
  return moves.flatMap(({ job, serviceAt, staff: handed }) => {
    const userId = handed?.id ?? job.user_id;
    return userId === null || (serviceAt === job.service_at && !handed)
      ? []
      : [{ jobId: job.id, userId, serverTime: serviceAt, minutes: job.minutes }];
  });
}

export async function reschedule(input: Input, context: Context): Promise<{ moved: number }> {
  if (input.shiftDays === 0 && input.time === null && input.serverUserId === undefined) throw invalid('请选择要修改的内容');
  const orders = [...new Map(input.orders.map((one) => [one.id, one])).values()].sort((a, b) => a.id - b.id);
  const staff =
    input.serverUserId === undefined ? null : ((await staffOf(context.tx, [input.serverUserId])).get(input.serverUserId) as Staff);
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
  await refuseAbsent(context.tx, planned);
  if (!input.force) await refuseOverlaps(context, planned);
  return { moved: orders.length };
}
