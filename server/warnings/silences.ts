/**
 * Devices that have gone silent, longer than their model's interval, and those that are back. Behind a silent hub only the hub is missed.
 */
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
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
  /** Devices behind it, when it is a hub. */
  behind: number;
  /** Its silence is not its hub's. */
  own: boolean;
}

const silentAfter = (type: 't' | 'bt') => sql`coalesce(${sql.ref(`${type}.silent_minutes`)}, ${sql.lit(SILENT_MINUTES)})::integer`;
const mins = (minutes: ReturnType<typeof silentAfter>) => sql`make_interval(mins => ${minutes})`;
/** The hub of a `devices d` as `g` and what was heard of it as `h`; one that is switched off explains nobody's silence. */
const withHub = sql`left join devices g on g.tenant_id = d.tenant_id and g.id = d.hub_id and g.enabled and g.deleted_at is null
  left join device_states h on h.tenant_id = g.tenant_id and h.device_id = g.id`;
const isWaitedFor = sql`(d.person_id is not null or d.room_id is not null
  or exists (select from devices b where b.tenant_id = d.tenant_id and b.hub_id = d.id and b.deleted_at is null))`;
/** A hub whose devices are missed is missed as soon as they are. */
const missedAfter = sql`case when d.type = 'hub' then least(${silentAfter('t')}, (select min(${silentAfter('bt')}) from devices b
    join device_silences bq on bq.tenant_id = b.tenant_id and bq.device_id = b.id and bq.hub_at is not null
    left join device_types bt on bt.tenant_id = b.tenant_id and bt.id = b.type_id
    where b.tenant_id = d.tenant_id and b.hub_id = d.id)) else ${silentAfter('t')} end`;

async function warn(tx: Tx, deps: Dependencies, now: number, silent: readonly Silent[]): Promise<void> {
  for (const { id: deviceId, since, minutes, behind } of silent) {
    const content = `${behind > 0 ? '网关' : '设备'}离线：已${minutes}分钟没有上报（最后 ${since.slice(5, 16)}）${behind > 0 ? `，其下${behind}台设备的数据中断` : ''}`;
    await raiseWarning(tx, deps, { rule: 'device_offline', deviceId, code: 'device_offline', at: now, late: false, place: null, content });
  }
}

/**
 * Raises one warning for every device that fell silent by `now` (epoch ms); an unassigned
 * device, and that of a person who is away, is left in peace. A device is silent by itself only when its hub was heard all the while;
 * otherwise the hub is missed, once, and not forty belts behind it.
 */
async function noticeSilent(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  const at = instant(now);
  const silent = await tx.rows<Silent>(sql`
    insert into device_silences as made (tenant_id, device_id, since, hub_at)
    select d.tenant_id, d.id, s.last_seen_at, case when h.last_seen_at < s.last_seen_at + ${mins(silentAfter('t'))} then ${at} end
    from devices d
      join device_states s on s.tenant_id = d.tenant_id and s.device_id = d.id
      left join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
      left join people p on p.tenant_id = d.tenant_id and p.id = d.person_id
      ${withHub}
    where d.tenant_id = ${tx.tenantId} and d.enabled and d.deleted_at is null and ${isWaitedFor} and coalesce(p.status, 1) = 1
      and s.last_seen_at < ${at} - make_interval(mins => ${missedAfter}) and s.last_seen_at > ${at} - make_interval(days => ${OLD_DAYS})
      and not exists (select from device_silences q where q.tenant_id = d.tenant_id and q.device_id = d.id)
    order by d.id limit ${MOST}
    on conflict do nothing
    returning device_id as id, since, (extract(epoch from ${at} - since) / 60)::integer as minutes, hub_at is null as own,
      (select count(*)::integer from devices b where b.tenant_id = made.tenant_id and b.hub_id = made.device_id
        and b.deleted_at is null) as behind`);
  await warn(
    tx,
    deps,
    now,
    silent.filter(({ own }) => own),
  );
  await tellConditions(
    tx,
    deps,
    silent.map(({ id }) => id),
    now,
  );
  return silent.length;
}

/** Those that waited for their hub: it is back for as long as they may be silent, or theirs no more, and they are still silent. */
async function noticeLeftBehind(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  const at = instant(now);
  const alone = sql`(g.id is null or h.last_seen_at >= q.hub_at + ${mins(silentAfter('t'))})`;
  const left = await tx.rows<Silent>(sql`
    update device_silences q set hub_at = case when ${alone} then null else ${at} end
    from devices d
      left join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
      ${withHub}
    where q.tenant_id = ${tx.tenantId} and q.hub_at is not null and d.tenant_id = q.tenant_id and d.id = q.device_id
      and (${alone} or h.last_seen_at < q.hub_at or exists (select from device_silences x where x.tenant_id = g.tenant_id
        and x.device_id = g.id))
    returning q.device_id as id, q.since, (extract(epoch from ${at} - q.since) / 60)::integer as minutes, 0 as behind,
      q.hub_at is null as own`);
  const own = left.filter((one) => one.own);
  await warn(tx, deps, now, own);
  return own.length;
}

/** Tells the institution's own rules which of these devices' wearers have a silent one now. */
async function tellConditions(tx: Tx, deps: Dependencies, deviceIds: readonly number[], now: number): Promise<void> {
  if (deviceIds.length === 0) return;
  const wearers = await tx.rows<{ id: number; silent: boolean }>(sql`
    select distinct d.person_id as id, exists (select from devices o join device_silences q on q.tenant_id = o.tenant_id
      and q.device_id = o.id
      where o.tenant_id = d.tenant_id and o.person_id = d.person_id and o.enabled and o.deleted_at is null) as silent
    from devices d where d.tenant_id = ${tx.tenantId} and d.id = any(${deviceIds}::bigint[]) and d.person_id is not null`);
  const heard = wearers.map(({ id, silent }) => ({
    personId: id,
    samples: [{ signal: signals.offline, at: now, device: null, value: silent ? 1 : 0 }],
  }));
  await judgeConditions(tx, deps, heard);
}

/** Those that are heard of again, or that nobody waits for any more. */
async function noticeReturned(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  const back = await tx.rows<{ id: number; heard: boolean }>(sql`
    delete from device_silences q using devices d, device_states s
    where q.tenant_id = ${tx.tenantId} and d.tenant_id = q.tenant_id and d.id = q.device_id and s.tenant_id = q.tenant_id
      and s.device_id = q.device_id
      and (s.last_seen_at > q.since or not d.enabled or d.deleted_at is not null or not ${isWaitedFor})
    returning q.device_id as id, s.last_seen_at > q.since as heard`);
  for (const { id: deviceId, heard } of back)
    await clearWarning(tx, deps, 'device_offline', { deviceId }, heard ? '设备恢复上报' : '设备已停用或解绑');
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
  (await noticeReturned(tx, deps, now)) + (await noticeLeftBehind(tx, deps, now)) + (await noticeSilent(tx, deps, now));
