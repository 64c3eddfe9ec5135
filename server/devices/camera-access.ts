/** Who may look through a camera now: those who live in the room have agreed, or an alarm of that room is open. */
import { sql, type RawBuilder } from 'kysely';
import { disposals } from '#contract/warnings/warnings.rules.ts';
import type { Session } from '../context.ts';
import type { Tx } from '../db/tenant.ts';

export interface Resident {
  oldmanId: number;
  oldmanName: string;
  given: boolean | null;
  saidDate: string | null;
  note: string | null;
  recordName: string | null;
  recordTime: string | null;
}

/** Where a camera's password is kept, for what is sealed. */
export const passwordPlace = (tenantId: number, deviceId: number) => `cameras:${tenantId}:${deviceId}`;

const GONE = [4, 5];
const OPEN = [sql.lit(disposals.open), sql.lit(disposals.inProgress)];

/** What was last said by those people `p` whom `which` leaves. */
export const consentsOf = (tx: Tx, which: RawBuilder<unknown>): Promise<Resident[]> =>
  tx.rows<Resident>(sql`
    select p.id as "oldmanId", p.name as "oldmanName", c.given, c.said_on as "saidDate", c.note, c.created_at as "recordTime",
      (select u.name from users u where u.tenant_id = c.tenant_id and u.id = c.recorded_by) as "recordName"
    from people p left join lateral (select * from camera_consents k where k.tenant_id = p.tenant_id and k.person_id = p.id
    order by k.id desc limit 1) c on true
    where p.tenant_id = ${tx.tenantId} and ${which} order by p.id`);

/** Who lives where the camera looks: its room's beds, and whoever the camera itself belongs to. */
export const residentsOf = (tx: Tx, deviceId: number): Promise<Resident[]> =>
  consentsOf(
    tx,
    sql`p.deleted_at is null and p.status not in (${sql.join(GONE)}) and exists (select from devices d
      where d.tenant_id = p.tenant_id and d.id = ${deviceId} and d.deleted_at is null
        and (p.id = d.person_id or exists (select from beds b where b.tenant_id = p.tenant_id and b.id = p.bed_id
          and b.room_id = d.room_id)))`,
  );

interface Seen {
  deviceId: number | null;
  /** Of a recording. */
  clipId: number | null;
  emergency: boolean;
  warningId: number | null;
}

/** Writes down that somebody looks. Gives the number of the look, which the ticket carries. */
export async function noteLook(
  tx: Tx,
  { userId, name }: Pick<Session, 'userId' | 'name'>,
  { deviceId, clipId, emergency, warningId }: Seen,
): Promise<number> {
  const look = await tx.row<{ id: number }>(sql`
    insert into camera_looks (tenant_id, device_id, clip_id, user_id, user_name, emergency, warning_id)
    values (${tx.tenantId}, ${deviceId}, ${clipId}, ${userId}, ${name}, ${emergency}, ${warningId}) returning id`);
  return (look as { id: number }).id;
}

/** The newest open SOS or fall of the camera's room or of somebody who lives there; null when there is none. */
export async function emergencyOf(tx: Tx, deviceId: number): Promise<number | null> {
  const row = await tx.row<{ id: number }>(sql`
    select w.id from devices d
      join warnings w on w.tenant_id = d.tenant_id and w.rule in ('sos', 'fall') and w.status in (${sql.join(OPEN)})
        and (w.room_id = d.room_id or w.person_id = d.person_id
          or w.person_id in (select p.id from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
          where p.tenant_id = d.tenant_id and p.deleted_at is null and b.room_id = d.room_id))
    where d.tenant_id = ${tx.tenantId} and d.id = ${deviceId} order by w.id desc limit 1`);
  return row?.id ?? null;
}

/** Why the residents' silence or refusal keeps the picture closed; null when it does not. */
export function consentProblem(residents: readonly Resident[]): string | null {
  const against = residents.filter(({ given }) => given !== true);
  if (against.length === 0) return null;
  const names = against.map(({ oldmanName }) => oldmanName).join('、');
  return `${names}${against.some(({ given }) => given === false) ? '不同意' : '还没有同意'}查看房间画面，只有该房间发生SOS或跌倒预警时才能查看`;
}
