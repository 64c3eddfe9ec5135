/** Who is meant by the deciders of a step: people who can sign in now, each once, with the reason why they are asked. */
import { sql, type RawBuilder } from 'kysely';
import type { Decider } from '#contract/approvals/approval-flows.rules.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';

export interface Found {
  id: number;
  name: string;
  why: string;
}

/** Of which application: what deciders are looked up by. */
export interface Asked {
  applicantId: number;
  personId: number | null;
  /** Users that the form names, by field. */
  people: Readonly<Record<string, readonly number[]>>;
}

const MOST = 50;
/** Who is asked when none of a step's deciders is there: a case is never stuck without anyone knowing. */
export const FALLBACK = 'approval_case_manage';

const users = (tx: Tx, why: RawBuilder<string>, which: RawBuilder<unknown>) =>
  tx.rows<Found>(sql`
    select u.id, u.name, ${why} as why from users u where u.tenant_id = ${tx.tenantId} and u.status = 0 and u.deleted_at is null
      and not u.visiting and ${which} order by u.id limit ${MOST}`);

const said = (text: string) => sql<string>`${text}::text`;

/** The leader of the applicant's or the resident's department, so many departments above it; one without a leader is passed over. */
const heads = (tx: Tx, { of, up }: Extract<Decider, { by: 'head' }>, { applicantId, personId }: Asked) =>
  tx.rows<Found>(sql`
    with recursive above as (
      select d.id, d.parent_id, d.leader_id, d.name, 0 as height from departments d where d.tenant_id = ${tx.tenantId}
        and d.id = ${
          of === 'applicant'
            ? sql`(select department_id from users where tenant_id = ${tx.tenantId} and id = ${applicantId})`
            : sql`(select department_id from people where tenant_id = ${tx.tenantId} and id = ${personId})`
        }
      union all
      select d.id, d.parent_id, d.leader_id, d.name, a.height + 1 from above a
        join departments d on d.tenant_id = ${tx.tenantId} and d.id = a.parent_id where a.height < 20
    )
    select u.id, u.name, a.name || '负责人' as why from above a join users u on u.tenant_id = ${tx.tenantId} and u.id = a.leader_id
      and u.status = 0 and u.deleted_at is null and u.id <> ${applicantId}
    where a.height >= ${up} order by a.height limit 1`);

function foundBy(tx: Tx, decider: Decider, asked: Asked, now: number): Promise<Found[]> {
  switch (decider.by) {
    case 'user':
      return users(tx, said('指定人员'), sql`u.id = any(${decider.ids}::bigint[])`);
    case 'role':
      return users(
        tx,
        sql`(select r.name from roles r where r.tenant_id = u.tenant_id and r.id = any(${decider.ids}::bigint[]) and exists (
          select from user_roles o where o.tenant_id = u.tenant_id and o.user_id = u.id and o.role_id = r.id) order by r.id limit 1)`,
        sql`exists (select from user_roles r where r.tenant_id = u.tenant_id and r.user_id = u.id and r.role_id = any(${decider.ids}::bigint[]))`,
      );
    case 'post':
      return users(
        tx,
        said('岗位'),
        sql`exists (select from user_posts p where p.tenant_id = u.tenant_id and p.user_id = u.id and p.post_id = any(${decider.ids}::bigint[]))`,
      );
    case 'head':
      return heads(tx, decider, asked);
    case 'form':
      return users(tx, said('表单指定'), sql`u.id = any(${[...(asked.people[decider.field] ?? [])]}::bigint[])`);
    case 'duty':
      return users(
        tx,
        said('当班'),
        sql`exists (select from duties d where d.tenant_id = u.tenant_id and d.user_id = u.id and d.starts_at <= ${instant(now)}
          and d.ends_at > ${instant(now)})`,
      );
  }
}

/** In the order of the groups, each person once. `self` false leaves the applicant out. */
export async function decidersOf(tx: Tx, deciders: readonly Decider[], asked: Asked, self: boolean, now: number): Promise<Found[]> {
  const found = new Map<number, Found>();
  for (const decider of deciders)
    for (const one of await foundBy(tx, decider, asked, now))
      if ((self || one.id !== asked.applicantId) && !found.has(one.id)) found.set(one.id, one);
  return [...found.values()].slice(0, MOST);
}

/** Those who watch over approvals, without the applicant: nobody decides on their own request. */
export const watchers = (tx: Tx, applicantId: number): Promise<Found[]> =>
  users(
    tx,
    said('没有审批人，由审批管理员处理'),
    sql`u.id <> ${applicantId} and exists (
      select from user_roles ur join role_menus rm on rm.tenant_id = ur.tenant_id and rm.role_id = ur.role_id
      join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
      where ur.tenant_id = u.tenant_id and ur.user_id = u.id and m.permission = ${FALLBACK})`,
  );
