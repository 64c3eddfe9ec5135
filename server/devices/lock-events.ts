/** What a lock says, written down once, and what follows from it: whose code it was, warnings, a used code, the door, the batteries. */
import { sql } from 'kysely';
import { alarmKinds, recordKindLabels, type RecordKind } from '#contract/devices/lock-records.ts';
import { LOW_LOCK_BATTERY } from '#contract/devices/locks.ts';
import { passcodeKinds } from '#contract/devices/lock-passcodes.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import type { Occurrence } from '../local-events.ts';
import { codeKey } from './lock-codes.ts';
import { endCodes } from './lock-steps.ts';

export interface Happened {
  /** Epoch ms. */
  at: number;
  kind: RecordKind;
  method: string | null;
  success: boolean;
  code?: string | null;
  who: string | null;
  note?: string | null;
  battery?: number | null;
  /** Of what may be told again; null for what a person typed in. */
  key: string | null;
}

/** 1 the lock, 2 typed in, 3 imported, 4 from this system. */
export type Source = 1 | 2 | 3 | 4;

const LATE_MS = 15 * 60_000;
const CHARGED = LOW_LOCK_BATTERY + 10;

const ALARMS: Partial<Record<RecordKind, Pick<Occurrence, 'rule' | 'content' | 'severity' | 'part' | 'title'>>> = {
  duress: { rule: 'sos', content: '胁迫开锁：有人被迫打开了门' },
  tamper: { rule: 'alarm', content: '门锁被撬或被拆动', severity: 2, part: ':tamper', title: '门锁防撬报警' },
  blocked: { rule: 'alarm', content: '连续多次输错，门锁已锁定', severity: 3, part: ':blocked', title: '门锁试错报警' },
  left_open: { rule: 'alarm', content: '门打开后一直没有关上', severity: 3, part: ':open', title: '房门未关' },
  low_battery: { rule: 'low_battery', content: '门锁电量低，请更换电池' },
};

/** Raises the warning that a kind stands for. */
export async function raiseLockAlarm(
  tx: Tx,
  deps: Dependencies,
  deviceId: number,
  kind: RecordKind,
  at: number,
  who: string | null = null,
): Promise<void> {
  const alarm = ALARMS[kind];
  if (!alarm) return;
  const content = who ? `${alarm.content}（${who}）` : (alarm.content as string);
  await emit(
    'alarm.occurred',
    { ...alarm, content, deviceId, code: `lock_${kind}`, at, late: deps.now() - at > LATE_MS, place: null },
    tx,
    deps,
  );
}

interface Owner {
  id: number;
  kind: number;
  duress: boolean;
  memberId: number | null;
  personId: number | null;
  name: string;
}

const ownerOf = (tx: Tx, { secrets }: Dependencies, deviceId: number, code: string) =>
  tx.row<Owner>(sql`
    select c.id, c.kind, c.duress, c.member_id as "memberId",
      (select m.person_id from lock_members m where m.tenant_id = c.tenant_id and m.id = c.member_id) as "personId",
      coalesce((select coalesce(u.name, p.name) from lock_members m left join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
        left join people p on p.tenant_id = m.tenant_id and p.id = m.person_id where m.tenant_id = c.tenant_id and m.id = c.member_id),
          c.label) as name
    from lock_passcodes c
    where c.tenant_id = ${tx.tenantId} and c.device_id = ${deviceId} and c.code_key = ${codeKey(secrets, tx.tenantId, deviceId, code)}`);

async function keepDoor(tx: Tx, deps: Dependencies, deviceId: number, kind: RecordKind, at: number): Promise<void> {
  if (kind === 'open')
    await tx.run(
      sql`update locks set door_open_since = coalesce(door_open_since, ${instant(at)})
        where tenant_id = ${tx.tenantId} and device_id = ${deviceId}`,
    );
  if (kind !== 'close') return;
  const closed = await tx.row<{ warned: boolean }>(sql`
    update locks set door_open_since = null, door_warned = false
    where tenant_id = ${tx.tenantId} and device_id = ${deviceId} returning old.door_warned as warned`);
  if (!closed?.warned) return;
  // A forced lock is not mended by a closed door: only where nothing else of this rule is open is the cause gone.
  const others = await tx.row(
    sql`select 1 from warnings where tenant_id = ${tx.tenantId} and device_id = ${deviceId} and rule = 'alarm' and status in (0, 2)
      and subject not like '%:open'`,
  );
  if (!others) await emit('alarm.ended', { rule: 'alarm', subject: { deviceId }, note: '门已关上' }, tx, deps);
}

async function keepBattery(tx: Tx, deps: Dependencies, deviceId: number, battery: number, at: number): Promise<void> {
  const kept = await tx.row<{ before: number | null }>(sql`
    update locks set battery = ${battery} where tenant_id = ${tx.tenantId} and device_id
      = ${deviceId} and battery is distinct from ${battery} returning old.battery as before`);
  if (!kept) return;
  const before = kept.before ?? 100;
  if (battery <= LOW_LOCK_BATTERY && before > LOW_LOCK_BATTERY) await raiseLockAlarm(tx, deps, deviceId, 'low_battery', at);
  if (battery >= CHARGED && before < CHARGED)
    await emit('alarm.ended', { rule: 'low_battery', subject: { deviceId }, note: '电池已更换' }, tx, deps);
}

/** Writes down what is new of `happened` and does what follows. Gives the ids of the new records. */
export async function takeIn(
  tx: Tx,
  deps: Dependencies,
  deviceId: number,
  happened: readonly Happened[],
  source: Source,
  userId: number | null = null,
): Promise<number[]> {
  const made: number[] = [];
  for (const { at, method, success, code, note = null, battery, key, ...one } of happened) {
    const owner = code ? await ownerOf(tx, deps, deviceId, code) : undefined;
    const opened = one.kind === 'unlock' && success;
    const kind = opened && owner?.duress ? 'duress' : one.kind;
    const who = owner?.name ?? one.who;
    const row = await tx.row<{ id: number }>(sql`
      insert into lock_records (tenant_id, device_id, at, kind, method, success, member_id, passcode_id, who, note, source, message_key,
        created_by)
      values (${tx.tenantId}, ${deviceId},
        ${instant(at)}, ${kind}, ${method}, ${success}, ${owner?.memberId ?? null}, ${owner?.id ?? null},
        ${who}, ${note}, ${source}, ${key}, ${userId})
      on conflict (tenant_id, device_id, message_key) do nothing returning id`);
    if (!row) continue;
    made.push(row.id);
    if (alarmKinds.includes(kind)) await raiseLockAlarm(tx, deps, deviceId, kind, at, kind === 'duress' ? who : null);
    if (opened && owner?.kind === passcodeKinds.once) await endCodes(tx, 'expire', '一次性密码已使用', sql`c.id = ${owner.id}`, deps.now());
    if (source === 1) await keepDoor(tx, deps, deviceId, kind, at);
    // A member of staff who opens the door is no sign of life of whoever lives behind it; that the door turned is.
    const own = opened ? (owner?.personId ?? null) : null;
    if (source === 1 && deps.now() - at <= LATE_MS && (own !== null || kind === 'open' || kind === 'close'))
      await emit('door.turned', { deviceId, at, personId: own }, tx, deps);
    if (battery !== undefined && battery !== null) await keepBattery(tx, deps, deviceId, battery, at);
  }
  if (made.length > 0) await emit('device.changed', { deviceId }, tx, deps);
  return made;
}

/** Doors that stand open for longer than their lock allows: one warning each. */
export async function warnOpenDoors(tx: Tx, deps: Dependencies): Promise<number> {
  const open = await tx.rows<{ deviceId: number; since: string }>(sql`
    update locks set door_warned = true where tenant_id = ${tx.tenantId} and door_open_since is not null and not door_warned
      and door_minutes > 0
      and door_open_since + make_interval(mins => door_minutes) <= ${instant(deps.now())}
    returning device_id as "deviceId", door_open_since as since`);
  for (const { deviceId, since } of open) {
    await raiseLockAlarm(tx, deps, deviceId, 'left_open', deps.now(), `${recordKindLabels.open}于 ${since}`);
    await emit('device.changed', { deviceId }, tx, deps);
  }
  return open.length;
}
