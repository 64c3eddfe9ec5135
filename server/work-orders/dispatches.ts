/** Who goes: checks staff, assigns jobs. */
import type { z } from 'zod';
import type { AssignedStaff } from '#contract/work-orders/job-assignments.rules.ts';
import type { workOrders as routes } from '#contract/work-orders/work-orders.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { applyTo, openFor } from '../db/transitions.ts';
import { refused } from '../errors.ts';
import { refuseAbsent } from './absences.ts';
import { jobsFor, workOrder } from './order-steps.ts';
import { refuseOverlaps } from './overlaps.ts';

export type Staff = AssignedStaff;

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

/**
 * Sends a member of staff to the order's jobs, or to that of `jobId`. Refused (422) when
 * that person is on leave then, or has other work at that time, unless `force` is set.
 */
export async function dispatch(input: z.output<typeof routes.dispatch.input>, context: Context): Promise<boolean> {
  const { id, jobId, version, serverUserId, force } = input;
  const order = await openFor(workOrder, context, { id, version }, 'send');
  const which = { action: 'send', jobId, unread: version === undefined } as const;
  const jobs = await jobsFor(context, order, which);
  const staff = (await staffOf(context.tx, [serverUserId])).get(serverUserId) as Staff;
  const planned = jobs.map((job) => ({ jobId: job.id, userId: staff.id, serverTime: job.service_at, minutes: job.minutes }));
  await refuseAbsent(context.tx, planned);
  if (!force) await refuseOverlaps(context, planned);
  return applyTo(workOrder, context, order, { ...which, staff });
}
