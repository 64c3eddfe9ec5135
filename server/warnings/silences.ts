/** Devices that have gone silent, longer than their model's interval, and those that are back. */
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { signals } from '#contract/warnings/conditions.rules.ts';
import { judgeConditions } from './condition-states.ts';
import { sensorsReturned, SILENT_MINUTES } from './life.ts';
import { clearWarning, raiseWarning } from './raise.ts';

const MOST = 500;
/** A device that has been away for so long when we first look is no news. */
const OLD_DAYS = 7;

interface Silent {
  id: number;
  since: string;
  minutes: number;
}

/** Raises one warning for every device that fell silent by `now` (epoch ms); nobody's device, and that of somebody away, is left in peace. */
async function noticeSilent(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  const at = sql`to_timestamp(${now}::float8 / 1000)`;
  const silent = await tx.rows<Silent>(sql`
    insert into device_silences (tenant_id, device_id, since)
    select d.tenant_id, d.id, s.last_seen_at from devices d
      join device_states s on s.tenant_id = d.tenant_id and s.device_id = d.id
      left join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
      left join people p on p.tenant_id = d.tenant_id and p.id = d.person_id
    where d.tenant_id = ${tx.tenantId} and d.enabled and d.deleted_at is null and (d.person_id is not null or d.room_id is not null) and coalesce(p.status, 1) = 1
      and s.last_seen_at < ${at} - make_interval(mins => coalesce(t.silent_minutes, ${SILENT_MINUTES})::integer) and s.last_seen_at > ${at} - make_interval(days => ${OLD_DAYS})
      and not exists (select from device_silences q where q.tenant_id = d.tenant_id and q.device_id = d.id)
    order by d.id limit ${MOST}
    on conflict do nothing
    returning device_id as id, since, (extract(epoch from ${at} - since) / 60)::integer as minutes`);
  for (const { id: deviceId, since, minutes } of silent) {
    const content = `设备离线：已${minutes}分钟没有上报（最后 ${since.slice(5, 16)}）`;
    await raiseWarning(tx, deps, { rule: 'device_offline', deviceId, code: 'device_offline', at: now, late: false, place: null, content });
  }
  await tellConditions(
    tx,
    deps,
    silent.map(({ id }) => id),
    now,
  );
  return silent.length;
}

/** Tells the institution's own rules which of these devices' wearers have a silent one now. */
async function tellConditions(tx: Tx, deps: Dependencies, deviceIds: readonly number[], now: number): Promise<void> {
  if (deviceIds.length === 0) return;
  const wearers = await tx.rows<{ id: number; silent: boolean }>(sql`
    select distinct d.person_id as id, exists (select from devices o join device_silences q on q.tenant_id = o.tenant_id and q.device_id = o.id
      where o.tenant_id = d.tenant_id and o.person_id = d.person_id and o.enabled and o.deleted_at is null) as silent
    from devices d where d.tenant_id = ${tx.tenantId} and d.id = any(${deviceIds}::bigint[]) and d.person_id is not null`);
  const heard = wearers.map(({ id, silent }) => ({ personId: id, samples: [{ signal: signals.offline, at: now, device: null, value: silent ? 1 : 0 }] }));
  await judgeConditions(tx, deps, heard);
}

/** Those that are heard of again, or that nobody waits for any more. */
async function noticeReturned(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  const back = await tx.rows<{ id: number; heard: boolean }>(sql`
    delete from device_silences q using devices d, device_states s
    where q.tenant_id = ${tx.tenantId} and d.tenant_id = q.tenant_id and d.id = q.device_id and s.tenant_id = q.tenant_id and s.device_id = q.device_id
      and (s.last_seen_at > q.since or not d.enabled or d.deleted_at is not null or (d.person_id is null and d.room_id is null))
    returning q.device_id as id, s.last_seen_at > q.since as heard`);
  for (const { id: deviceId, heard } of back) await clearWarning(tx, deps, 'device_offline', { deviceId }, heard ? '设备恢复上报' : '设备已停用或解绑');
  await tellConditions(
    tx,
    deps,
    back.map(({ id }) => id),
    now,
  );
  const heard = back.filter((one) => one.heard).map(({ id }) => id);
  if (heard.length > 0) await sensorsReturned(tx, heard, now);
  return back.length;
}

export const sweepSilences = async (tx: Tx, deps: Dependencies, now: number): Promise<number> =>
  (await noticeReturned(tx, deps, now)) + (await noticeSilent(tx, deps, now));
