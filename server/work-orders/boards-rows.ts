/** The board's rows: jobs of a span as far as a session sees their orders, and the staff beside them. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { dataScopes } from '#contract/users/roles.ts';
import { BoardJob, MOST_STAFF } from '#contract/work-orders/boards.ts';
import { canDo, jobLocked, jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import { toMap } from '../geo/coordinates.ts';
import { scoped } from '../lists/data-scope.ts';
import { visibleTo } from '../lists/work-order-reach.ts';
import { alarmPlace, orderPlace } from './places.ts';

export interface Span {
  from: string;
  to: string;
}

/** Jobs that are not cancelled, with what the board shows of their orders; nothing is selected of others' orders. */
export const jobsSeen = (session: Session) =>
  visibleTo(session)
    .innerJoin('work_order_jobs as j', (on) =>
      on.onRef('j.tenant_id', '=', 'work_orders.tenant_id').onRef('j.work_order_id', '=', 'work_orders.id'),
    )
    .where('j.tenant_id', '=', session.tenantId)
    .where('j.status', '<>', jobStatus.cancelled)
    .select([
      'j.id',
      'j.work_order_id',
      'j.status',
      'j.project_name',
      'j.service_type_id',
      'j.service_type_name',
      'j.service_at',
      'j.minutes',
      'j.remarks',
    ])
    .select(['j.user_id', 'j.user_name', 'j.check_in_at', 'j.check_out_at', 'j.returned_by', 'j.returned_name', 'j.return_reason'])
    .select(['work_orders.number', 'work_orders.version', 'work_orders.status as state', 'work_orders.emergency', 'work_orders.person_id'])
    .select(['work_orders.person_name', 'work_orders.person_address', 'work_orders.longitude', 'work_orders.latitude'])
    .select([orderPlace.as('bed_place'), alarmPlace.as('alarm_place')])
    .select(['work_orders.respond_by', 'work_orders.complete_by', 'work_orders.responded_at']);

export type SeenJob = ReturnType<typeof jobsSeen> extends { execute(): Promise<(infer R)[]> } ? R : never;

/** Those that touch the span: no job is longer than a day. */
export const inSpan = (query: ReturnType<typeof jobsSeen>, { from, to }: Span) =>
  query
    .where('j.service_at', '>=', sql<string>`${from}::timestamptz - interval '1 day'`)
    .where('j.service_at', '<', to)
    .where(sql<boolean>`j.service_at + make_interval(mins => j.minutes) > ${from}::timestamptz`);

/** The wire's reading; positions as the map shows them. */
export function jobToBoard(row: SeenJob): z.input<typeof BoardJob> {
  const [lng, lat] = row.longitude === null || row.latitude === null ? [null, null] : toMap([row.longitude, row.latitude]);
  return {
    id: row.id,
    workOrderId: row.work_order_id,
    workNo: row.number,
    version: row.version,
    status: row.status,
    state: row.state,
    emergencyType: row.emergency,
    serverProjectName: row.project_name,
    serverTypeId: row.service_type_id,
    serverTypeName: row.service_type_name,
    serverTime: row.service_at,
    minutes: row.minutes,
    oldmanId: row.person_id,
    oldmanName: row.person_name,
    oldmanAddress: row.person_address,
    bedPlace: row.bed_place,
    alarmPlace: row.alarm_place,
    lng,
    lat,
    serverUserId: row.user_id,
    serverUserName: row.user_name,
    checkInTime: row.check_in_at,
    checkOutTime: row.check_out_at,
    respondBy: row.respond_by,
    completeBy: row.complete_by,
    respondedAt: row.responded_at,
    movable: canDo('edit', row.state) && !jobLocked(row.status),
    remarks: row.remarks,
    returned: row.returned_by === null ? null : `${row.returned_name}：${row.return_reason}`,
  };
}

const reach = scoped({ department: 'department_id', owners: ['id'] });

/** Whoever may serve, is on duty in the span, is trained for something, or is named by `also`; a department's scope sees its own. */
export const staffSeen = (session: Session, { from, to }: Span, also: readonly number[] = []) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.department_id', 'users.status'])
    .select(sql<string | null>`overlay(users.phone placing '****' from 4 for 4)`.as('phone'))
    .select(
      sql<string | null>`(select d.name from departments d where d.tenant_id = users.tenant_id and d.id = users.department_id)`.as(
        'department_name',
      ),
    )
    .where('users.tenant_id', '=', session.tenantId)
    .where('users.deleted_at', 'is', null)
    .where((eb) => (session.dataScope === dataScopes.own ? eb.lit(true) : (reach(eb, session) ?? eb.lit(true))))
    .where(
      sql<boolean>`(users.id = any(${[...also]}::bigint[]) or not users.visiting and (
        exists (select from user_roles r join role_menus rm on rm.tenant_id = r.tenant_id and rm.role_id = r.role_id
          join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
          where r.tenant_id = users.tenant_id and r.user_id = users.id and m.permission = 'members_workorder_serve')
        or exists (select from duties d where d.tenant_id = users.tenant_id and d.user_id = users.id
          and d.starts_at < ${to} and d.ends_at > ${from})
        or exists (select from staff_skills s where s.tenant_id = users.tenant_id and s.user_id = users.id)))`,
    )
    .orderBy('users.department_id')
    .orderBy('users.id')
    .limit(MOST_STAFF + 1);

export const dutiesOf = (tenantId: number, userIds: readonly number[], { from, to }: Span) =>
  db
    .selectFrom('duties')
    .select(['user_id', 'starts_at', 'ends_at'])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .orderBy('starts_at');

export const skillsOf = (tenantId: number, userIds: readonly number[]) =>
  db
    .selectFrom('staff_skills as s')
    .innerJoin('service_types as t', (on) => on.onRef('t.tenant_id', '=', 's.tenant_id').onRef('t.id', '=', 's.service_type_id'))
    .select(['s.user_id', 's.service_type_id', 't.name', 's.level', 's.valid_until'])
    .where('s.tenant_id', '=', tenantId)
    .where(sql<boolean>`s.user_id = any(${[...userIds]}::bigint[])`)
    .orderBy('t.sort')
    .orderBy('s.service_type_id');
