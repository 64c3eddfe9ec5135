/** What the carer does on site: check in, check out. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { actionLabels, canDoJob, jobStatus, orderStatus, statusOfJobs } from '#contract/work-orders/work-orders.rules.ts';
import type { workOrders as routes } from '#contract/work-orders/work-orders.ts';
import type { Context } from '../context.ts';
import { forbidden, invalid, notFound } from '../errors.ts';
import { isPosition } from '../system/coordinates.ts';
import { claim, finished, openOrder, record, setJobs, stale, type OrderJob } from './transitions.ts';

type Visit = z.output<typeof routes.start.input>;

/**
 * The jobs that a visit is about: the one of `jobId`, otherwise all of the caller's own that `action` is open to. Somebody who may dispatch
 * can act for the person assigned; 403 for anybody else.
 */
async function concerned(context: Context, { id, jobId }: Visit, jobs: readonly OrderJob[], action: 'start' | 'finish'): Promise<OrderJob[]> {
  const { session } = context;
  if (jobId !== undefined && !jobs.some((job) => job.id === jobId)) throw notFound('服务');
  const ready = jobs.filter((job) => (jobId === undefined || job.id === jobId) && canDoJob(action, job.status));
  if (ready.length === 0) throw await stale(context, id, `没有可${actionLabels[action]}的服务`);
  const mine = ready.filter((job) => job.user_id === session.userId);
  if (mine.length) return mine;
  if (!session.permissions.has('members_workorder_dispatch')) throw forbidden(`只有被派单的服务人员可以${actionLabels[action]}`);
  return ready;
}

function checkPlace({ lng, lat }: Visit): void {
  if ((lng === null) !== (lat === null) || (lng !== null && lat !== null && !isPosition(lng, lat))) throw invalid('坐标不正确');
}

const noted = (jobs: readonly OrderJob[], { address }: Visit) =>
  jobs.map((job) => ({ jobId: job.id, note: [job.project_name, address].filter(Boolean).join('，') }));

export async function start(input: Visit, context: Context): Promise<boolean> {
  checkPlace(input);
  const { order, jobs } = await openOrder(context, input.id, 'start', input.version);
  const begun = await concerned(context, input, jobs, 'start');
  const status = statusOfJobs(jobs.map((job) => (begun.includes(job) ? jobStatus.inProgress : job.status)));
  await claim(context, order, { status, started_at: sql`coalesce(started_at, now())` } as never);
  const { address, lng, lat, image } = input;
  await setJobs(
    context,
    order.id,
    begun.map((job) => job.id),
    {
      status: jobStatus.inProgress,
      check_in_at: sql`now()`,
      check_in_address: address,
      check_in_longitude: lng,
      check_in_latitude: lat,
      check_in_image: image,
    } as never,
  );
  await record(context, order, 'start', noted(begun, input));
  return true;
}

export async function finish(input: Visit, context: Context): Promise<boolean> {
  checkPlace(input);
  const { order, jobs } = await openOrder(context, input.id, 'finish', input.version);
  const over = await concerned(context, input, jobs, 'finish');
  const status = statusOfJobs(jobs.map((job) => (over.includes(job) ? jobStatus.finished : job.status)));
  const last = status === orderStatus.finished;
  await claim(context, order, { status, ...(last ? { finished_at: sql`now()` } : {}) } as never);
  const { address, lng, lat, image } = input;
  await setJobs(
    context,
    order.id,
    over.map((job) => job.id),
    {
      status: jobStatus.finished,
      check_out_at: sql`greatest(now(), check_in_at)`,
      check_out_address: address,
      check_out_longitude: lng,
      check_out_latitude: lat,
      check_out_image: image,
    } as never,
  );
  await record(context, order, 'finish', noted(over, input));
  if (last) await finished(context, order);
  return true;
}
