/** Clips of a warning as they stand in the table: noted with the alarm, asked about before anybody fetches or looks. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { MOST_CLIPS } from '#contract/warnings/warning-clips.rules.ts';
import { disposals } from '#contract/warnings/warnings.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { consentProblem, consentsOf } from '../devices/camera-access.ts';

/** `sourceType` of the wire: a warning with a recording. */
const VIDEO = 9;

/** Whoever is living where a warning `w` or a device `d` is: they are in the picture. */
const peopleThere = sql`array(select p.id from people p left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
  where p.tenant_id = w.tenant_id and p.deleted_at is null and p.status not in (4, 5)
    and (p.id = w.person_id or p.id = d.person_id or b.room_id = w.room_id or b.room_id = d.room_id) order by p.id)`;

export interface Told {
  warningId: number;
  deviceId: number;
  address: string;
  /** Of the alarm, epoch ms. */
  at: number;
}

/** Notes where a clip of an alarm can be fetched, which happens later. One that is known already, or one too many, changes nothing. */
export async function attachClip(tx: Tx, deps: Dependencies, { warningId, deviceId, address, at }: Told): Promise<void> {
  await tx.run(sql`
    with added as (
      insert into warning_clips (tenant_id, warning_id, device_id, address, address_key, people, at, next_at)
      select w.tenant_id, w.id, d.id, ${address}, ${createHash('sha256').update(address).digest()}, ${peopleThere},
        ${instant(at)}, ${instant(deps.now())}
      from warnings w left join devices d on d.tenant_id = w.tenant_id and d.id = ${deviceId}
      where w.tenant_id = ${tx.tenantId} and w.id = ${warningId}
        and (select count(*) from warning_clips c where c.tenant_id = w.tenant_id and c.warning_id = w.id) < ${MOST_CLIPS}
      on conflict do nothing returning warning_id
    )
    update warnings set source_type = ${VIDEO} from added where warnings.tenant_id = ${tx.tenantId} and warnings.id = added.warning_id
      and source_type <> ${VIDEO}`);
}

/** A recording that staff gave, kept already. Undefined when there is the same one. */
export const addClip = (tx: Tx, warningId: number, file: { name: string; size: number; sha256: Buffer }, userId: number, now: number) =>
  tx.row<{ id: number }>(sql`
    insert into warning_clips (tenant_id, warning_id, device_id, address_key, people, at, state, file_name, size, sha256, kept_at,
      uploaded_by)
    select w.tenant_id, w.id, d.id, ${file.sha256}, ${peopleThere}, w.happened_at, 2, ${file.name}, ${file.size}, ${file.sha256},
      ${instant(now)}, ${userId}
    from warnings w left join devices d on d.tenant_id = w.tenant_id and d.id = w.device_id
    where w.tenant_id = ${tx.tenantId} and w.id = ${warningId}
    on conflict do nothing returning id`);

/** Why those who are in a clip keep it closed; null when they do not. */
export const clipProblem = async (tx: Tx, clipId: number): Promise<string | null> =>
  consentProblem(
    await consentsOf(
      tx,
      sql`p.id = any((select c.people from warning_clips c where c.tenant_id = p.tenant_id and c.id = ${clipId})::bigint[])`,
    ),
  );

/** The open SOS or fall that opens a clip all the same: its own warning, or another of that room or of somebody in it. */
export async function emergencyOfClip(tx: Tx, clipId: number): Promise<number | null> {
  const open = [sql.lit(disposals.open), sql.lit(disposals.inProgress)];
  const row = await tx.row<{ id: number }>(sql`
    select e.id from warning_clips c join warnings w on w.tenant_id = c.tenant_id and w.id = c.warning_id
      join warnings e on e.tenant_id = c.tenant_id and e.rule in ('sos', 'fall') and e.status in (${sql.join(open)})
        and (e.id = w.id or e.room_id = w.room_id or e.person_id = any(c.people))
    where c.tenant_id = ${tx.tenantId} and c.id = ${clipId} order by e.id = w.id desc, e.id desc limit 1`);
  return row?.id ?? null;
}
