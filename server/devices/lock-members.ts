/** Who may open a door. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { lockMembers as routes } from '#contract/devices/lock-members.ts';
import { removals } from '#contract/devices/lock-passcodes.rules.ts';
import type { Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import { readOne, reads, equals, type ListOf } from '../lists/crud.ts';
import { explaining } from '../db/constraints.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { db } from '../db/tenant.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { endMembers, followMoves } from './lock-steps.ts';
import { ofSeenLocks, seeLock } from './locks.ts';

/** The name of the member in the row `lock_members`. */
export const memberName = sql<string>`coalesce((select u.name from users u where u.tenant_id = lock_members.tenant_id
  and u.id = lock_members.user_id),
  (select p.name from people p where p.tenant_id = lock_members.tenant_id and p.id = lock_members.person_id))`;

const list: ListOf<typeof routes.page, 'lock_members'> = {
  table: 'lock_members',
  noun: '门锁成员',
  columns: {
    id: 'id',
    deviceId: 'device_id',
    userId: 'user_id',
    oldmanId: 'person_id',
    name: () => memberName,
    kind: () => sql`case when user_id is null then 'resident' else 'staff' end`,
    startDate: 'starts_on',
    endDate: 'ends_on',
    endTime: 'ended_at',
    endReason: 'end_reason',
    codeCount: () =>
      sql`(select count(*) from lock_passcodes c where c.tenant_id = lock_members.tenant_id and c.member_id = lock_members.id
        and c.state in (1, 2))`,
    createTime: 'created_at',
  },
  filters: {
    deviceId: equals('device_id'),
    ended: (eb, value: string) => eb('ended_at' as never, value === 'true' ? 'is not' : 'is', null),
  },
  order: 'id',
};

const twice = conflict('此人已是这把门锁的成员');
const refusals = {
  lock_members_user: twice,
  lock_members_person: twice,
  lock_members_tenant_id_device_id_fkey: refused('门锁还没有设置接入方式'),
};

/** Throws 422 for whoever is not of this house any more. */
async function checkPerson({ tx }: Work, userId: number | null | undefined, oldmanId: number | null | undefined): Promise<void> {
  const there = await tx.row(
    userId
      ? sql`select 1 from users where tenant_id = ${tx.tenantId} and id = ${userId} and deleted_at is null and status = 0`
      : sql`select 1 from people where tenant_id = ${tx.tenantId} and id = ${oldmanId ?? null} and deleted_at is null
        and status not in (4, 5)`,
  );
  if (!there) throw refused(userId ? '员工不存在或账号已停用' : '服务对象不存在或已离开');
}

export const lockMembers: Handlers<typeof routes> = {
  async page(input, context) {
    await seeLock(context, input.deviceId);
    return reads(list).page(input, context);
  },

  async create({ deviceId, userId, oldmanId, startDate, endDate = null }, context) {
    const { tx, session } = context;
    await seeLock(context, deviceId);
    await checkPerson(context, userId, oldmanId);
    const made = await explaining(
      refusals,
      tx.row<{ id: number }>(sql`
        insert into lock_members (tenant_id, device_id, user_id, person_id, starts_on, ends_on, created_by)
        values (${tx.tenantId}, ${deviceId}, ${userId ?? null}, ${oldmanId ?? null}, ${startDate}, ${endDate}, ${session.userId})
        returning id`),
    );
    const { id } = made as { id: number };
    await followMoves(tx, context.deps, sql`m.id = ${id}`);
    await context.emit('device.changed', { deviceId });
    return id;
  },

  async end({ id, reason }, context) {
    const { tx, deps } = context;
    const member = await tx.row<{ deviceId: number; ended: boolean }>(
      sql`select device_id as "deviceId", ended_at is not null as ended from lock_members where tenant_id = ${tx.tenantId} and id = ${id}`,
    );
    if (!member) throw notFound('门锁成员');
    await seeLock(context, member.deviceId);
    const { members, codes } = await endMembers(tx, deps, reason, sql`m.id = ${id}`);
    if (members === 0) throw conflict('该成员已经结束');
    return { codes };
  },

  async ofPerson({ oldmanId }, context) {
    const { tx, session } = context;
    await readOne(peopleRows(session), oldmanId, context);
    const seen = await tx.rows<{ device_id: number }>(
      db
        .selectFrom('locks')
        .select('device_id')
        .where('tenant_id', '=', session.tenantId)
        .where((eb) => ofSeenLocks(eb as never, session) as never),
    );
    const owed = sql`(select count(*) from lock_passcodes c join lock_members o on o.tenant_id = c.tenant_id and o.id = c.member_id
      where c.tenant_id = l.tenant_id and c.device_id = l.device_id and o.person_id = p.id and c.removal = ${removals.pending})`;
    return tx.rows<z.input<typeof routes.ofPerson.output>[number]>(sql`
      select d.id as "deviceId", coalesce(d.name, d.imei) as "lockName", app.place_text(r.building, r.floor, r.name, null) as "roomName",
        l.provider,
        coalesce(d.room_id = b.room_id, false) as "livesThere", m.id as "memberId",
        (select count(*) from lock_passcodes c where c.tenant_id = m.tenant_id and c.member_id = m.id and c.state in (1, 2)) as codes,
        (select count(*) from lock_passcodes c where c.tenant_id = m.tenant_id and c.member_id = m.id and c.state = 1) as waiting,
        ${owed} as "toForget", e.ended_at as "endTime", e.end_reason as "endReason"
      from people p
        left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
        join locks l on l.tenant_id = p.tenant_id and l.device_id = any(${seen.map((one) => one.device_id)}::bigint[])
        join devices d on d.tenant_id = l.tenant_id and d.id = l.device_id
        left join rooms r on r.tenant_id = d.tenant_id and r.id = d.room_id
        left join lock_members m on m.tenant_id = l.tenant_id and m.device_id = l.device_id and m.person_id = p.id and m.ended_at is null
        left join lateral (select x.ended_at, x.end_reason from lock_members x
          where x.tenant_id = l.tenant_id and x.device_id = l.device_id and x.person_id = p.id and x.ended_at is not null
          order by x.ended_at desc limit 1) e on m.id is null
      where p.tenant_id = ${tx.tenantId} and p.id = ${oldmanId}
        and (d.room_id = b.room_id or m.id is not null or e.ended_at > ${instant(context.deps.now())} - interval '1 day'
          or ${owed} > 0)
      order by "livesThere" desc, d.id`);
  },
};
