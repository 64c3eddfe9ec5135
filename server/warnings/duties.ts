/** The duty roster as staff keep it; server/warnings/recipients.ts asks it who is told. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { duties as routes } from '#contract/warnings/duties.ts';
import { notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { careStaffing } from './care-staffing.ts';
import { dutyTurns, leavesWithin } from './duty-absences.ts';
import { onDuty } from './recipients.ts';

const MOST_STAFF = 500;

/** The Monday of a day's week. */
const monday = (day: string) => sql`date_trunc('week', ${day}::date::timestamp)::date`;
const clock = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`;

export const duties: Handlers<typeof routes> = {
  async week({ day }, { tx }) {
    const from = sql`${monday(day)}::timestamptz`;
    const { care, roles } = await careStaffing(tx);
    const [week] = await tx.rows<{ from: string }>(sql`select ${monday(day)}::text as "from"`);
    const staff = await tx.rows<z.input<typeof routes.week.output>['staff'][number]>(sql`
      select u.id as "userId", u.name, o.name as "departmentName",
        exists (select from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
          and r.code = any(${roles}::text[]) where ur.tenant_id = u.tenant_id and ur.user_id = u.id) as cares,
        coalesce(own.duties, '[]') as duties,
        coalesce(away.leaves, '[]') as leaves from users u
      left join departments o on o.tenant_id = u.tenant_id and o.id = u.department_id
      left join lateral (
        select json_agg(json_build_object('id', d.id, 'startTime', ${clock('d.starts_at')}, 'endTime', ${clock('d.ends_at')})
        order by d.starts_at) as duties
        from duties d where d.tenant_id = u.tenant_id and d.user_id = u.id and d.starts_at < ${from} + interval '7 days'
          and d.ends_at > ${from}
      ) own on true
      left join lateral (
        select json_agg(json_build_object('startTime', ${clock('l.starts_at')}, 'endTime', ${clock('l.ends_at')})
        order by l.starts_at) as leaves from (${leavesWithin(tx.tenantId, sql`u.id`, from, sql`${from} + interval '7 days'`)}) l
      ) away on true
      where u.tenant_id = ${tx.tenantId} and u.deleted_at is null and not u.visiting and (u.status = 0 or own.duties is not null)
      order by o.id nulls last, u.id limit ${MOST_STAFF}`);
    return { from: week!.from, staff, care };
  },

  async now(_input, { tx, deps }) {
    return (await onDuty(tx, null, deps.now())).map(({ id, name }) => ({ userId: id, name }));
  },

  async create({ userId, day, from, to }, { tx }) {
    if (from === to) throw refused('班次的开始与结束不能相同');
    await dutyTurns(tx);
    const user = await tx.row<{ name: string; department: number | null }>(sql`
      select name, department_id as department from users where tenant_id = ${tx.tenantId} and id = ${userId} and status = 0
        and deleted_at is null and not visiting`);
    if (!user) throw refused('人员不存在或已停用');
    const starts = sql`${`${day} ${from}`}::timestamptz`;
    const ends = sql`(${`${day} ${to}`}::timestamptz + make_interval(days => ${to < from ? 1 : 0}))`;
    const other = await tx.row<{ starts: string; ends: string }>(sql`
      select starts_at as starts, ends_at as ends from duties
      where tenant_id = ${tx.tenantId} and user_id = ${userId} and starts_at < ${ends} and ends_at > ${starts} order by starts_at limit 1`);
    if (other) throw refused(`${user.name}已有班次 ${other.starts.slice(5, 16)} 至 ${other.ends.slice(5, 16)}，时间重叠`);
    const leave = await tx.row<{ starts: string; ends: string }>(sql`
      select starts_at as starts, ends_at as ends from (${leavesWithin(tx.tenantId, sql`${userId}`, starts, ends)}) l order by starts_at limit 1`);
    if (leave) throw refused(`${user.name} ${leave.starts.slice(5, 16)} 至 ${leave.ends.slice(5, 16)} 请假，不能排班`);
    const made = await tx.row<{ id: number }>(sql`
      insert into duties (tenant_id, user_id, department_id, starts_at, ends_at)
      values (${tx.tenantId}, ${userId}, ${user.department}, ${starts}, ${ends}) returning id`);
    return made!.id;
  },

  async remove({ id }, { tx }) {
    const removed = await tx.run(sql`delete from duties where tenant_id = ${tx.tenantId} and id = ${id}`);
    if (removed === 0) throw notFound('班次');
    return true;
  },

  async copy({ day }, { tx }) {
    await dutyTurns(tx);
    const from = sql`${monday(day)}::timestamptz`;
    const week = sql`interval '7 days'`;
    const [counted] = await tx.rows<{ copied: number; found: number }>(sql`
      with before as (
        select d.user_id, u.department_id, d.starts_at + ${week} as starts_at, d.ends_at + ${week} as ends_at from duties d
        join users u on u.tenant_id = d.tenant_id and u.id = d.user_id and u.status = 0 and u.deleted_at is null and not u.visiting
        where d.tenant_id = ${tx.tenantId} and d.starts_at >= ${from} - ${week} and d.starts_at < ${from}
      ), made as (
        insert into duties (tenant_id, user_id, department_id, starts_at, ends_at)
        select ${tx.tenantId}, b.user_id, b.department_id, b.starts_at, b.ends_at from before b
        where not exists (select from duties d where d.tenant_id = ${tx.tenantId} and d.user_id = b.user_id and d.starts_at < b.ends_at
          and d.ends_at > b.starts_at)
          and not exists (${leavesWithin(tx.tenantId, sql`b.user_id`, sql`b.starts_at`, sql`b.ends_at`)})
        returning id
      )
      select (select count(*) from made)::integer as copied, (select count(*) from before)::integer as found`);
    const { copied, found } = counted as { copied: number; found: number };
    if (found === 0) throw refused('上一周没有班次');
    return { copied, skipped: found - copied };
  },
};
