/**
 * The demonstration's door locks and cameras: codes of every state, what happened at the doors, a picture for the hall, consents for one
 * room, what a camera recorded of an alarm.
 */
import { DAY } from '#contract/time.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { passcodeKinds, passcodeStates, removals } from '../../contract/devices/lock-passcodes.rules.ts';
import type { Dependencies } from '../../server/context.ts';
import { instant } from '../../server/db/instants.ts';
import type { Tx } from '../../server/db/tenant.ts';
import { codeKey, drawCode, sealCode } from '../../server/devices/lock-codes.ts';
import { nameFile, withStored, type StoredFile } from '../../server/files/file-keeping.ts';
import type { Institution, Staff } from './institutions.ts';
import type { Random } from './random.ts';
import type { Resident } from './residents.ts';

const METHODS = ['code', 'code', 'card', 'fingerprint', 'key'] as const;

async function device(tx: Tx, type: string, number: number, name: string, roomId: number | null, userId: number | null): Promise<number> {
  const imei = `${type === 'lock' ? 'LK' : 'CAM'}${tx.tenantId}${String(number).padStart(3, '0')}`;
  const made = await tx.row<{ id: number }>(
    sql`insert into devices (tenant_id, imei, type, name, room_id, created_by)
      values (${tx.tenantId}, ${imei}, ${type}, ${name}, ${roomId}, ${userId}) returning id`,
  );
  return (made as { id: number }).id;
}

interface Code {
  label: string;
  memberId?: number | null;
  kind: number;
  state: number;
  removal?: number;
  from: number;
  until: number | null;
  reason?: string;
}

async function code(
  tx: Tx,
  { secrets }: Dependencies,
  deviceId: number,
  userId: number,
  { label, memberId = null, kind, state, removal = 0, from, until, reason }: Code,
): Promise<void> {
  const number = drawCode(6);
  const sealed = removal === removals.done ? null : sealCode(secrets, tx.tenantId, deviceId, number);
  await tx.run(sql`
    insert into lock_passcodes (tenant_id, device_id, member_id, label, kind, state, removal, code_cipher, code_key, starts_at, ends_at,
      activated_at, ended_at, end_reason, created_by, created_at)
    values (${tx.tenantId}, ${deviceId}, ${memberId}, ${label}, ${kind}, ${state}, ${removal}, ${sealed},
      ${codeKey(secrets, tx.tenantId, deviceId, number)}, ${instant(from)}, ${instant(until)},
      ${state === passcodeStates.waiting ? sql`null` : instant(from)}, ${reason ? instant(until ?? from + DAY) : sql`null`}, ${reason ?? null},
        ${userId}, ${instant(from)})
    on conflict do nothing`);
}

async function seedLocks(
  tx: Tx,
  deps: Dependencies,
  random: Random,
  residents: readonly Resident[],
  staff: readonly Staff[],
  now: number,
): Promise<void> {
  const admin = staff[0]?.id as number;
  const nurses = staff.filter(({ role }) => role === 'nurse').slice(0, 2);
  const resident = residents.find(({ roomId }) => roomId !== null);
  const doors: [string, number | null][] = [
    ['药房', null],
    ['东门', null],
    ...(resident ? [[`${resident.name}的房门`, resident.roomId] as [string, number | null]] : []),
  ];
  for (const [number, [name, roomId]] of doors.entries()) {
    const id = await device(tx, 'lock', number + 1, name, roomId, admin);
    await tx.run(sql`insert into locks (tenant_id, device_id, provider, updated_by) values (${tx.tenantId}, ${id}, 'manual', ${admin})`);
    const members: { id: number; name: string }[] = [];
    const who =
      roomId !== null && resident
        ? [
            ...nurses.map((one) => ({ userId: one.id, personId: null, name: one.name })),
            { userId: null, personId: resident.id, name: resident.name },
          ]
        : nurses.map((one) => ({ userId: one.id, personId: null, name: one.name }));
    for (const { userId, personId, name: member } of who) {
      const made = await tx.row<{ id: number }>(
        sql`insert into lock_members (tenant_id, device_id, user_id, person_id, starts_on, lives_there, created_by)
          values (${tx.tenantId}, ${id}, ${userId}, ${personId}, (${instant(now - 60 * DAY)})::date, ${personId !== null}, ${admin})
          returning id`,
      );
      members.push({ id: (made as { id: number }).id, name: member });
    }
    const { active, waiting, revoked, expired } = passcodeStates;
    const codes: Code[] = [
      ...members.map((member, turn) => ({
        label: member.name,
        memberId: member.id,
        kind: passcodeKinds.permanent,
        state: active,
        from: now - (40 + turn) * DAY,
        until: null,
      })),
      { label: '实习生 小周', kind: passcodeKinds.period, state: active, from: now - 20 * DAY, until: now + (3 + number) * DAY },
      {
        label: '送药员 张师傅',
        kind: passcodeKinds.once,
        state: number === 0 ? waiting : expired,
        removal: number === 0 ? removals.none : removals.done,
        from: now - 2 * 3_600_000,
        until: now + 22 * 3_600_000,
        ...(number === 0 ? {} : { reason: '一次性密码已使用' }),
      },
      {
        label: '维修 陈师傅',
        kind: passcodeKinds.period,
        state: revoked,
        removal: number === 1 ? removals.pending : removals.done,
        from: now - 9 * DAY,
        until: now - 2 * DAY,
        reason: '维修完成',
      },
    ];
    for (const one of codes) await code(tx, deps, id, admin, one);
    for (let turn = 0; turn < 24; turn++) {
      const member = members[random.int(0, members.length - 1)];
      const refused = turn % 11 === 7;
      await tx.run(sql`insert into lock_records (tenant_id, device_id, at, kind, method, success, member_id, who, source, created_by)
        values (${tx.tenantId}, ${id}, ${instant(now - (turn * 7 + random.int(0, 5)) * 3_600_000 - 600_000)}, ${refused ? 'refused' : 'unlock'},
          ${METHODS[random.int(0, METHODS.length - 1)]}, ${!refused},
          ${refused ? null : (member?.id ?? null)}, ${refused ? null : (member?.name ?? null)}, 2, ${admin})`);
    }
  }
}

/** What the hall's camera shows, and what a room's camera recorded of an alarm; null where no one lives in a room. */
export interface Films {
  scene: StoredFile;
  alarm: StoredFile | null;
}

/** Stores the films of an institution, then runs `work`, which names them in its transaction; what it throws takes them back. */
export function withFilms<T>(deps: Dependencies, { beds }: Institution, work: (films: Films) => Promise<T>): Promise<T> {
  const bytes = readFileSync(join(import.meta.dirname, 'camera.mp4'));
  return withStored(deps, { filename: '演示画面.mp4', bytes }, (scene) =>
    beds === 0 ? work({ scene, alarm: null }) : withStored(deps, { filename: '演示录像.mp4', bytes }, (alarm) => work({ scene, alarm })),
  );
}

async function seedCameras(
  tx: Tx,
  deps: Dependencies,
  { scene }: Films,
  residents: readonly Resident[],
  staff: readonly Staff[],
  now: number,
): Promise<void> {
  const admin = staff[0] as Staff;
  const { url } = await nameFile(tx, deps, scene, { purpose: 'private', userId: admin.id, counted: false });
  const hall = await device(tx, 'camera', 1, '一楼大厅摄像头', null, admin.id);
  await tx.run(
    sql`insert into cameras (tenant_id, device_id, source, clip, place, updated_by)
      values (${tx.tenantId}, ${hall}, 'clip', ${url}, '一楼大厅', ${admin.id})`,
  );
  const rooms = [...new Set(residents.map(({ roomId }) => roomId).filter((id) => id !== null))].slice(0, 2);
  for (const [turn, roomId] of rooms.entries()) {
    const id = await device(tx, 'camera', turn + 2, turn === 0 ? '房间看护摄像头' : '房间看护摄像头2', roomId, admin.id);
    await tx.run(
      sql`insert into cameras (tenant_id, device_id, source, clip, updated_by) values (${tx.tenantId}, ${id}, 'clip', ${url}, ${admin.id})`,
    );
    for (const { id: personId } of residents.filter((one) => one.roomId === roomId && turn === 0))
      await tx.run(
        sql`insert into camera_consents (tenant_id, person_id, given, said_on, note, recorded_by)
          values (${tx.tenantId}, ${personId}, true, (${instant(now - 45 * DAY)})::date, '本人同意，家属签字', ${admin.id})`,
      );
    for (let look = 4; look >= 0 && turn === 0; look--)
      await tx.run(sql`insert into camera_looks (tenant_id, device_id, user_id, user_name, emergency, started_at, last_at)
        values (${tx.tenantId}, ${id}, ${admin.id}, ${admin.name},
          false, ${instant(now - (look * 26 + 3) * 3_600_000)}, ${instant(now - (look * 26 + 3) * 3_600_000 + 90_000)})`);
  }
}

/** A closed alarm of the camera in the first room, with what it recorded: whoever lives there has agreed. */
async function seedClip(
  tx: Tx,
  deps: Dependencies,
  { alarm }: Films,
  residents: readonly Resident[],
  staff: readonly Staff[],
  now: number,
): Promise<void> {
  const admin = staff[0] as Staff;
  const resident = residents.find(({ roomId }) => roomId !== null);
  const camera = await tx.row<{ id: number; roomId: number }>(
    sql`select id, room_id as "roomId" from devices where tenant_id = ${tx.tenantId} and type = 'camera'
      and room_id = ${resident?.roomId ?? null} order by id limit 1`,
  );
  if (!camera || !alarm) return;
  const happened = instant(now - 5 * DAY);
  const { fileName, fileSize } = await nameFile(tx, deps, alarm, { purpose: 'sealed', userId: admin.id, counted: false });
  const warning = await tx.row<{ id: number }>(sql`
    insert into warnings (tenant_id, rule, subject, severity, device_id, room_id, source_type, content, status, process_mode, remark,
      happened_at, last_at, acknowledged_at, acknowledged_by,
      handled_at, handled_by, created_at)
    values (${tx.tenantId}, 'alarm', ${`d${camera.id}`}, 2, ${camera.id}, ${camera.roomId}, 9, '夜间长时间离床未归', 1, 1,
      '已到房间查看，老人在卫生间，协助回床', ${happened}, ${happened},
      ${happened} + interval '50 seconds', ${admin.id}, ${happened} + interval '9 minutes', ${admin.id}, ${happened}) returning id`);
  const { id } = warning as { id: number };
  await tx.run(sql`
    insert into warning_clips (tenant_id, warning_id, device_id, address_key, people, at, state, attempts, file_name, size, sha256, kept_at)
    select ${tx.tenantId}, ${id}, ${camera.id},
      sha256, ${residents.filter(({ roomId }) => roomId === camera.roomId).map((one) => one.id)}::bigint[], ${happened}, 2, 1, name,
      size, sha256,
      ${happened} + interval '20 seconds' from files where tenant_id = ${tx.tenantId} and name = ${fileName}`);
  for (const [kind, seconds, note, who] of [
    ['raised', 0, '夜间长时间离床未归', null],
    ['clip', 20, `录像已保存（${Math.max(0.1, Math.round(fileSize / 104_857.6) / 10)}MB）`, null],
    ['acknowledged', 50, null, admin],
    ['handled', 540, '在线处理 · 已处理 · 已到房间查看，老人在卫生间，协助回床', admin],
  ] as const)
    await tx.run(sql`insert into warning_events (tenant_id, warning_id, kind, at, note, user_id, user_name)
      values (${tx.tenantId}, ${id}, ${kind}, ${happened} + make_interval(secs
        => ${seconds}), ${note}, ${who?.id ?? null}, ${who?.name ?? null})`);
}

/** To be called once residents and staff are there. `now` in epoch ms. */
export async function seedDoors(
  tx: Tx,
  deps: Dependencies,
  films: Films,
  random: Random,
  residents: readonly Resident[],
  staff: readonly Staff[],
  now: number,
): Promise<void> {
  await seedLocks(tx, deps, random, residents, staff, now);
  await seedCameras(tx, deps, films, residents, staff, now);
  await seedClip(tx, deps, films, residents, staff, now);
}
