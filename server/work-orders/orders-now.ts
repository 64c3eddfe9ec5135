/** Orders of 现在: handed back, without a carer when one must be found, late; a carer's own jobs; bad ratings without a follow-up. */
import { MINUTE } from '#contract/time.ts';
import { sql, type RawBuilder } from 'kysely';
import { jobStatus, orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { workOrderRatings } from '#contract/work-orders/work-order-ratings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { instant } from '../db/instants.ts';
import { firstOf, mayDo, severityByDue, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { reachesAll, visibleTo } from '../lists/work-order-reach.ts';
import type { Session } from '../context.ts';
import { alarmPlace, orderPlace } from './places.ts';
import { isReturned } from './work-order-rows.ts';

/** A carer is looked for so long before. */
const SOON = 30 * MINUTE;

/** What is looked up for an order that was found, over `f` and `work_orders`. */
const place = sql`coalesce(${alarmPlace}, ${orderPlace})`;
const what = sql`coalesce((select string_agg(j.project_name, '、' order by j.id) from work_order_jobs j
  where j.tenant_id = work_orders.tenant_id and j.work_order_id = work_orders.id and j.status <> 6), work_orders.number)`;
const ofOrders = (tenantId: number, found: RawBuilder<unknown>) =>
  sql`from ${found} f join work_orders on work_orders.tenant_id = ${tenantId} and work_orders.id = f.id`;

/** That the session reaches an order, as a condition on its id. */
const reached = (session: Session, id: RawBuilder<unknown>) =>
  reachesAll(session) ? sql`true` : sql`${id} in (${visibleTo(session).select('work_orders.id')})`;

export const returnedNow: NowSource = {
  kind: 'returned',
  may: mayDo(workOrders.dispatch.access),
  query: ({ session }) => sql<NowFound>`
    select f.id, 2 as severity, 2 as phase, work_orders.person_name as name, ${what} as text,
      (select max(j.returned_name || '：' || j.return_reason) from work_order_jobs j
        where j.tenant_id = work_orders.tenant_id and j.work_order_id = work_orders.id and ${isReturned}) as note,
      work_orders.person_id as "personId", ${place} as place, null::bigint as link, false as mark, f.since, work_orders.respond_by as due,
      f.total
    ${ofOrders(
      session.tenantId,
      firstOf(
        sql`select j.work_order_id as id, min(j.returned_at) as since from work_order_jobs j
        where j.tenant_id = ${session.tenantId} and ${isReturned} and ${reached(session, sql`j.work_order_id`)} group by j.work_order_id`,
        'since, id',
      ),
    )}`,
};

export const dispatchNow: NowSource = {
  kind: 'dispatch',
  may: mayDo(workOrders.dispatch.access),
  query: ({ session, now }) => sql<NowFound>`
    select f.id, case when work_orders.emergency > 1 then 2 else ${severityByDue(sql`f.due`, instant(now))} end as severity, 2 as phase,
      work_orders.person_name as name, ${what} as text, case when work_orders.emergency > 1 then '紧急' end as note,
      work_orders.person_id as "personId", ${place} as place, null::bigint as link, false as mark, work_orders.ordered_at as since, f.due,
      f.total
    ${ofOrders(
      session.tenantId,
      firstOf(
        sql`select o.id, min(u.due) as due, o.emergency <= 1 as ordinary from (
          select w.id, w.respond_by as due from work_orders w where w.tenant_id = ${session.tenantId} and w.responded_at is null
            and w.status in (1, 2, 3, 5) and w.status = ${sql.lit(orderStatus.unassigned)} and w.respond_by <= ${instant(now + SOON)}
          union all
          select j.work_order_id, j.service_at from work_order_jobs j where j.tenant_id = ${session.tenantId} and j.status in (1, 2)
            and j.status = ${sql.lit(jobStatus.unassigned)} and j.service_at <= ${instant(now + SOON)}
        ) u join work_orders o on o.tenant_id = ${session.tenantId} and o.id = u.id
        where o.status = ${sql.lit(orderStatus.unassigned)} and o.paused_at is null and ${reached(session, sql`o.id`)}
          and not exists (select from work_order_jobs j where j.tenant_id = ${session.tenantId} and j.work_order_id = u.id
            and ${isReturned})
        group by o.id, o.emergency`,
        'ordinary, due, id',
      ),
    )}`,
};

export const lateNow: NowSource = {
  kind: 'late_order',
  may: mayDo(workOrders.dispatch.access),
  query: ({ session, now }) => sql<NowFound>`
    select f.id, case when work_orders.emergency > 1 then 2 else 3 end as severity, 2 as phase, work_orders.person_name as name,
      ${what} as text, coalesce((select string_agg(distinct j.user_name, '、') from work_order_jobs j
        where j.tenant_id = work_orders.tenant_id and j.work_order_id = work_orders.id and j.status in (2, 3)) || '未完成', '未完成') as note,
      work_orders.person_id as "personId", ${place} as place, null::bigint as link, false as mark, work_orders.ordered_at as since, f.due,
      f.total
    ${ofOrders(
      session.tenantId,
      firstOf(
        sql`select o.id, o.complete_by as due, o.emergency <= 1 as ordinary from work_orders o
        where o.tenant_id = ${session.tenantId} and o.status in (1, 2, 3, 5)
          and o.status in (${sql.lit(orderStatus.assigned)}, ${sql.lit(orderStatus.inProgress)})
          and o.paused_at is null and o.complete_by < ${instant(now)} and ${reached(session, sql`o.id`)}`,
        'ordinary, due, id',
      ),
    )}`,
};

export const ownJobsNow: NowSource = {
  kind: 'own_job',
  may: mayDo(workOrders.start.access),
  query: ({ session: { tenantId, userId }, now }) => sql<NowFound>`
    select f.id, f.severity, 2 as phase, work_orders.person_name as name, j.project_name as text,
      case when j.status = 3 then '服务中' end as note, work_orders.person_id as "personId", ${place} as place, work_orders.id as link,
      false as mark, j.check_in_at as since, f.due, f.total
    from ${firstOf(
      sql`select j.id, coalesce(j.check_in_at + make_interval(mins => j.minutes), j.service_at) as due,
        case when j.status = 3 then 3 else ${severityByDue(sql`j.service_at`, instant(now))} end as severity
      from work_order_jobs j where j.tenant_id = ${tenantId} and j.user_id = ${userId}
        and (j.status = 3 or j.status = 2 and j.service_at <= ${instant(now)} + interval '1 hour'
          and j.service_at > ${instant(now)} - interval '30 days')`,
      'severity, due, id',
    )} f
      join work_order_jobs j on j.tenant_id = ${tenantId} and j.id = f.id
      join work_orders on work_orders.tenant_id = ${tenantId} and work_orders.id = j.work_order_id`,
};

export const followupsNow: NowSource = {
  kind: 'followup',
  may: mayDo(workOrderRatings.followups.access),
  query: ({ session }) => sql<NowFound>`
    select f.id, 3 as severity, 2 as phase, work_orders.person_name as name, '评价 ' || f.score || ' 分，等待回访' as text,
      (select s.content from work_order_scores s where s.tenant_id = work_orders.tenant_id and s.work_order_id = work_orders.id) as note,
      work_orders.person_id as "personId", ${place} as place, f.work_order_id as link, false as mark, f.since, null::timestamptz as due,
      f.total
    from ${firstOf(
      sql`select f.id, f.work_order_id, f.score, f.created_at as since from work_order_followups f
      where f.tenant_id = ${session.tenantId} and f.status = 1 and ${reached(session, sql`f.work_order_id`)}`,
      'since, id',
    )} f join work_orders on work_orders.tenant_id = ${session.tenantId} and work_orders.id = f.work_order_id`,
};
