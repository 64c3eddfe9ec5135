/** Values that were asked for and did not come. What is due stands in `reading_dues`; only what somebody asked for is told of. */
import { sql } from 'kysely';
import { expectedLabel, isToldOf, missingText, type Reason } from '#contract/warnings/missing.rules.ts';
import { metricOf } from '#contract/health/metrics.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { clearWarning, raiseWarning } from './raise.ts';

const MOST = 5000;
const MOST_TOLD = 300;
/** What is known to be missing is looked at again after so long: it may have come by a way that does not say so. */
const LOOK_AGAIN = sql.lit('20 minutes');
/** As `graceOf` of the rules: nobody is told later than the minute. */
const GRACE = sql`least(interval '4 hours', greatest(interval '30 minutes', make_interval(mins => r.hours * 5)))`;
/** More people than this are forgotten together by those who keep them in memory. */
const MOST_NOTICES = 100;

const partOf = (metric: number) => `/m${metric}`;

export interface Come {
  metric: number;
  /** Epoch ms. */
  at: number;
  value: number;
}

/** Values of a person came: what was missing is so no more. */
export async function closeMissing(tx: Tx, deps: Dependencies, personId: number, values: readonly Come[]): Promise<void> {
  if (values.length === 0) return;
  const now = sql`${instant(deps.now())}`;
  const closed = await tx.rows<{ metric: number; warned: boolean; fresh: boolean }>(sql`
    update reading_dues r set last_at = greatest(r.last_at, n.at),
      due_at = case when n.at + make_interval(hours => r.hours) > ${now} then n.at + make_interval(hours => r.hours) else r.due_at end,
      missing_since = case when n.at + make_interval(hours => r.hours) > ${now} then null else r.missing_since end,
      warned = r.warned and n.at + make_interval(hours => r.hours) <= ${now}
    from (select metric, max(to_timestamp(at / 1000)) as at
    from unnest(${values.map(({ metric }) => metric)}::smallint[], ${values.map(({ at }) => at)}::float8[]) as v (metric, at)
    group by 1) as n
    where r.tenant_id = ${tx.tenantId} and r.person_id = ${personId} and r.metric = n.metric and r.missing_since is not null
    returning r.metric, old.warned, r.missing_since is null as fresh`);
  for (const { metric, warned, fresh } of closed) {
    if (!warned || !fresh) continue;
    const { value } = values.findLast((one) => one.metric === metric) as Come;
    await clearWarning(
      tx,
      deps,
      'not_measured',
      { personId, part: partOf(metric) },
      `已测量：${expectedLabel(metric)} ${Number(value.toPrecision(6))} ${metricOf(metric)?.unit ?? ''}`.trim(),
    );
  }
}

/** What is expected of a person (null: of everybody) changed, or one of their values was taken back: it is worked out anew. */
export async function expectAnew(tx: Tx, deps: Dependencies, personId: number | null): Promise<void> {
  await tx.run(sql`select app.expect_readings(${tx.tenantId}, ${personId === null ? null : [personId]}::bigint[])`);
  // What is not expected any more is not missing either.
  const over = await tx.rows<{ person_id: number; subject: string }>(sql`
    select w.person_id, w.subject from warnings w
    where w.tenant_id = ${tx.tenantId} and w.rule = 'not_measured' and w.status in (0, 2) and w.cleared_at is null
      and (${personId}::bigint is null or w.person_id = ${personId}::bigint)
      and not exists (select from reading_dues r where r.tenant_id = w.tenant_id and r.person_id = w.person_id
        and r.missing_since is not null and r.warns
        and w.subject = 'p' || r.person_id || '/m' || r.metric)`);
  for (const { person_id: id, subject } of over)
    await clearWarning(tx, deps, 'not_measured', { personId: id, part: subject.slice(subject.indexOf('/')) }, '测量要求已调整');
  await tx.run(sql`update reading_dues r set warned = false where r.tenant_id = ${tx.tenantId} and r.warned
    and (${personId}::bigint is null or r.person_id = ${personId}::bigint)
    and (r.missing_since is null or not r.warns)`);
  await emit('threshold.changed', { personId }, tx, deps);
}

/** Looks whether what is due has come meanwhile; gives how many rows. Readings do not write here: `due_at` is only a lower bound. */
async function lookAtDues(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  const at = instant(now);
  const moved = await tx.rows<{ person_id: number; metric: number; came: boolean; fell: boolean }>(sql`
    with due as (
      select person_id, metric from reading_dues where tenant_id = ${tx.tenantId} and due_at <= ${at} order by due_at
        limit ${MOST} for update skip locked
    ), known as (
      select due.*, greatest(
        (select max(l.at) from latest_readings l where l.tenant_id = ${tx.tenantId} and l.person_id = due.person_id
          and l.metric = due.metric),
        (select max(m.at) from measurements m where m.tenant_id = ${tx.tenantId} and m.person_id = due.person_id and m.metric = due.metric
          and m.voided_at is null)) as last
      from due
    )
    update reading_dues r set last_at = k.last,
      due_at = case when k.last + make_interval(hours => r.hours) > ${at} then k.last + make_interval(hours => r.hours)
        else greatest(${at} + interval '1 minute',
          least(${at} + interval ${LOOK_AGAIN}, greatest(k.last, r.waits_from) + make_interval(hours => r.hours) + ${GRACE})) end,
      missing_since = case when k.last + make_interval(hours => r.hours) > ${at} then null else coalesce(r.missing_since, ${at}) end,
      warned = r.warned and k.last + make_interval(hours => r.hours) > ${at} is not true
    from known k where r.tenant_id = ${tx.tenantId} and r.person_id = k.person_id and r.metric = k.metric
    returning r.person_id, r.metric, old.warned and not r.warned as came, old.missing_since is null
      and r.missing_since is not null as fell`);
  for (const { person_id: personId, metric, came } of moved)
    if (came) await clearWarning(tx, deps, 'not_measured', { personId, part: partOf(metric) }, `已测量${expectedLabel(metric)}`);
  const fell = [...new Set(moved.filter((one) => one.fell).map((one) => one.person_id))];
  for (const personId of fell.length > MOST_NOTICES ? [null] : fell) await emit('threshold.changed', { personId }, tx, deps);
  return moved.length;
}

interface Missing {
  person_id: number;
  metric: number;
  hours: number;
  atNight: boolean;
  lastAt: number | null;
  waitsFrom: number;
  device: string | null;
  silent: boolean | null;
}

/** What is missing, was asked for and was not told of yet, with the device that last gave it while it is still theirs. */
const untold = (tx: Tx, now: number) =>
  tx.rows<Missing>(sql`
    select r.person_id, r.metric, r.hours, r.at_night as "atNight", extract(epoch from r.last_at)::float8 * 1000 as "lastAt",
      extract(epoch from r.waits_from)::float8 * 1000 as "waitsFrom",
      d.name as device, d.silent
    from reading_dues r join people p on p.tenant_id = r.tenant_id and p.id = r.person_id and p.status = 1 and p.deleted_at is null
    left join lateral (
      select coalesce(d.name, d.imei) as name, exists (select from device_silences q where q.tenant_id = d.tenant_id
        and q.device_id = d.id) as silent
      from latest_readings l join devices d on d.tenant_id = l.tenant_id and d.id = l.device_id and d.person_id = r.person_id and d.enabled
        and d.deleted_at is null
      where l.tenant_id = r.tenant_id and l.person_id = r.person_id and l.metric = r.metric order by l.at desc limit 1) d on true
    where r.tenant_id = ${tx.tenantId} and r.missing_since is not null and r.warns and not r.warned
      and greatest(r.last_at, r.waits_from) + make_interval(hours => r.hours) < ${instant(now)} - interval '30 minutes'
    order by r.person_id, r.metric limit ${MOST}`);

async function tellMissing(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  let told = 0;
  for (const one of await untold(tx, now)) {
    if (told === MOST_TOLD) break;
    if (!isToldOf(one, now)) continue;
    const reason: Reason = one.device === null ? { kind: 'unmeasured' } : { kind: one.silent ? 'silent' : 'unworn', device: one.device };
    const { title, content } = missingText(one.metric, one, reason, now);
    const taken = await tx.run(
      sql`update reading_dues set warned = true
        where tenant_id = ${tx.tenantId} and person_id = ${one.person_id} and metric = ${one.metric} and not warned`,
    );
    if (taken === 0) continue;
    await raiseWarning(tx, deps, {
      rule: 'not_measured',
      deviceId: null,
      personId: one.person_id,
      code: 'not_measured',
      at: now,
      late: false,
      place: null,
      content,
      part: partOf(one.metric),
      title,
    });
    told++;
  }
  return told;
}

/** Whoever went on leave or to hospital is not measured here. */
async function forgetAway(tx: Tx, deps: Dependencies): Promise<number> {
  const away = await tx.rows<{ person_id: number; metric: number }>(sql`
    update reading_dues r set warned = false from people p
    where r.tenant_id = ${tx.tenantId} and r.missing_since is not null and r.warned and p.tenant_id = r.tenant_id and p.id = r.person_id
      and (p.status <> 1 or p.deleted_at is not null)
    returning r.person_id, r.metric`);
  for (const { person_id: personId, metric } of away)
    await clearWarning(tx, deps, 'not_measured', { personId, part: partOf(metric) }, '已离开机构');
  return away.length;
}

/** Once a minute: what is due, what has to be told by now, who is away. Gives how many rows were looked at. */
export async function sweepMissing(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  const looked = await lookAtDues(tx, deps, now);
  return looked + (await tellMissing(tx, deps, now)) + (await forgetAway(tx, deps));
}
