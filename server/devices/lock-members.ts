/** Who may open a door. */
import { sql } from 'kysely';
import { lockMembers as routes } from '#contract/devices/lock-members.ts';
import type { Context } from '../context.ts';
import { reads, equals, type ReadOptions } from '../crud.ts';
import { explaining } from '../constraints.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../implement.ts';
import { endMembers } from './lock-steps.ts';
import { seeLock } from './locks.ts';

/** The name of the member in the row `lock_members`. */
export const memberName = sql<string>`coalesce((select u.name from users u where u.tenant_id = lock_members.tenant_id and u.id = lock_members.user_id),
  (select p.name from people p where p.tenant_id = lock_members.tenant_id and p.id = lock_members.person_id))`;

const list: ReadOptions = {
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
      sql`(select count(*) from lock_passcodes c where c.tenant_id = lock_members.tenant_id and c.member_id = lock_members.id and c.state in (1, 2))`,
    createTime: 'created_at',
  },
  filters: { deviceId: equals('device_id'), ended: (eb, value: string) => eb('ended_at' as never, value === 'true' ? 'is not' : 'is', null) },
  order: 'id',
};

const twice = conflict('此人已是这把门锁的成员');
const refusals = { lock_members_user: twice, lock_members_person: twice, lock_members_tenant_id_device_id_fkey: refused('门锁还没有设置接入方式') };

/** Throws 422 for whoever is not of this house any more. */
async function checkPerson({ tx }: Context, userId: number | null | undefined, oldmanId: number | null | undefined): Promise<void> {
  const there = await tx.row(
    userId
      ? sql`select 1 from users where tenant_id = ${tx.tenantId} and id = ${userId} and deleted_at is null and status = 0`
      : sql`select 1 from people where tenant_id = ${tx.tenantId} and id = ${oldmanId ?? null} and deleted_at is null and status not in (4, 5)`,
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
        values (${tx.tenantId}, ${deviceId}, ${userId ?? null}, ${oldmanId ?? null}, ${startDate}, ${endDate}, ${session.userId}) returning id`),
    );
    await context.emit('device.changed', { deviceId });
    return (made as { id: number }).id;
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
};
