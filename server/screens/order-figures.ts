/** Work orders on the big screen: those of today by state, and those that are late. */
import { nextDay } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { shownName, type NameCover } from '#contract/screens/screens.rules.ts';
import type { TenantScreen } from '#contract/screens/screens.ts';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { startOf } from './day-starts.ts';

type Figures = z.input<typeof TenantScreen>['orders'];

const MOST_LATE = 6;
const MOST = 1001;
const MOST_TODAY = 10_001;

export async function ordersOf({ tenantId, row, rows }: Tx, today: string, now: string, cover: NameCover): Promise<Figures> {
  // A paused order's time stands still.
  const late = sql`from work_orders o where o.tenant_id = ${tenantId} and o.status in (1, 2, 3, 5) and o.complete_by < ${now}::timestamptz
    and o.complete_by < coalesce(o.paused_at, ${now}::timestamptz)`;
  const [states, overdue, worst] = await Promise.all([
    rows<{ status: number; count: number }>(sql`
      select o.status, count(*)::integer as count
      from (select distinct work_order_id from (select work_order_id from work_order_jobs
          where tenant_id = ${tenantId} and service_at >= ${startOf(today)} and service_at < ${startOf(nextDay(today))}
          limit ${sql.lit(MOST_TODAY)}) as jobs) as j
        join work_orders o on o.tenant_id = ${tenantId} and o.id = j.work_order_id group by 1 order by 1`),
    row<{ n: number }>(sql`select count(*)::integer as n from (select 1 ${late} limit ${sql.lit(MOST)}) as found`),
    rows<Figures['late'][number]>(sql`
      select o.id, o.person_name as name, o.complete_by as "dueTime",
        coalesce((select string_agg(j.project_name, '、' order by j.id) from work_order_jobs j where j.tenant_id = o.tenant_id
          and j.work_order_id = o.id), '') as projects,
        (select min(j.user_name) from work_order_jobs j where j.tenant_id = o.tenant_id and j.work_order_id = o.id) as carer
      ${late} order by o.complete_by limit ${sql.lit(MOST_LATE)}`),
  ]);
  return {
    today: states.map(({ status, count }) => ({ status, label: orderStatusLabels[status] ?? String(status), count })),
    overdue: overdue?.n ?? 0,
    late: worst.map((one) => ({
      ...one,
      name: shownName(one.name, cover, 'person'),
      carer: one.carer === null ? null : shownName(one.carer, cover, 'staff'),
    })),
  };
}
