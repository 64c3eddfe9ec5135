/** NEWS2 and the personal baseline of one person, and the order behind the second scale of oxygen. */
import { HOUR, dayOf, instantOf, nextDay, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { baselineMetrics, baselineOf, BASELINE_DAYS, RECENT_HOURS, type Sample } from '#contract/health/baselines.rules.ts';
import { earlyWarnings as routes, type OxygenTarget } from '#contract/health/early-warnings.ts';
import { metricOf, metrics } from '#contract/health/metrics.ts';
import { news2, news2Metrics, NEWS2_HOURS, type News2Input, type News2Metric } from '#contract/health/news2.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { latestOf } from './latest.ts';
import { reachPerson } from './vitals.ts';

const targetOn = (tx: Tx, personId: number, day: string) =>
  tx.row<z.output<typeof OxygenTarget>>(sql`
    select t.id, t.prescriber, t.prescribed_on as "prescribedOn", t.ends_on as "endsOn", t.reason, t.version,
      (select u.name from users u where u.tenant_id = t.tenant_id and u.id = t.created_by) as "createName"
    from oxygen_targets t where t.tenant_id = ${tx.tenantId} and t.person_id = ${personId} and t.prescribed_on <= ${day}::date
      and (t.ends_on is null or t.ends_on >= ${day}::date)
    order by t.prescribed_on desc, t.id desc limit 1`);

/**
 * Hours of devices and single values of staff over the time of the baseline, by metric number; both pressures and steps as everything else.
 */
async function samplesOf(tx: Tx, personId: number, now: number): Promise<Map<number, Sample[]>> {
  const from = textOf(now - (BASELINE_DAYS * 24 + RECENT_HOURS) * HOUR);
  const numbers = baselineMetrics.map((name) => metrics[name].number);
  // Steps count up over a day: the highest of a day is the day's.
  const rows = await tx.rows<{ metric: number; at: string; value: number }>(sql`
    select metric, hour as at, sum / count as value from hourly_readings
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and metric = any(${numbers}::smallint[])
      and metric <> ${metrics.steps.number} and hour > ${from}::timestamptz and count > 0
    union all
    select metric, (day + time '12:00') at time zone 'Asia/Shanghai', highest from daily_readings
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and metric = ${metrics.steps.number} and day > ${from}::date
      and day < ${dayOf(now)}::date and count > 0
    union all
    select metric, at, value from measurements
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and metric = any(${numbers}::smallint[]) and at > ${from}::timestamptz
      and voided_at is null and not doubtful`);
  const samples = new Map<number, Sample[]>();
  for (const { metric, at, value } of rows) {
    const list = samples.get(metric) ?? [];
    samples.set(metric, list);
    list.push({ at: instantOf(at), value });
  }
  return samples;
}

export const earlyWarnings: Handlers<typeof routes> = {
  async score({ oldmanId }, context) {
    await reachPerson(oldmanId, context);
    const { tx, deps } = context;
    const now = deps.now();
    const target = (await targetOn(tx, oldmanId, dayOf(now))) ?? null;
    const since = textOf(now - NEWS2_HOURS * HOUR);
    const rows = (await latestOf(tx, oldmanId, true)).filter(({ at }) => at >= since);
    const found = new Map(
      rows.flatMap((row) => {
        const name = metricOf(row.metric)?.name;
        return name && (news2Metrics as readonly string[]).includes(name) ? [[name as News2Metric, row] as const] : [];
      }),
    );
    const input: News2Input = Object.fromEntries([...found].map(([name, { value }]) => [name, value]));
    const scale = target ? 2 : 1;
    const { parts, ...score } = news2(input, scale);
    return {
      ...score,
      scale,
      target,
      parts: parts.map((part) => ({
        ...part,
        label: metrics[part.metric].label,
        unit: metrics[part.metric].unit,
        time: found.get(part.metric)?.at ?? null,
      })),
    };
  },

  async usual({ oldmanId }, context) {
    await reachPerson(oldmanId, context);
    const now = context.deps.now();
    const samples = await samplesOf(context.tx, oldmanId, now);
    return baselineMetrics.map((metric) => ({
      metric,
      label: metrics[metric].label,
      unit: metrics[metric].unit,
      ...baselineOf(metric, samples.get(metrics[metric].number) ?? [], now),
    }));
  },

  async prescribe({ oldmanId, prescriber, prescribedOn, endsOn, reason }, context) {
    await reachPerson(oldmanId, context);
    const { tx, session, deps } = context;
    const today = dayOf(deps.now());
    if (prescribedOn > today) throw refused('医嘱日期不能晚于今天');
    if (endsOn !== null && endsOn < today) throw refused('结束日期不能早于今天');
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`oxygen:${tx.tenantId}:${oldmanId}`}, 0))`);
    await tx.run(sql`
      update oxygen_targets set ends_on = greatest(prescribed_on, ${nextDay(prescribedOn, -1)}::date), version = version + 1,
        updated_at = now()
      where tenant_id = ${tx.tenantId} and person_id = ${oldmanId} and (ends_on is null or ends_on >= ${prescribedOn}::date)`);
    const made = await tx.row<{ id: number }>(sql`
      insert into oxygen_targets (tenant_id, person_id, prescriber, prescribed_on, ends_on, reason, created_by)
      values (${tx.tenantId}, ${oldmanId}, ${prescriber}, ${prescribedOn}::date, ${endsOn}::date, ${reason}, ${session.userId})
      returning id`);
    await context.emit('measurement.changed', { personId: oldmanId });
    return (made as { id: number }).id;
  },

  async withdraw({ id, version }, context) {
    const { tx, deps } = context;
    const row = await tx.row<{ person_id: number; version: number }>(
      sql`select person_id, version from oxygen_targets where tenant_id = ${tx.tenantId} and id = ${id} for update`,
    );
    if (!row) throw notFound('血氧目标');
    await reachPerson(row.person_id, context);
    if (row.version !== version) throw conflict('血氧目标已被他人修改，请刷新后重试');
    // One of today never counted for a day that is over.
    const yesterday = nextDay(dayOf(deps.now()), -1);
    if (
      (await tx.run(
        sql`delete from oxygen_targets where tenant_id = ${tx.tenantId} and id = ${id} and prescribed_on > ${yesterday}::date`,
      )) === 0
    )
      await tx.run(
        sql`update oxygen_targets set ends_on = ${yesterday}::date, version = version + 1, updated_at = now()
          where tenant_id = ${tx.tenantId} and id = ${id}`,
      );
    await context.emit('measurement.changed', { personId: row.person_id });
    return true;
  },
};
