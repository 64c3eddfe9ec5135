/** Which work orders a session reaches. */
import { sql, type RawBuilder } from 'kysely';
import { dataScopes } from '#contract/users/roles.ts';
import type { Session } from '../context.ts';
import { db } from '../db/tenant.ts';

/** Whether nothing is kept from a session: a dispatcher of scope "own" sends staff to everybody's orders. */
export const reachesAll = ({ dataScope, permissions }: Session) =>
  dataScope <= dataScopes.institution || (dataScope === dataScopes.own && permissions.has('members_workorder_dispatch'));

/** A query of the ids of orders that somebody serves, wrote down or fills in a questionnaire of. */
const ownIds = ({ tenantId, userId }: Session) => sql`
    select j.work_order_id as id from work_order_jobs j where j.tenant_id = ${tenantId} and j.user_id = ${userId}
    union select o.id from work_orders o where o.tenant_id = ${tenantId} and o.created_by = ${userId}
    union select q.work_order_id from work_order_job_questionnaires q where q.tenant_id = ${tenantId} and q.user_id = ${userId}`;

/**
 * A query of the ids of all orders that a session reaches which does not reach all: where many are read, and not in the order of a list.
 */
export const reachedIds = (session: Session) =>
  session.dataScope === dataScopes.own
    ? ownIds(session)
    : sql`${ownIds(session)} union select o.id from people p join work_orders o on o.tenant_id = p.tenant_id and o.person_id = p.id
        where p.tenant_id = ${session.tenantId} and p.department_id = any(${session.departmentIds}::bigint[])`;

/**
 * The orders that a session reaches: scope "own" those she serves, wrote down herself or fills in a
 * questionnaire of (a dispatcher all of them), scope "department" those as well and all orders for people of her departments. `range`:
 * read in place of the table, under its name; it has the ids, people and tenant of its rows.
 */
export function visibleTo(session: Session, range?: RawBuilder<unknown>) {
  const query = db
    .selectFrom((range?.as('work_orders') ?? 'work_orders') as 'work_orders')
    .where('work_orders.tenant_id', '=', session.tenantId);
  const { dataScope, departmentIds } = session;
  if (reachesAll(session)) return query;
  // An array of ids, not `or`: the few own ones are looked up instead of filtering everybody's.
  const own = sql<number>`array(${ownIds(session)})`;
  if (dataScope === dataScopes.own) return query.where('work_orders.id', '=', sql<number>`any(${own})`);
  return query.where(sql<boolean>`(work_orders.id = any(${own}) or exists (select from people p
    where p.tenant_id = work_orders.tenant_id and p.id = work_orders.person_id and p.department_id = any(${departmentIds}::bigint[])))`);
}
