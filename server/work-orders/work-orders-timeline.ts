/** Work orders in a person's timeline: when they were finished. */
import { sql } from 'kysely';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, type TimelineSource } from '../lists/timeline-sources.ts';
import { visibleTo } from '../lists/work-order-reach.ts';

const ofJobs = (column: string) =>
  sql`(select string_agg(distinct ${sql.ref(`j.${column}`)}, '、') from work_order_jobs j
    where j.tenant_id = o.tenant_id and j.work_order_id = o.id and j.status = ${sql.lit(jobStatus.finished)})`;

export const orderFinished: TimelineSource = {
  name: 'order_finished',
  may: mayDo(workOrders.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`o.finished_at`,
        id: sql`o.id`,
        title: sql`'服务完成' || coalesce('：' || ${ofJobs('project_name')}, '')`,
        text: sql`'工单 ' || o.number`,
        who: ofJobs('user_name'),
      },
      sql`from (${visibleTo(session).selectAll('work_orders')}) o where o.person_id = ${personId} and o.finished_at is not null`,
    ),
};
