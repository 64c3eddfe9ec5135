/** How codes and members end: by hand, by the clock, with the person. What the lock must forget is written down with it. */
import { sql, type RawBuilder } from 'kysely';
import { MOVED_AWAY, removals, statesBefore, passcodeStates } from '#contract/devices/lock-passcodes.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { emit, on } from '../events.ts';

/** Ends the codes that `which` leaves; a lock in the cloud is told by the next round of work. Gives how many. */
export async function endCodes(
  tx: Tx,
  event: 'revoke' | 'expire',
  reason: string,
  which: RawBuilder<unknown>,
  now: number,
): Promise<{ id: number; deviceId: number }[]> {
  const to = event === 'revoke' ? passcodeStates.revoked : passcodeStates.expired;
  return tx.rows(sql`
    update lock_passcodes c set state = ${to}, ended_at = ${instant(now)}, end_reason = ${reason},
      removal = ${removals.pending}, attempts = 0,
      problem = null,
      next_at = case when l.provider = 'manual' then null else ${instant(now)} end, version = c.version + 1, updated_at = now()
    from locks l
    where c.tenant_id = ${tx.tenantId} and l.tenant_id = c.tenant_id and l.device_id = c.device_id
      and c.state in (${sql.join(statesBefore(event))}) and ${which}
    returning c.id, c.device_id as "deviceId"`);
}

/** Ends the members that `which` leaves, and their codes. Gives how many codes. */
export async function endMembers(
  tx: Tx,
  deps: Dependencies,
  reason: string,
  which: RawBuilder<unknown>,
): Promise<{ members: number; codes: number }> {
  const now = deps.now();
  const ended = await tx.rows<{ id: number; deviceId: number }>(sql`
    update lock_members m set ended_at = ${instant(now)}, end_reason = ${reason}, version = version + 1, updated_at = now()
    where m.tenant_id = ${tx.tenantId} and m.ended_at is null and ${which} returning m.id, m.device_id as "deviceId"`);
  if (ended.length === 0) return { members: 0, codes: 0 };
  const ids = ended.map(({ id }) => id);
  const codes = await endCodes(tx, 'revoke', `成员已结束：${reason}`, sql`c.member_id = any(${ids}::bigint[])`, now);
  for (const deviceId of new Set(ended.map((one) => one.deviceId))) await emit('device.changed', { deviceId }, tx, deps);
  return { members: ended.length, codes: codes.length };
}

/** Throws 422 while a device that is to go is a lock with codes in it: they would open the door for ever. */
export async function refuseLiveCodes(tx: Tx, deviceId: number): Promise<void> {
  const { waiting, active } = passcodeStates;
  const live = await tx.row(sql`
    select 1 from lock_passcodes where tenant_id = ${tx.tenantId} and device_id = ${deviceId} and (state in (${waiting}, ${active})
      or removal = ${removals.pending}) limit 1`);
  if (live) throw refused('门锁里还有密码，请先撤销并从门锁删除');
}

/** Whether a resident's bed stands behind the lock's door. */
const livesThere = sql`exists (select from devices d join beds b on b.tenant_id = d.tenant_id and b.room_id = d.room_id
  join people p on p.tenant_id = b.tenant_id and p.bed_id = b.id and p.deleted_at is null
  where d.tenant_id = m.tenant_id and d.id = m.device_id and p.id = m.person_id)`;

/**
 * Of the residents that `which` leaves: who lives behind another door by now opens this one no more;
 * who has come to live behind it is marked. Gives how many ended.
 */
export async function followMoves(tx: Tx, deps: Dependencies, which: RawBuilder<unknown>): Promise<number> {
  const { members } = await endMembers(
    tx,
    deps,
    MOVED_AWAY,
    sql`m.person_id is not null and ${which} and m.lives_there and not ${livesThere}`,
  );
  await tx.run(
    sql`update lock_members m set lives_there = true where m.tenant_id = ${tx.tenantId} and m.ended_at is null and not m.lives_there
      and ${which} and ${livesThere}`,
  );
  return members;
}

const left = sql`exists (select from people p where p.tenant_id = m.tenant_id and p.id = m.person_id
  and (p.deleted_at is not null or p.status in (4, 5)))`;
const gone = sql`exists (select from users u where u.tenant_id = m.tenant_id and u.id = m.user_id
  and (u.deleted_at is not null or u.status = 9))`;

/** Everybody of the tenant whose time is over, or who is not here any more. */
export async function endWhoLeft(tx: Tx, deps: Dependencies): Promise<number> {
  const residents = await endMembers(tx, deps, '服务对象已离开', left);
  const staff = await endMembers(tx, deps, '员工账号已停用', gone);
  const over = await endMembers(tx, deps, '已到结束日期', sql`m.ends_on < (${instant(deps.now())} at time zone 'Asia/Shanghai')::date`);
  return residents.members + staff.members + over.members + (await followMoves(tx, deps, sql`true`));
}

/** Whoever checks out, moves to another room or leaves the staff opens that door no more from that moment on: called once per process. */
export function endLocksWithPeople(): void {
  on('person.changed', async ({ personId }, tx, deps) => {
    const whose = sql`m.person_id = ${personId}`;
    // An import tells of thousands who open nothing.
    if (!(await tx.row(sql`select 1 from lock_members m where m.tenant_id = ${tx.tenantId} and m.ended_at is null and ${whose} limit 1`)))
      return;
    await endMembers(tx, deps, '服务对象已离开', sql`${whose} and ${left}`);
    await followMoves(tx, deps, whose);
  });
  on('rights.changed', async ({ userId }, tx, deps) => {
    await endMembers(tx, deps, '员工账号已停用', userId === null ? gone : sql`m.user_id = ${userId} and ${gone}`);
  });
}
