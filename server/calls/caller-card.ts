/** What is shown of the resident that a call is about; each part only to who has the right to it. */
import { sql } from 'kysely';
import type { Output } from '#contract/http.ts';
import { accounts } from '#contract/accounts/accounts.ts';
import { callCustomers as routes } from '#contract/calls/call-customers.ts';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { dayOf } from '#contract/time.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import type { Context } from '../context.ts';
import { reachedIds, reachesAll } from '../lists/work-order-reach.ts';

type Found = Output<typeof routes.find>;
type Card = NonNullable<Found['card']>;
const MOST = 3;
const OVER = [orderStatus.finished, orderStatus.cancelled, orderStatus.rated];

/** The card of the only resident of these callers, whom the session reaches; null when there is none, or more than one. */
export async function cardOf({ tx, session, deps }: Context, callers: Found['callers']): Promise<Card | null> {
  const [personId, ...others] = new Set(callers.flatMap(({ oldmanId }) => oldmanId ?? []));
  if (personId === undefined || others.length > 0) return null;
  const may = (route: { access: string }) => session.permissions.has(route.access);
  const here = sql`tenant_id = ${tx.tenantId} and person_id = ${personId}`;
  const reached = reachesAll(session) ? sql`true` : sql`o.id in (${reachedIds(session)})`;
  const balance = may(accounts.page)
    ? await tx.row<{ fen: number }>(sql`
        select cash_fen as fen from person_accounts where tenant_id = ${tx.tenantId} and id = ${personId}`)
    : null;
  return {
    warnings: may(warnings.page)
      ? await tx.rows<NonNullable<Card['warnings']>[number]>(sql`
          select id, content, happened_at as time, status as "isDisposed" from warnings where ${here}
          order by happened_at desc, id desc limit ${MOST}`)
      : null,
    orders: may(workOrders.page)
      ? await tx.rows<NonNullable<Card['orders']>[number]>(sql`
          select o.id, o.number, o.ordered_at as time, coalesce((select string_agg(distinct j.project_name, '、') from work_order_jobs j
            where j.tenant_id = o.tenant_id and j.work_order_id = o.id), o.number) as name
          from work_orders o where o.tenant_id = ${tx.tenantId} and o.person_id = ${personId} 
            and o.status <> all(${OVER}::smallint[]) and ${reached}
          order by o.ordered_at desc, o.id desc limit ${MOST}`)
      : null,
    packages: may(personPackages.page)
      ? (
          await tx.rows<{ name: string }>(sql`
            select name from person_packages where ${here} and deleted_at is null and voided_at is null
              and ends_on >= ${dayOf(deps.now())}::date and starts_on <= ${dayOf(deps.now())}::date order by ends_on, id limit ${MOST}`)
        ).map(({ name }) => name)
      : null,
    balance: balance === null ? null : (balance?.fen ?? 0) / 100,
  };
}
