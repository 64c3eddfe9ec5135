/** Who goes: checks staff, assigns jobs. */
import type { z } from 'zod';
import { canDoJob, jobStatus, statusOfJobs } from '#contract/work-orders/work-orders.rules.ts';
import type { workOrders as routes } from '#contract/work-orders/work-orders.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound, refused } from '../errors.ts';
import { refuseOverlaps } from './overlaps.ts';
import { announce, tellFormer } from './staff-notices.ts';
import { claim, openOrder, record, setJobs, stale, type OrderJob } from './transitions.ts';

export interface Staff {
  id: number;
  username: string;
  name: string;
  phone: string | null;
}

/** The tenant's active users of these ids; refuses when one is not there, calling them `noun`. */
export async function staffOf(tx: Tx, ids: readonly number[], noun = '服务人员'): Promise<Map<number, Staff>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const found = await tx.rows(
    db
      .selectFrom('users')
      .select(['id', 'username', 'name', 'phone'])
      .where('tenant_id', '=', tx.tenantId)
      .where('id', 'in', wanted)
      .where('status', '=', 0)
      .where('deleted_at', 'is', null),
  );
  if (found.length < wanted.length) throw refused(`${noun}不存在或已停用`);
  return new Map(found.map((user) => [user.id, user]));
}

/** Nobody waits for somebody else. */
const notReturned = { returned_at: null, returned_by: null, returned_name: null, return_reason: null };

/** What a job becomes when `staff` takes it over: whoever comes new checks in anew. */
export const assigned = (staff: Staff) => ({
  status: jobStatus.assigned,
  user_id: staff.id,
  user_name: staff.name,
  user_phone: staff.phone,
  check_in_at: null,
  check_in_address: null,
  check_in_longitude: null,
  check_in_latitude: null,
  check_in_image: null,
  check_in_received_at: null,
  check_in_distance: null,
  check_in_reason: null,
  ...notReturned,
});

/** What a job becomes that nobody does any more; its status is the caller's to say. */
export const freed = { user_id: null, user_name: null, user_phone: null, check_in_at: null, check_in_received_at: null };

export async function dispatch(input: z.output<typeof routes.dispatch.input>, context: Context): Promise<boolean> {
  const { id, jobId, version, serverUserId, force } = input;
  const { order, jobs } = await openOrder(context, id, 'send', version);
  if (jobId !== undefined && !jobs.some((job) => job.id === jobId)) throw notFound('服务');
  const staff = (await staffOf(context.tx, [serverUserId])).get(serverUserId) as Staff;
  const open = (job: OrderJob) => (jobId === undefined || job.id === jobId) && canDoJob('send', job.status);
  const targets = jobs.filter(open);
  if (targets.length === 0) throw await stale(context, id, '没有可派的服务');
  // A caller that names no version may not know that a colleague has just sent somebody: within one screen refresh the first one stands.
  if (version === undefined && order.recent && targets.some((job) => job.status === jobStatus.assigned)) {
    throw await stale(context, id, '工单刚刚已派出，如需改派请刷新后重试');
  }
  if (!force)
    await refuseOverlaps(
      context,
      targets.map((job) => ({ jobId: job.id, userId: staff.id, serverTime: job.service_at, minutes: job.minutes })),
    );
  await claim(context, order, { status: statusOfJobs(jobs.map((job) => (open(job) ? jobStatus.assigned : job.status))) }, { sends: true });
  await setJobs(
    context,
    id,
    targets.map((job) => job.id),
    assigned(staff),
  );
  const before = (job: OrderJob) => (job.user_id !== null && job.user_id !== staff.id ? `，原为${job.user_name}` : '');
  await record(
    context,
    order,
    'send',
    targets.map((job) => ({ jobId: job.id, note: `${job.project_name}派给${staff.name}${before(job)}` })),
  );
  await announce(
    context,
    order,
    targets.map((job) => ({ staff, project: job.project_name })),
  );
  await tellFormer(
    context,
    order,
    targets.filter((job) => job.user_id !== staff.id),
    'handed',
  );
  return true;
}
