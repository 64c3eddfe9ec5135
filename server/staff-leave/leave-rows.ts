/** Leaves as they are read: the list, one with what its approval did, what is counted and compared. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { isDayOff, leaveLength, type LeaveSpan } from '#contract/staff-leave/leave-spans.rules.ts';
import { staffLeaves as routes, type StaffLeave } from '#contract/staff-leave/staff-leaves.ts';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { contains, equals, readOne, type ListOf } from '../lists/crud.ts';
import { scoped } from '../lists/data-scope.ts';

export const NOUN = '请假';

export const list: ListOf<typeof routes.page, 'staff_leaves'> = {
  table: 'staff_leaves',
  noun: NOUN,
  scope: scoped({ owners: ['user_id'] }),
  columns: {
    id: 'id',
    userId: 'user_id',
    userName: 'user_name',
    departmentName: () => sql`(select d.name from users u join departments d on d.tenant_id = u.tenant_id and d.id = u.department_id
      where u.tenant_id = staff_leaves.tenant_id and u.id = staff_leaves.user_id)`,
    type: 'type',
    startTime: 'starts_at',
    endTime: 'ends_at',
    days: 'days',
    reason: 'reason',
    handTo: 'hand_to_id',
    handToName: 'hand_to_name',
    state: 'state',
    caseId: 'case_id',
    takenDays: 'taken_days',
    endedBy: 'ended_by',
    endReason: 'end_reason',
    endedTime: 'ended_at',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    userName: contains('user_name'),
    type: equals('type'),
    state: equals('state'),
    startDate: (eb, value) => eb('ends_at', '>', `${value} 00:00:00`),
    endDate: (eb, value) => eb('starts_at', '<=', `${value} 23:59:59`),
  },
  sorts: { start_time: 'starts_at' },
};

export const ownList: typeof list = { ...list, scope: (eb, session) => eb('user_id', '=', session.userId) };

/** The leaves that a session may open. */
export const seen = ({ session }: Context) => (session.permissions.has(routes.page.access) ? list : ownList);

export type Effect = z.input<typeof routes.end.output>[number];

export const effectsOf = (tx: Tx, id: number): Promise<Effect[]> =>
  tx.rows<Effect>(sql`
    select kind, text, starts_at as "startTime", ends_at as "endTime", work_order_id as "workOrderId" from staff_leave_effects
    where tenant_id = ${tx.tenantId} and leave_id = ${id} order by id`);

export async function readLeave(context: Context, id: number): Promise<z.input<typeof routes.get.output>> {
  const { tx } = context;
  const row: z.input<typeof StaffLeave> = await readOne(seen(context), id, context);
  const [files, effects] = await Promise.all([
    tx.row<{ files: string[] }>(sql`select files from staff_leaves where tenant_id = ${tx.tenantId} and id = ${id}`),
    effectsOf(tx, id),
  ]);
  return { ...row, files: files?.files ?? [], effects };
}

/** Locked, for who changes it. Throws 404. */
export async function lockLeave(tx: Tx, id: number) {
  const row = await tx.row(db.selectFrom('staff_leaves').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate());
  if (!row) throw notFound(NOUN);
  return row;
}
export type LeaveRow = Awaited<ReturnType<typeof lockLeave>>;

/** How long a leave is, as the institution counts. */
export async function lengthOf(tx: Tx, span: LeaveSpan): Promise<number> {
  const counted = await tx.row<{ value: string }>(
    sql`select value from parameters where tenant_id = ${tx.tenantId} and key = 'STAFF_LEAVE_WORKDAYS'`,
  );
  if (counted?.value !== 'true') return leaveLength(span);
  const named = await tx.rows<{ day: string; kind: number }>(sql`
    select day::text as day, kind from holidays where tenant_id = ${tx.tenantId} and day >= ${span.starts_at.slice(0, 10)}
      and day <= ${span.ends_at.slice(0, 10)}`);
  const kinds = new Map(named.map(({ day, kind }) => [day, kind]));
  return leaveLength(span, (day) => isDayOff(day, kinds));
}

interface Planned {
  shifts: number;
  services: number;
}

/** What a member of staff was to do within a leave. */
export async function workWithin(tx: Tx, userId: number, { starts_at, ends_at }: LeaveSpan): Promise<Planned> {
  const [counted] = await tx.rows<Planned>(sql`
    select (select count(*) from duties d where d.tenant_id = ${tx.tenantId} and d.user_id = ${userId}
        and d.starts_at < ${ends_at} and d.ends_at > ${starts_at})::integer as shifts,
      (select count(*) from work_order_jobs j where j.tenant_id = ${tx.tenantId} and j.user_id = ${userId}
        and j.status in (${jobStatus.assigned}, ${jobStatus.paused}) and j.service_at >= ${starts_at}
        and j.service_at < ${ends_at})::integer as services`);
  return counted!;
}
