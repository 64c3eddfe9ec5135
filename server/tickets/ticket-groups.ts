/** Groups of staff that answer tickets, and who of them has how many. */
import { sql } from 'kysely';
import { openStates } from '#contract/tickets/tickets.rules.ts';
import { ticketGroups as routes } from '#contract/tickets/ticket-settings.ts';
import type { Context } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { lookup } from '../lists/columns.ts';
import { reads, writes, type ListOf } from '../lists/crud.ts';

const own = { table: 'ticket_groups', noun: '诉求小组' } as const;
const members = (value: string) =>
  sql.raw(`(select coalesce(json_agg(${value} order by u.id), '[]') from ticket_group_members m
  join users u on u.tenant_id = m.tenant_id and u.id = m.user_id and u.deleted_at is null
  where m.tenant_id = ticket_groups.tenant_id and m.group_id = ticket_groups.id)`);
const list: ListOf<typeof routes.page, 'ticket_groups'> = {
  ...own,
  columns: {
    id: 'id',
    name: 'name',
    deptId: 'department_id',
    deptName: lookup('departments', 'name', 'ticket_groups.department_id'),
    headId: 'head_id',
    headName: lookup('users', 'name', 'ticket_groups.head_id'),
    memberIds: () => members('u.id'),
    memberNames: () => members('u.name'),
    version: 'version',
    createTime: 'created_at',
  },
};
const plain = writes({ ...own, fields: { name: 'name', deptId: 'department_id', headId: 'head_id' } });
const refusals = { ticket_groups_tenant_id_name_key: conflict('已有同名的诉求小组') };

export interface Candidate {
  userId: number;
  userName: string;
  /** Tickets that are not done yet. */
  open: number;
}

/** Who can be given a ticket: of a group or of all who may handle tickets; those with the fewest first. */
export const candidates = (tx: Tx, groupId: number | null, most = 200): Promise<Candidate[]> =>
  tx.rows<Candidate>(sql`
    select u.id as "userId", u.name as "userName",
      (select count(*)::integer from tickets t where t.tenant_id = u.tenant_id and t.owner_id = u.id and not t.ended) as open
    from users u where u.tenant_id = ${tx.tenantId} and u.status = 0 and u.deleted_at is null and not u.visiting and ${
      groupId === null
        ? sql`u.id in (select ur.user_id from user_roles ur
            join role_menus rm on rm.tenant_id = ur.tenant_id and rm.role_id = ur.role_id
            join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
            where ur.tenant_id = ${tx.tenantId} and m.permission = 'business_ticket_edit')`
        : sql`exists (select from ticket_groups g where g.tenant_id = u.tenant_id and g.id = ${groupId}
            and (g.department_id = u.department_id or exists (select from ticket_group_members m
              where m.tenant_id = g.tenant_id and m.group_id = g.id and m.user_id = u.id)))`
    } order by open, u.id limit ${most}`);

/** That a ticket is of a group of which the user is a member. */
export const ofOwnGroups = (userId: number) => sql<boolean>`exists (select from ticket_groups g where g.tenant_id = tickets.tenant_id
  and g.id = tickets.group_id and (exists (select from ticket_group_members m where m.tenant_id = g.tenant_id and m.group_id = g.id
    and m.user_id = ${userId}) or g.department_id = (select u.department_id from users u where u.tenant_id = g.tenant_id
    and u.id = ${userId})))`;

/** Writes who belongs to a group. Throws 422 when one of them is none of the staff. */
async function keepMembers({ tx }: Context, groupId: number, ids: readonly number[] | undefined): Promise<void> {
  if (ids === undefined) return;
  await tx.run(sql`delete from ticket_group_members where tenant_id = ${tx.tenantId} and group_id = ${groupId}`);
  const kept = await tx.run(sql`insert into ticket_group_members (tenant_id, group_id, user_id)
    select tenant_id, ${groupId}, id from users where tenant_id = ${tx.tenantId} and id = any(${[...ids]}::bigint[])
      and deleted_at is null`);
  if (kept !== new Set(ids).size) throw refused('小组成员不存在');
}

async function needPeople({ tx }: Context, { deptId, headId }: { deptId?: number | null | undefined; headId?: number | null | undefined }) {
  const found = await tx.row<{ dept: boolean; head: boolean }>(sql`select
    exists (select from departments where tenant_id = ${tx.tenantId} and id = ${deptId ?? null}) as dept,
    exists (select from users where tenant_id = ${tx.tenantId} and id = ${headId ?? null} and deleted_at is null) as head`);
  if (deptId && !found!.dept) throw refused('部门不存在');
  if (headId && !found!.head) throw refused('组长不存在');
}

export const ticketGroups: Handlers<typeof routes> = {
  ...reads(list),
  ...plain,
  async create(input, context) {
    await needPeople(context, input);
    const id = await explaining(refusals, plain.create(input, context));
    await keepMembers(context, id, input.memberIds);
    return id;
  },
  async update(input, context) {
    await needPeople(context, input);
    const done = await explaining(refusals, plain.update(input, context));
    await keepMembers(context, input.id, input.memberIds);
    return done;
  },
  async remove(input, context) {
    const used = await context.tx.row(sql`select 1 from tickets where tenant_id = ${context.tx.tenantId} and group_id = ${input.id}
      and state = any(${[...openStates]}::smallint[]) limit 1`);
    if (used) throw refused('小组还有未关闭的诉求，请先改分配');
    return plain.remove(input, context);
  },
  choices: (_, { tx }) =>
    tx.rows<{ id: number; name: string }>(sql`select id, name from ticket_groups where tenant_id = ${tx.tenantId} order by name limit 200`),
};
