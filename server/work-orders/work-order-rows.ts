/** A work order as lists show it, and which of them a session may see. */
import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely';
import type { z } from 'zod';
import { toYuan } from '#contract/fields.ts';
import { dialogStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { WorkOrderSummary } from '#contract/work-orders/work-orders.ts';
import type { Context } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { notFound } from '../errors.ts';
import { toMap } from '../geo/coordinates.ts';
import { visibleTo } from '../lists/work-order-reach.ts';
import { alarmPlace, orderPlace } from './places.ts';
import type { SelectedBy } from '../lists/query.ts';

type Orders = ExpressionBuilder<Tables, 'work_orders'>;

export const jobOf = (eb: Orders, userId: number) =>
  eb.exists(
    eb
      .selectFrom('work_order_jobs as j')
      .select(sql`1`.as('one'))
      .whereRef('j.tenant_id', '=', 'work_orders.tenant_id')
      .whereRef('j.work_order_id', '=', 'work_orders.id')
      .where('j.user_id', '=', userId),
  );

const jobs = (value: string, order = '') =>
  sql.raw(
    `(select string_agg(${value}, '、'${order}) from work_order_jobs j where j.tenant_id = work_orders.tenant_id
      and j.work_order_id = work_orders.id)`,
  );

/** A job that was handed back and that nobody was sent to since: over `j`. */
export const isReturned = sql.raw('j.returned_by is not null and j.status in (1, 5)');

/** Adds what a list shows; scalar subqueries, because a sorted page needs them for its own rows only. */
export const withSummary = (query: SelectQueryBuilder<Tables, 'work_orders', object>) =>
  query.selectAll('work_orders').select([
    sql<string | null>`(select u.name from users u where u.tenant_id = work_orders.tenant_id and u.id = work_orders.operator_id)`.as(
      'operator_name',
    ),
    sql<string>`(select t.name from tenants t where t.id = work_orders.tenant_id)`.as('tenant_name'),
    sql<
      string | null
    >`(select t.name from service_types t where t.tenant_id = work_orders.tenant_id and t.id = work_orders.service_type_id)`.as(
      'type_name',
    ),
    sql<string | null>`${jobs('j.project_name', ' order by j.id')}`.as('project_names'),
    sql<string | null>`${jobs('distinct j.user_name')}`.as('user_names'),
    sql<string | null>`(select coalesce(min(j.service_at) filter (where j.status <> 6), min(j.service_at)) from work_order_jobs j
        where j.tenant_id = work_orders.tenant_id and j.work_order_id = work_orders.id)`.as('service_at'),
    sql<string | null>`(select max(j.returned_name || '：' || j.return_reason) from work_order_jobs j
        where j.tenant_id = work_orders.tenant_id and j.work_order_id = work_orders.id and ${isReturned})`.as('returned'),
    orderPlace.as('bed_place'),
    alarmPlace.as('alarm_place'),
  ]);

type Row = SelectedBy<ReturnType<typeof withSummary>>;

/** The list's reading of a row: `status` is the dialog's. */
export function summaryOf(row: Row): z.input<typeof WorkOrderSummary> {
  const [lng, lat] = row.longitude === null || row.latitude === null ? [null, null] : toMap([row.longitude, row.latitude]);
  return {
    id: row.id,
    workNo: row.number,
    downName: row.orderer_name,
    downPhone: row.orderer_phone,
    downTime: row.ordered_at,
    emergencyType: row.emergency,
    payType: row.pay_type,
    status: dialogStatus(row.status),
    state: row.status,
    startTime: row.started_at,
    endTime: row.finished_at,
    operationUserName: row.operator_name,
    operationUserTenantName: row.operator_name === null ? null : row.tenant_name,
    oldmanId: row.person_id,
    oldmanName: row.person_name,
    oldmanPhone: row.person_phone,
    oldmanAddress: row.person_address,
    bedPlace: row.bed_place,
    alarmPlace: row.alarm_place,
    careLevel: row.care_level,
    anergy: row.ability,
    orderPrice: toYuan(row.total_fen),
    remarks: row.remarks,
    warningType: row.warning_type,
    warningBusinessId: row.warning_id,
    serverTypeName: row.type_name,
    serverProjectName: row.project_names ?? '',
    serverUserName: row.user_names,
    serverTime: row.service_at,
    source: row.source,
    respondBy: row.respond_by,
    completeBy: row.complete_by,
    respondedAt: row.responded_at,
    pausedAt: row.paused_at,
    returned: row.returned,
    tenantId: row.tenant_id,
    lng,
    lat,
    version: row.version,
    createTime: row.created_at,
  };
}

/** One order's list row; 404 when the session reaches none of that id. */
export async function readSummary({ tx, session }: Context, id: number) {
  const row = await tx.row(withSummary(visibleTo(session).where('work_orders.id', '=', id)));
  if (!row) throw notFound('工单');
  return summaryOf(row);
}
