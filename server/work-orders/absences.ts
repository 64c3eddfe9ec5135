/** Members of staff on leave (`staff-leave`, which stands above this room): not sent, and what was theirs waits for another carer. */
import { MINUTE, instantOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { applyTo } from '../db/transitions.ts';
import { refused } from '../errors.ts';
import { workIn } from '../events.ts';
import { leavesWithin } from '../warnings/duty-absences.ts';
import { anyOrder } from './order-steps.ts';

interface Absence {
  user_id: number;
  starts_at: string;
  ends_at: string;
  hand_to_id: number | null;
}

/** Their approved leaves that touch a span. */
export const absencesOf = (tx: Tx, userIds: readonly number[], { from, to }: { from: string; to: string }): Promise<Absence[]> =>
  tx.rows<Absence>(sql`
    select l.* from unnest(${[...userIds]}::bigint[]) u(id), lateral (${leavesWithin(tx.tenantId, sql`u.id`, sql`${from}`, sql`${to}`)}) l
    order by l.starts_at`);

interface Meant {
  userId?: number | null | undefined;
  serverTime: string;
  minutes: number;
}

/**
 * Which of these jobs are at a time when the person for them is on leave, with that leave. Approvals of leaves and those who send one
 * person wait for each other: the second sees what the first did.
 */
export async function absentAmong<J extends Meant>(tx: Tx, jobs: readonly J[]): Promise<{ job: J; leave: Absence }[]> {
  const ids = [...new Set(jobs.flatMap(({ userId }) => userId ?? []))];
  if (ids.length === 0) return [];
  await tx.run(sql`select from users where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[]) order by id for no key update`);
  const endOf = ({ serverTime, minutes }: Meant) => textOf(instantOf(serverTime) + minutes * MINUTE);
  const from = jobs.map(({ serverTime }) => serverTime).toSorted()[0] as string;
  const to = jobs.map(endOf).toSorted().at(-1) as string;
  const leaves = await absencesOf(tx, ids, { from, to });
  return jobs.flatMap((job) => {
    const leave = leaves.find((one) => one.user_id === job.userId && one.starts_at < endOf(job) && one.ends_at > job.serverTime);
    return leave ? [{ job, leave }] : [];
  });
}

/** Refuses (422) who is on leave when the job is. */
export async function refuseAbsent(tx: Tx, jobs: readonly Meant[]): Promise<void> {
  const [absent] = await absentAmong(tx, jobs);
  if (!absent) return;
  const user = await tx.row<{ name: string }>(sql`select name from users where tenant_id = ${tx.tenantId} and id = ${absent.job.userId}`);
  const { starts_at, ends_at } = absent.leave;
  throw refused(`${user?.name ?? ''} ${starts_at.slice(5, 16)} 至 ${ends_at.slice(5, 16)} 请假，请选择其他人员`);
}

export interface Returned {
  workOrderId: number;
  text: string;
  startTime: string;
  endTime: string;
}

/**
 * What a member of staff was to do from `from` to `to` and has not begun is handed back, as they would do it themselves. Called when the
 * leave is approved; dispatchers are told by the caller.
 */
export async function handBackWithin(
  work: Work,
  { userId, name }: { userId: number; name: string },
  { from, to, reason }: { from: string; to: string; reason: string },
): Promise<Returned[]> {
  const { tx } = work;
  await tx.run(sql`select from users where tenant_id = ${tx.tenantId} and id = ${userId} for no key update`);
  const jobs = await tx.rows<{ id: number; work_order_id: number; service_at: string; minutes: number; text: string }>(sql`
    select j.id, j.work_order_id, j.service_at, j.minutes, o.person_name || ' ' || j.project_name as text
    from work_order_jobs j join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id
    where j.tenant_id = ${tx.tenantId} and j.user_id = ${userId} and j.status in (${jobStatus.assigned}, ${jobStatus.paused})
      and j.check_in_at is null and j.service_at < ${to} and j.service_at > ${from}::timestamptz - interval '1 day'
      and j.service_at + make_interval(mins => j.minutes) > ${from}::timestamptz
    order by j.work_order_id, j.id`);
  const own = workIn(tx, work.deps, { userId, name });
  for (const { id: jobId, work_order_id: id } of jobs) {
    const order = await anyOrder.read(own, id);
    await applyTo(anyOrder, own, order, { action: 'return', jobId, by: userId, name, reason, quiet: true });
  }
  return jobs.map(({ work_order_id: workOrderId, service_at: startTime, minutes, text }) => ({
    workOrderId,
    text,
    startTime,
    endTime: textOf(instantOf(startTime) + minutes * MINUTE),
  }));
}
