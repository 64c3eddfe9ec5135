/**
 * How often a rule would have warned in the last seven days: what was really measured
 * and said, run through the rule as if it had been there.
 */
import { DAY, dayOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { ruleProblem } from '#contract/warnings/condition-texts.rules.ts';
import { replay } from '#contract/warnings/condition-replays.rules.ts';
import { conditionsOf, signalOf, signals, type Sample } from '#contract/warnings/conditions.rules.ts';
import type { conditionRules as routes } from '#contract/warnings/condition-rules.ts';
import type { Limits } from '#contract/health/thresholds.rules.ts';
import type { Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { limitsOf } from '../health/limits.ts';

const DAYS = 7;
const TOGETHER = 50;
/** Somebody waits in front of the screen: what is not done by then is said to be missing. */
const LONGEST_MS = 8_000;
const MOST_TOP = 10;

interface Row {
  person: number;
  signal: number;
  at: number;
  device: number | null;
  value: number;
}

/** What is known of situations: warnings' own timelines, and what beds said. */
const SITUATIONS: Record<string, number> = {
  device_offline: signals.offline,
  left_fence: signals.fence,
  entered_fence: signals.fence,
  no_activity: signals.quiet,
};

async function samplesOf(
  tx: Tx,
  people: readonly number[],
  wanted: readonly number[],
  from: string,
  to: string,
): Promise<Map<number, Sample[]>> {
  const metrics = wanted.filter((signal) => signal > 0);
  const told = Object.entries(SITUATIONS).filter(([, signal]) => wanted.includes(signal));
  const rows = await tx.rows<Row>(sql`
    select r.person_id as person, r.metric as signal, extract(epoch from r.at)::float8 * 1000 as at, r.device_id as device,
      coalesce(c.value, r.value)::float8 as value
    from readings r left join reading_corrections c
      on c.tenant_id = r.tenant_id and c.device_id = r.device_id and c.metric = r.metric and c.at = r.at and c.revoked_at is null
    where r.tenant_id = ${tx.tenantId} and r.metric = any(${metrics}::smallint[]) and r.at > ${from}::timestamptz
      and r.at <= ${to}::timestamptz
      and r.person_id = any(${people}::bigint[]) and (c.id is null or c.value is not null) and r.device_id = any(array(
        select distinct d.device_id from daily_readings d where d.tenant_id = ${tx.tenantId} and d.person_id = any(${people}::bigint[])
          and d.metric = any(${metrics}::smallint[]) and d.day >= ${from}::date and d.day <= ${to}::date))
    union all
    select m.person_id, m.metric, extract(epoch from m.at)::float8 * 1000, null, m.value::float8 from measurements m
    where m.tenant_id = ${tx.tenantId} and m.person_id = any(${people}::bigint[]) and m.metric = any(${metrics}::smallint[])
      and m.at > ${from}::timestamptz and m.at <= ${to}::timestamptz and m.voided_at is null and not m.doubtful
    union all
    select w.person_id, s.signal, extract(epoch from e.at)::float8 * 1000, null, case when e.kind = 'cleared' then 0 else 1 end
    from warnings w join warning_events e on e.tenant_id = w.tenant_id and e.warning_id = w.id
      and e.kind in ('raised', 'repeated', 'cleared')
      join unnest(${told.map(([rule]) => rule)}::text[], ${told.map(([, signal]) => signal)}::smallint[]) as s (rule, signal)
        on s.rule = w.rule
    where w.tenant_id = ${tx.tenantId} and w.person_id = any(${people}::bigint[]) and e.at > ${from}::timestamptz
      and e.at <= ${to}::timestamptz
    union all
    select v.person_id, ${signals.bed}, extract(epoch from v.at)::float8 * 1000, v.device_id, case when v.code = 'bed_out' then 1 else 0 end
    from device_events v where ${wanted.includes(signals.bed)} and v.tenant_id = ${tx.tenantId} and v.person_id = any(${people}::bigint[])
      and v.code in ('bed_out', 'bed_in') and v.at > ${from}::timestamptz and v.at <= ${to}::timestamptz
    order by 1, 3`);
  const all = new Map<number, Sample[]>();
  for (const { person, ...sample } of rows) {
    const own = all.get(person);
    if (own) own.push(sample);
    else all.set(person, [sample]);
  }
  return all;
}

/** Those whom the rule is for, in the house now. */
const subjects = (tx: Tx, scope: number, ids: readonly number[]) =>
  tx.rows<{ id: number; name: string }>(sql`
    select id, name from people where tenant_id = ${tx.tenantId} and deleted_at is null and status = 1
      and (${scope}::integer = 1 or ${scope}::integer = 2 and department_id = any(${ids}::bigint[]) or ${scope}::integer = 3
        and id = any(${ids}::bigint[])) order by id`);

/** 试算: by person, in groups that are read together, until all are done or time is up. */
export async function trial(input: z.output<typeof routes.trial.input>, { tx, deps }: Work): Promise<z.output<typeof routes.trial.output>> {
  const problem = ruleProblem(input);
  if (problem) throw refused(problem);
  const now = deps.now();
  const [from, to] = [textOf(now - DAYS * DAY), textOf(now)];
  const wanted = [...new Set(conditionsOf(input).map(signalOf))];
  const people = await subjects(tx, input.scope, input.scopeIds);
  const byDay = new Map(Array.from({ length: DAYS + 1 }, (_, back) => [dayOf(now - (DAYS - back) * DAY), 0]));
  const top: { id: number; name: string; count: number; last: string }[] = [];
  const started = performance.now();
  let [count, calculated, values] = [0, 0, 0];
  for (let at = 0; at < people.length && performance.now() - started < LONGEST_MS; at += TOGETHER) {
    const part = people.slice(at, at + TOGETHER);
    const ids = part.map(({ id }) => id);
    const samples = await samplesOf(tx, ids, wanted, from, to);
    const limits = await limitsOf(tx, ids, dayOf(now));
    for (const { id, name } of part) {
      const own = samples.get(id) ?? [];
      const fired = replay(input, own, limits.get(id) as ReadonlyMap<number, Limits>, now);
      values += own.length;
      count += fired.length;
      for (const one of fired) byDay.set(dayOf(one), (byDay.get(dayOf(one)) ?? 0) + 1);
      if (fired.length > 0) top.push({ id, name, count: fired.length, last: textOf(fired.at(-1) as number) });
    }
    calculated += part.length;
  }
  return {
    count,
    people: top.length,
    total: people.length,
    calculated,
    values,
    from,
    to,
    days: [...byDay].map(([day, number]) => ({ day, count: number })).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    top: top.toSorted((a, b) => b.count - a.count || a.id - b.id).slice(0, MOST_TOP),
  };
}
