/**
 * A reading turned out to be wrong: what it was counted for is put right, and a warning
 * that it alone caused is taken back. Nothing is deleted.
 */
import { sql } from 'kysely';
import { metricOf } from '#contract/health/metrics.ts';
import { isUrgent, judge, type Level, type Limits } from '#contract/health/thresholds.rules.ts';
import {
  isHot,
  limitOf,
  metricsOfRule,
  restate,
  ruleOfMetric,
  wellState,
  type MeasuredState,
  type Seen,
} from '#contract/warnings/measured.rules.ts';
import { isOpen, type RuleName } from '#contract/warnings/warnings.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import type { Correction } from '../local-events.ts';
import { correctConditions } from './condition-states.ts';
import { contentOf, gravestOf, isLateValue, tell, type Found } from './measured-courses.ts';
import { gather, recordFounds, severityOf, writeStates, type Person } from './measured-groups.ts';
import { judgeMeasurements } from './measured.ts';
import { clearWarning, reviseWarning } from './raise.ts';
import { appendStep } from './warning-steps.ts';

interface Counted {
  id: number;
  status: number;
}

type Occurred = Pick<Seen, 'device' | 'at'>;

const keyOf = (device: number | null, at: number) => `${device}:${Math.round(at)}`;

/** The warning that counted the occurrence, locked; undefined when none did. */
const countedIn = (tx: Tx, { personId, deviceId, at }: Correction, rule: RuleName) =>
  tx.row<Counted>(sql`
    select w.id, w.status from warnings w
    join ${
      deviceId === null
        ? sql`warning_values o on o.person_id = ${personId} and o.rule = ${rule}`
        : sql`device_events o on o.device_id = ${deviceId} and o.code = ${rule}`
    } and o.tenant_id = w.tenant_id and o.warning_id = w.id and o.at = ${instant(at)} and o.withdrawn_at is null
    where w.tenant_id = ${tx.tenantId} for update of w`);

/** Says of occurrences that they count no more; gives how many of each warning. */
async function markWithdrawn(
  tx: Tx,
  deps: Dependencies,
  personId: number,
  rule: RuleName,
  fallen: readonly Occurred[],
): Promise<Map<number, number>> {
  const gone = new Map<number, number>();
  for (const { device, at } of fallen) {
    const whose =
      device === null
        ? sql`warning_values set withdrawn_at = ${instant(deps.now())} where person_id = ${personId} and rule = ${rule}`
        : sql`device_events set withdrawn_at = ${instant(deps.now())} where device_id = ${device} and code = ${rule}`;
    const rows = await tx.rows<{ id: number | null }>(
      sql`update ${whose} and tenant_id = ${tx.tenantId} and at = ${instant(at)} and withdrawn_at is null returning warning_id as id`,
    );
    for (const { id } of rows) if (id !== null) gone.set(id, (gone.get(id) ?? 0) + 1);
  }
  return gone;
}

/** The values of a rule that speak for one occurrence. */
function partsAt(
  states: ReadonlyMap<number, MeasuredState>,
  limits: ReadonlyMap<number, Limits>,
  rule: RuleName,
  device: number | null,
  at: number,
): Found['parts'] {
  return metricsOfRule(rule).flatMap((metric) => {
    const one = states.get(metric)?.seen.find((seen) => seen.device === device && Math.round(seen.at) === Math.round(at));
    const bounds = limits.get(metric);
    return one && bounds && one.level !== 0
      ? [{ metric, value: one.value, level: one.level, own: one.level, limit: limitOf(bounds, one.level) }]
      : [];
  });
}

/** Count, times and newest value of an open warning after so many of its occurrences were withdrawn. Gives how many are left. */
async function recount(tx: Tx, deps: Dependencies, { id }: Counted, gone: number, person: Person, rule: RuleName): Promise<number> {
  const left = await tx.row<{ count: number; device: number | null; last: number | null; first: number | null }>(sql`
    with kept as (
      select device_id, at from device_events where tenant_id = ${tx.tenantId} and warning_id = ${id} and withdrawn_at is null
      union all select null, at from warning_values where tenant_id = ${tx.tenantId} and warning_id = ${id} and withdrawn_at is null)
    select (select greatest(count - ${gone}, 0) from warnings where tenant_id = ${tx.tenantId} and id = ${id})::integer as count,
      (select device_id from kept order by at desc limit 1) as device,
      extract(epoch from (select max(at) from kept))::float8 * 1000 as last,
        extract(epoch from (select min(at) from kept))::float8 * 1000 as first`);
  const { count, device, last, first } = left as NonNullable<typeof left>;
  const parts = last === null ? [] : partsAt(person.states, person.limits, rule, device, last);
  const newest = parts.length > 0 ? { content: contentOf(parts), ...gravestOf(parts) } : null;
  await tx.run(sql`
    update warnings set count = ${count}, updated_at = now(),
      cleared_at = case when ${count} = 0 then coalesce(cleared_at, ${instant(deps.now())}) else cleared_at end,
      happened_at = coalesce(${instant(first)}, happened_at),
        last_at = coalesce(${instant(last)}, last_at),
      content = coalesce(${newest?.content ?? null}::text, content), metric = coalesce(${newest?.metric ?? null}::smallint, metric),
      value = coalesce(${newest?.value ?? null}::real, value), limit_value = coalesce(${newest?.limit ?? null}::real, limit_value)
    where tenant_id = ${tx.tenantId} and id = ${id}`);
  return count;
}

function wordsOf({ metric, was, value, reason }: Correction): string {
  const { label = '', unit = '' } = metricOf(metric) ?? {};
  const typed = (number: number) => `${Number(number.toPrecision(6))}${unit}`;
  return `${label}${typed(was)}${value === null ? '已作废' : `更正为${typed(value)}`}（${reason}）`;
}

/** The corrected value is out of bounds and was not counted before: it is told like any other. */
async function tellAnew(
  tx: Tx,
  deps: Dependencies,
  person: Person,
  rule: RuleName,
  { metric, deviceId, at, value }: Correction,
  occurs: Level,
): Promise<void> {
  const bounds = person.limits.get(metric) as Limits;
  const late = isLateValue({ at, receivedAt: deps.now() });
  if (late ? !isUrgent(occurs) : !isUrgent(occurs) && bounds.origin === 'default') return;
  const part = { metric, value: value as number, level: occurs, own: occurs, limit: limitOf(bounds, occurs) };
  person.founds.set(rule, { rule, deviceId, at, receivedAt: deps.now(), late, raises: true, parts: [part] });
  for (const found of (await recordFounds(tx, [person])).get(person) ?? []) await tell(tx, deps, person.id, rule, found);
}

/** Puts the warnings right that counted what fell, and says so in their timelines; `warning` is told in any case. */
async function settle(
  tx: Tx,
  deps: Dependencies,
  correction: Correction,
  person: Person,
  rule: RuleName,
  warning: Counted | undefined,
  fallen: readonly Occurred[],
) {
  const gone = await markWithdrawn(tx, deps, person.id, rule, fallen);
  const ids = [...new Set([...(warning ? [warning.id] : []), ...gone.keys()])].sort((a, b) => a - b);
  const concerned = await tx.rows<Counted>(
    sql`select id, status from warnings where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[]) order by id for update`,
  );
  for (const one of concerned) {
    const fewer = gone.get(one.id) ?? 0;
    const left = isOpen(one.status) ? await recount(tx, deps, one, fewer, person, rule) : null;
    const outcome = left === 0 ? '；预警仅由此读数产生，已撤回' : fewer > 0 && left !== null ? `；预警次数改为${left}` : '';
    await appendStep(tx, { warningId: one.id, kind: 'withdrawn', note: wordsOf(correction) + outcome, by: correction.by });
    await emit('warning.changed', { warningId: one.id }, tx, deps);
  }
}

/**
 * Puts right what a corrected reading was judged for: the person's states, the count and
 * newest value of its warning. An open warning that nothing else speaks for is cleared and says so in its timeline; one that staff have
 * closed only gets the note. In the transaction of the correction.
 */
export async function withdrawReading(tx: Tx, deps: Dependencies, correction: Correction): Promise<void> {
  await withdrawMeasured(tx, deps, correction);
  await correctConditions(tx, deps, { ...correction, note: wordsOf(correction) });
  await emit('threshold.changed', { personId: correction.personId }, tx, deps);
}

async function withdrawMeasured(tx: Tx, deps: Dependencies, correction: Correction): Promise<void> {
  const { personId, metric, deviceId, at, value } = correction;
  const rule = ruleOfMetric.get(metric);
  if (!rule) return;
  const [person] = await gather(tx, deps, [
    { personId, values: [{ metric, value: correction.was, at, receivedAt: deps.now(), deviceId }] },
  ]);
  const bounds = person?.limits.get(metric);
  if (!person || !bounds) return;
  const warning = await countedIn(tx, correction, rule);
  const restated = restate(person.states.get(metric) ?? wellState, { at, device: deviceId, value }, bounds);
  if (!restated) {
    // Normal when it was judged, or too long ago to be remembered: only what it is now can say something.
    if (warning)
      await settle(
        tx,
        deps,
        correction,
        person,
        rule,
        warning,
        value === null || judge(bounds, value, 0) === 0 ? [{ device: deviceId, at }] : [],
      );
    else if (value !== null) await judgeMeasurements(tx, deps, personId, [{ metric, value, at }], deviceId);
    return;
  }
  person.states.set(metric, restated.state);
  await writeStates(tx, [person], new Map([[personId, new Map([[metric, isHot(restated.state, bounds)]])]]));
  // Both pressures are one occurrence: it stands while either does.
  const others = new Set(
    metricsOfRule(rule).flatMap((other) =>
      other === metric
        ? []
        : (person.states.get(other)?.seen ?? []).filter(({ level }) => level !== 0).map((one) => keyOf(one.device, one.at)),
    ),
  );
  const fallen = restated.fallen.filter((one) => !others.has(keyOf(one.device, one.at)));
  await settle(tx, deps, correction, person, rule, warning, fallen);
  if (!warning && restated.occurs !== 0) await tellAnew(tx, deps, person, rule, correction, restated.occurs);
  const severity = severityOf(person.states, rule);
  if (severity !== null) await reviseWarning(tx, deps, rule, personId, severity);
  else await clearWarning(tx, deps, rule, { personId }, `${wordsOf(correction)}，已在正常范围`);
}
