/** Removing recurring orders so that they can come back for a month; the orders that they made stay. */
import { sql } from 'kysely';
import { planStatus } from '#contract/work-orders/work-order-plans.rules.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Context } from '../context.ts';
import { notFound, refused } from '../errors.ts';
import { line, lines, type Removable } from '../lists/removals.ts';
import { matching } from './plan-rows.ts';

interface Found {
  name: string;
  status: number;
  person: string;
  person_id: number;
  open: number;
}

const { active, paused } = planStatus;
const { finished, cancelled, rated } = orderStatus;

/** A plan that the session reaches, with its orders that are not over; throws 404. */
async function outlook(id: number, { tx, session }: Context): Promise<Found> {
  const reached = await tx.row(matching(session, {}).where('work_order_plans.id', '=', id).select('work_order_plans.id'));
  const found =
    reached &&
    (await tx.row<Found>(sql`
      select w.name, w.status, w.person_id, (select p.name from people p where p.tenant_id = w.tenant_id and p.id = w.person_id) as person,
        (select count(*)::integer from work_orders o where o.tenant_id = w.tenant_id and o.person_id = w.person_id and o.plan_id = w.id
          and o.status not in (${finished}, ${cancelled}, ${rated})) as open
      from work_order_plans w where w.tenant_id = ${tx.tenantId} and w.id = ${id} and w.deleted_at is null`));
  if (!found) throw notFound('周期工单');
  return found;
}

export const planRemoval: Removable = {
  kind: 'plan',
  reach: (session) =>
    session.dataScope > 1 && !session.permissions.has('members_workorder_dispatch')
      ? matching(session, {}, undefined, true).select('work_order_plans.id')
      : undefined,

  async look(id, context) {
    const { name, person, person_id, status, open } = await outlook(id, context);
    return {
      name,
      detail: person,
      blockers: [],
      effects: lines(
        status === active && line('不再生成新的工单，恢复后为暂停状态'),
        open > 0 && line(`已生成的${open}张未完成工单保留，不再需要的请取消`, 'personOrders', person_id),
        line('已完成的工单和统计保留'),
      ),
    };
  },

  async take(id, context) {
    const { name, person } = await outlook(id, context);
    const { tx } = context;
    // An order that is made at this moment holds the plan: the one or the other is first.
    const gone = await tx.run(sql`
      update work_order_plans set deleted_at = now(), status = case status when ${active} then ${paused}::smallint else status end,
        version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id} and deleted_at is null`);
    if (gone === 0) throw notFound('周期工单');
    await context.emit('plan.changed', { planId: id });
    return { name, detail: person };
  },

  async give(id, _kept, context) {
    const { tx } = context;
    const plan = await tx.row<{ status: number; there: boolean }>(sql`
      select w.status,
        exists (select from people p where p.tenant_id = w.tenant_id and p.id = w.person_id and p.deleted_at is null) as there
      from work_order_plans w where w.tenant_id = ${tx.tenantId} and w.id = ${id} and w.deleted_at is not null for update of w`);
    if (!plan?.there) throw refused('服务对象已删除，请先恢复服务对象');
    await tx.run(sql`
      update work_order_plans set deleted_at = null, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    await context.emit('plan.changed', { planId: id });
    return plan.status === paused ? ['周期工单已暂停，请确认后继续'] : [];
  },
};
