/**
 * Values of many people judged in one transaction, with as many statements as for one: a house
 * full of people near their limits must not hold up the devices.
 */
import { dayOf, MINUTE } from '#contract/time.ts';
import { sql } from 'kysely';
import type { Level, Limits } from '#contract/health/thresholds.rules.ts';
import { isHot, metricsOfRule, ruleOfMetric, severityOfLevel, type MeasuredState } from '#contract/warnings/measured.rules.ts';
import { occur, type OpenWarning } from '#contract/warnings/occurrences.rules.ts';
import { subjectOf, type RuleName } from '#contract/warnings/warnings.rules.ts';
import type { Dependencies } from '../context.ts';
import { epochMs } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { limitsOf } from '../health/limits.ts';
import { contentOf, gravestOf, linkValues, take, tell, type Course, type Found, type Measured } from './measured-courses.ts';
import { clearWarning, reviseWarning } from './raise.ts';
import { backText } from './measured-texts.ts';

export interface Person extends Course {
  id: number;
  values: Measured[];
  before: Map<number, MeasuredState>;
  rules: Set<RuleName>;
}

/**
 * The states of people's metrics, locked in order. Missing ones are made, so that two who
 * come first take turns as well; who was deleted has none.
 */
async function lockStates(tx: Tx, people: readonly number[], metrics: readonly number[]) {
  const pairs = sql`unnest(${people}::bigint[], ${metrics}::smallint[]) as n (person_id, metric)`;
  const living = sql`join people p on p.tenant_id = ${tx.tenantId} and p.id = n.person_id and p.deleted_at is null`;
  await tx.run(
    sql`insert into threshold_states (tenant_id, person_id, metric) select ${tx.tenantId}, n.person_id, n.metric
      from ${pairs} ${living} order by 2, 3 on conflict do nothing`,
  );
  return tx.rows<{ person_id: number; metric: number; level: Level; seen: MeasuredState['seen'] }>(sql`
    select s.person_id, s.metric, s.level, s.seen from threshold_states s join ${pairs} on s.person_id = n.person_id
      and s.metric = n.metric ${living}
    where s.tenant_id = ${tx.tenantId} order by s.person_id, s.metric for update of s`);
}

/** People with the states of the metrics that share a rule with their values, locked. */
export async function gather(
  tx: Tx,
  deps: Dependencies,
  all: readonly { personId: number; values: readonly Measured[] }[],
): Promise<Person[]> {
  const people = new Map<number, Person>();
  for (const { personId: id, values } of all) {
    const person: Person = people.get(id) ?? {
      id,
      values: [],
      before: new Map(),
      rules: new Set(),
      states: new Map(),
      limits: new Map(),
      founds: new Map(),
    };
    person.values.push(...values.filter(({ metric }) => ruleOfMetric.has(metric)));
    people.set(id, person);
  }
  for (const person of people.values()) for (const { metric } of person.values) person.rules.add(ruleOfMetric.get(metric) as RuleName);
  const pairs = [...people.values()].flatMap(({ id, rules }) => [...rules].flatMap(metricsOfRule).map((metric) => [id, metric] as const));
  if (pairs.length === 0) return [];
  const rows = await lockStates(
    tx,
    pairs.map(([id]) => id),
    pairs.map(([, metric]) => metric),
  );
  for (const { person_id: id, metric, level, seen } of rows) people.get(id)?.before.set(metric, { level, seen });
  const found = [...people.values()].filter(({ before }) => before.size > 0);
  const limits = await limitsOf(
    tx,
    found.map(({ id }) => id),
    dayOf(deps.now()),
  );
  return found.map((person) => ({
    ...person,
    states: new Map(person.before),
    limits: limits.get(person.id) as ReadonlyMap<number, Limits>,
  }));
}

export async function writeStates(
  tx: Tx,
  people: readonly Person[],
  hot: ReadonlyMap<number, ReadonlyMap<number, boolean>>,
): Promise<void> {
  const rows = people.flatMap(({ id, states, before }) =>
    [...states].filter(([metric, state]) => state !== before.get(metric)).map(([metric, state]) => ({ id, metric, state })),
  );
  if (rows.length === 0) return;
  await tx.run(sql`
    update threshold_states s set level = n.level, seen = n.seen::jsonb, hot = n.hot, at = to_timestamp(n.at / 1000)
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ metric }) => metric)}::smallint[],
      ${rows.map(({ state }) => state.level)}::smallint[],
      ${rows.map(({ state }) => JSON.stringify(state.seen))}::text[],
        ${rows.map(({ id, metric }) => hot.get(id)?.get(metric) === true)}::boolean[],
      ${rows.map(({ state }) => state.seen.at(-1)?.at ?? 0)}::float8[]) as n (person_id, metric, level, seen, hot, at)
    where s.tenant_id = ${tx.tenantId} and s.person_id = n.person_id and s.metric = n.metric`);
}

const eventKey = (device: number | null, rule: string, at: number) => `${device}:${rule}:${Math.round(at)}`;

/** Writes down what devices said; gives what is new. What staff measured is new by itself. */
export async function recordFounds(tx: Tx, people: readonly Person[]): Promise<Map<Person, (Found & { rule: RuleName })[]>> {
  const rows = people.flatMap((person) =>
    [...person.founds.values()].filter(({ deviceId }) => deviceId !== null).map((found) => ({ ...found, personId: person.id })),
  );
  const added = rows.length
    ? await tx.rows<{ device_id: number; code: string; at: number }>(sql`
        insert into device_events as known (tenant_id, device_id, code, at, received_at, person_id, raw)
        select ${tx.tenantId}, n.device_id, n.code, to_timestamp(n.at / 1000), to_timestamp(n.received / 1000), n.person_id, n.raw
        from unnest(${rows.map(({ deviceId }) => deviceId as number)}::bigint[], ${rows.map(({ rule }) => rule)}::text[],
          ${rows.map(({ at }) => at)}::float8[],
          ${rows.map(({ receivedAt }) => receivedAt)}::float8[], ${rows.map(({ personId }) => personId)}::bigint[],
          ${rows.map(({ parts }) => JSON.stringify(Object.fromEntries(parts.map(({ metric, value }) => [metric, value]))))}::text[])
          as n (device_id, code, at, received, person_id, raw)
        order by 2, 3, 4
        on conflict (tenant_id, device_id, code, at) do update set withdrawn_at = null, raw = excluded.raw
        where known.withdrawn_at is not null
        returning device_id, code, extract(epoch from at)::float8 * 1000 as at`)
    : [];
  const fresh = new Set(added.map(({ device_id: device, code, at }) => eventKey(device, code, at)));
  return new Map(
    people.map((person) => [
      person,
      [...person.founds.values()].filter(({ deviceId, rule, at }) => deviceId === null || fresh.has(eventKey(deviceId, rule, at))),
    ]),
  );
}

/** Severity of a rule as the states of its metrics say; null when all are in their bounds. */
export function severityOf(states: ReadonlyMap<number, MeasuredState>, rule: RuleName): number | null {
  const levels = metricsOfRule(rule).flatMap((metric) => states.get(metric)?.level || []);
  return levels.length === 0 ? null : Math.min(...levels.map(severityOfLevel));
}

interface Again {
  person: Person;
  rule: RuleName;
  founds: Found[];
  severity: number;
}

/** Counts what goes on as before: one statement for all. Gives those that have no open warning of that severity. */
async function countOn(tx: Tx, deps: Dependencies, again: readonly Again[]): Promise<Again[]> {
  if (again.length === 0) return [];
  const keyOf = ({ person, rule }: Again) => `${subjectOf(person.id, null)}:${rule}`;
  const open = await tx.rows<OpenWarning & { id: number; subject: string; rule: string }>(sql`
    select w.id, w.subject, w.rule, w.severity, ${epochMs('w.last_at')} as "lastAt", ${epochMs('w.acknowledged_at')} as "acknowledgedAt",
      ${epochMs('w.cleared_at')} as "clearedAt"
    from warnings w join unnest(${again.map(({ person }) => subjectOf(person.id, null))}::text[], ${again.map(({ rule }) => rule)}::text[])
      as n (subject, rule) on w.subject = n.subject and w.rule = n.rule
    where w.tenant_id = ${tx.tenantId} and w.status in (0, 2) order by w.id for no key update of w`);
  const opens = new Map(open.map((one) => [`${one.subject}:${one.rule}`, one]));
  const counted = again.flatMap((goesOn) => {
    const { rule, founds, severity } = goesOn;
    const one = opens.get(keyOf(goesOn));
    const [first, last] = [founds[0] as Found, founds.at(-1) as Found];
    const change = one && occur(one, { rule, at: last.at, severity, judged: true }, deps.now());
    // What becomes graver, milder or is to be confirmed anew is told one by one.
    if (!one || !change || change.anew || change.severity !== one.severity) return [];
    const { metric, value, limit } = gravestOf(last.parts);
    const stale = last.at >= one.lastAt + MINUTE;
    const times = { count: founds.length, first: first.at, last: last.at, newest: change.newest, stale };
    return [{ ...goesOn, id: one.id, ...times, content: contentOf(last.parts), metric, value, limit }];
  });
  if (counted.length === 0) return [...again];
  await tx.run(sql`
    update warnings w set count = w.count + n.count, updated_at = now(), happened_at = least(w.happened_at, to_timestamp(n.first / 1000)),
      last_at = case when n.newest then to_timestamp(n.last / 1000) else w.last_at end,
      content = case when n.newest then n.content else w.content end, metric = case when n.newest then n.metric else w.metric end,
      value = case when n.newest then n.value else w.value end, limit_value = case when n.newest then n.bound else w.limit_value end
    from unnest(${counted.map(({ id }) => id)}::bigint[], ${counted.map(({ count }) => count)}::integer[],
      ${counted.map(({ first }) => first)}::float8[], ${counted.map(({ last }) => last)}::float8[],
      ${counted.map(({ newest }) => newest)}::boolean[], ${counted.map(({ content }) => content)}::text[],
      ${counted.map(({ metric }) => metric)}::smallint[], ${counted.map(({ value }) => value)}::real[],
      ${counted.map(({ limit }) => limit)}::real[]) as n (id, count, first, last, newest, content, metric, value, bound)
    where w.tenant_id = ${tx.tenantId} and w.id = n.id`);
  // The timeline and the open pages are told once a minute: a reading is no event of its own.
  const told = counted.filter(({ stale }) => stale);
  if (told.length > 0)
    await tx.run(sql`insert into warning_events (tenant_id, warning_id, kind, note) select ${tx.tenantId}, id, 'repeated', note
      from unnest(${told.map(({ id }) => id)}::bigint[], ${told.map(({ content }) => content)}::text[]) as n (id, note)`);
  for (const { id } of told) await emit('warning.changed', { warningId: id }, tx, deps);
  const links = counted.flatMap(({ id, rule, founds }) =>
    founds.filter(({ deviceId }) => deviceId !== null).map(({ deviceId, at }) => ({ id, rule, deviceId: deviceId as number, at })),
  );
  if (links.length > 0)
    await tx.run(sql`update device_events e set warning_id = n.id
      from unnest(${links.map(({ id }) => id)}::bigint[], ${links.map(({ rule }) => rule)}::text[],
        ${links.map(({ deviceId }) => deviceId)}::bigint[],
        ${links.map(({ at }) => at)}::float8[]) as n (id, rule, device_id, at)
      where e.tenant_id = ${tx.tenantId} and e.device_id = n.device_id and e.code = n.rule and e.at = to_timestamp(n.at / 1000)`);
  await linkValues(
    tx,
    counted.flatMap(({ id, person, rule, founds }) =>
      founds.filter(({ deviceId }) => deviceId === null).map(({ at }) => ({ id, personId: person.id, rule, at })),
    ),
  );
  const ids = new Set(counted.map(keyOf));
  return again.filter((goesOn) => !ids.has(keyOf(goesOn)));
}

/**
 * Judges values of people against the limits of today, writes the states, and raises,
 * counts, revises or clears their warnings. Gives by person and metric whether normal values have to be judged as well from now on. A value
 * that was judged before changes nothing.
 */
export async function judgeMany(
  tx: Tx,
  deps: Dependencies,
  all: readonly { personId: number; values: readonly Measured[] }[],
): Promise<Map<number, Map<number, boolean>>> {
  const people = await gather(tx, deps, all);
  for (const person of people) for (const value of person.values.toSorted((a, b) => a.at - b.at)) take(person, value);
  for (const { founds } of people) for (const [key, { raises }] of founds) if (!raises) founds.delete(key);
  const hot = new Map(
    people.map(({ id, states, limits }) => [
      id,
      new Map([...states].map(([metric, state]) => [metric, isHot(state, limits.get(metric) ?? { windowSize: 1 })])),
    ]),
  );
  await writeStates(tx, people, hot);
  const fresh = await recordFounds(tx, people);
  const again: Again[] = [];
  const settle: { person: Person; rule: RuleName; founds: Found[] }[] = [];
  for (const [person, founds] of fresh) {
    for (const rule of person.rules) {
      const own = founds.filter((found) => found.rule === rule).toSorted((a, b) => a.at - b.at);
      const [was, is] = [severityOf(person.before, rule), severityOf(person.states, rule)];
      const steady = is !== null && is === was && own.every(({ late, parts }) => !late && severityOfLevel(gravestOf(parts).level) === is);
      if (steady && own.length > 0) again.push({ person, rule, founds: own, severity: is });
      else if (!steady && (own.length > 0 || was !== is)) settle.push({ person, rule, founds: own });
    }
  }
  for (const { person, rule, founds } of await countOn(tx, deps, again)) settle.push({ person, rule, founds });
  for (const { person, rule, founds } of settle) {
    for (const found of founds) await tell(tx, deps, person.id, rule, found);
    const severity = severityOf(person.states, rule);
    if (severity !== null) await reviseWarning(tx, deps, rule, person.id, severity);
    else await clearWarning(tx, deps, rule, { personId: person.id }, backText(person.values, rule));
  }
  return hot;
}
