/** Whom approvals may name: colleagues who can sign in, roles and posts. */
import { sql } from 'kysely';
import { approvalPeople as routes } from '#contract/approvals/approval-people.ts';
import type { Output } from '#contract/http.ts';
import type { Handlers } from '../http/implement.ts';
import { containing } from '../lists/like.ts';

const MOST = 50;

export const approvalPeople: Handlers<typeof routes> = {
  find: ({ name, ids }, { tx }) =>
    tx.rows<Output<typeof routes.find>[number]>(sql`
      select u.id as "userId", u.name, d.name as "deptName" from users u
        left join departments d on d.tenant_id = u.tenant_id and d.id = u.department_id
      where u.tenant_id = ${tx.tenantId} and u.deleted_at is null
        and ${ids.length > 0 ? sql`u.id = any(${ids}::bigint[])` : sql`u.status = 0 and not u.visiting and u.name like ${containing(name)}`}
      order by u.name, u.id limit ${ids.length > 0 ? ids.length : MOST}`),
  groups: async (_input, { tx }) => ({
    roles: await tx.rows<{ id: number; name: string }>(sql`select id, name from roles where tenant_id = ${tx.tenantId} order by id`),
    posts: await tx.rows<{ id: number; name: string }>(sql`select id, name from posts where tenant_id = ${tx.tenantId} order by sort, id`),
  }),
};
