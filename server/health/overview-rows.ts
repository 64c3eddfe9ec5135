/** People with their newest values, judged and checked for what is missing. */
import { HOUR, MINUTE, dayOf, instantOf } from '#contract/time.ts';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { ExpectedMetric } from '#contract/health/expectations.ts';
import { shiftStart } from '#contract/health/observations.rules.ts';
import { metricOf, metrics, roundTo } from '#contract/health/metrics.ts';
import type { Overview, overviews } from '#contract/health/overviews.ts';
import { judge, type Limits } from '#contract/health/thresholds.rules.ts';
import type { Context, Session } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db, type Tx } from '../db/tenant.ts';
import type { SearchOf } from '../lists/list.ts';
import type { SelectedBy } from '../lists/query.ts';
import { nameContains, reach } from '../lists/people-reach.ts';
import { houseExpectations } from './expectations.ts';
import { newestOf } from './latest.ts';
import { limitsOf, toLimits, type LimitsRow } from './limits.ts';
import { placeOfBed, withHouse } from '../rooms/places.ts';

type Wire = z.output<typeof Overview>;

/** Whom values are expected of: somebody who is in the house. */
export const PRESENT = 1;

/** What of the institution a list is made with. */
export interface House {
  today: string;
  now: number;
  limits: ReadonlyMap<number, Limits>;
  expected: ReadonlyMap<ExpectedMetric, { hours: number | null }>;
}

export const houseOf = async (tx: Tx, now: number): Promise<House> => ({
  today: dayOf(now),
  now,
  limits: (await limitsOf(tx, [0], dayOf(now))).get(0) as ReadonlyMap<number, Limits>,
  expected: await houseExpectations(tx),
});

/** Levels in force, of those who have any: 0 urgent, 1 watch, so that an ascending order has the rest behind. */
const states = (tenantId: number) => sql<{ person_id: number; rank: number }>`(
  select person_id, min(case when level in (2, 4) then 0 else 1 end) as rank from threshold_states
  where tenant_id = ${tenantId} and level > 0 group by person_id)`;

/**
 * A person in the house of whom an expected value is overdue: what is known to be missing,
 * and what has fallen due since that was last looked at (every minute). One list, so
 * that its people are fetched one by one: mostly it is short.
 */
export function isMissing({ now }: House, tenantId: number): Expression<SqlBool> {
  // By the minute, so that a long list is counted once for all who look at it.
  const at = new Date(Math.floor(now / MINUTE) * MINUTE).toISOString();
  const newer = (
    table: string,
    live: string,
  ) => sql`exists (select from ${sql.table(table)} v where v.tenant_id = ${tenantId} and v.person_id = d.person_id
    and v.metric = d.metric ${sql.raw(live)} and v.at > ${at}::timestamptz - make_interval(hours => d.hours))`;
  const missing = sql`
    select d.person_id from reading_dues d where d.tenant_id = ${tenantId} and d.missing_since is not null
    union all select d.person_id from reading_dues d where d.tenant_id = ${tenantId} and d.missing_since is null
      and d.due_at <= ${at}::timestamptz
      and not ${newer('latest_readings', '')} and not ${newer('measurements', 'and v.voided_at is null')}`;
  return sql<SqlBool>`(people.status = ${PRESENT} and people.id in (${missing}))`;
}

/** Whether staff have measured anything of a person since the shift began. */
export const isMeasured = ({ now }: House, tenantId: number) => sql<boolean>`(people.id in (
    select m.person_id from measurements m
    where m.tenant_id = ${tenantId} and m.voided_at is null and m.at >= ${instant(shiftStart(now))}))`;

/** All people of the tenant whom the session reaches, with their place in the house. */
const reached = (session: Session) =>
  withHouse(db.selectFrom('people'))
    .leftJoin(states(session.tenantId).as('state'), (on) => on.onRef('state.person_id', '=', 'people.id'))
    .where('people.tenant_id', '=', session.tenantId)
    .where('people.deleted_at', 'is', null)
    .where((eb) => reach(eb, session) ?? sql<boolean>`true`);

export type Reached = ReturnType<typeof reached>;

/** From and where of the list. */
export function overviewOf(input: SearchOf<typeof overviews.page>, session: Session, house: House): Reached {
  let query = reached(session);
  if (input.userName) query = query.where((eb) => nameContains(session.tenantId)(eb, input.userName));
  if (input.careLevel !== undefined) query = query.where('people.care_level', '=', input.careLevel);
  query = query.where('people.status', input.status === undefined ? '<' : '=', input.status ?? 4);
  if (input.departmentId) query = query.where('people.department_id', '=', input.departmentId);
  if (input.roomId)
    query = query.where(
      sql<boolean>`people.bed_id in (select b.id from beds b where b.tenant_id = ${session.tenantId} and b.room_id = ${input.roomId})`,
    );
  if (input.building) query = query.where('rooms.building', '=', input.building);
  if (input.floor) query = query.where('rooms.floor', '=', input.floor);
  if (input.abnormal)
    query = query.where('state.rank', input.abnormal === 'urgent' ? '=' : 'is not', input.abnormal === 'urgent' ? 0 : null);
  if (input.missing) query = query.where(isMissing(house, session.tenantId));
  if (input.unmeasured) query = query.where('people.status', '=', PRESENT).where(sql<boolean>`not ${isMeasured(house, session.tenantId)}`);
  return query;
}

export const withValues = (house: House) => (query: Reached) =>
  query.select([
    'people.id',
    'people.name as userName',
    'people.gender',
    sql<number | null>`extract(year from age(people.birth_date))::integer`.as('age'),
    'people.status',
    'people.flags',
    'people.care_level as careLevel',
    placeOfBed(sql.ref('people.tenant_id'), sql.ref('people.bed_id')).as('place'),
    'state.rank',
    sql<[metric: number, level: number][] | null>`(select jsonb_agg(jsonb_build_array(h.metric, h.level)) from threshold_states h
      where h.tenant_id = people.tenant_id and h.person_id = people.id and h.level > 0)`.as('held'),
    sql<
      [metric: number, value: number, at: string, manual: boolean][] | null
    >`(select jsonb_agg(jsonb_build_array(k.metric, k.value, to_char(k.at, 'YYYY-MM-DD HH24:MI:SS'), k.device_id is null))
      from (${newestOf(sql.ref('people.tenant_id'), sql`(select people.id as person_id) as who`)}) as k)`.as('newest'),
    sql<
      LimitsRow[] | null
    >`(select jsonb_agg(to_jsonb(t)) from thresholds t where t.tenant_id = people.tenant_id and t.person_id = people.id
      and t.starts_on <= ${house.today}::date and (t.ends_on is null or t.ends_on >= ${house.today}::date))`.as('own_limits'),
    sql<
      [metric: number, hours: number | null][] | null
    >`(select jsonb_agg(jsonb_build_array(e.metric, e.hours)) from reading_expectations e where e.tenant_id = people.tenant_id
      and e.person_id = people.id)`.as('own_hours'),
  ]);

export type OverviewRow = SelectedBy<ReturnType<ReturnType<typeof withValues>>>;

export const toOverview =
  (house: House) =>
  ({ rank, held, newest, own_limits, own_hours, ...person }: OverviewRow): Wire => {
    const limits = own_limits ? new Map([...house.limits, ...own_limits.map((row) => [row.metric, toLimits(row)] as const)]) : house.limits;
    const values: Wire['values'] = {};
    let lastTime: string | null = null;
    for (const [number, raw, time, manual] of newest ?? []) {
      const known = metricOf(number);
      if (!known) continue;
      const value = roundTo(raw, known.decimals);
      const bounds = limits.get(number);
      const still = held?.find(([metric]) => metric === number)?.[1] ?? 0;
      values[known.name] = { value, time, level: bounds ? judge(bounds, value, 0) : 0, held: still, manual };
      if (known.name !== 'battery' && (lastTime === null || time > lastTime)) lastTime = time;
    }
    const missing: Wire['missing'] = [];
    for (const [name, house_] of person.status === PRESENT ? house.expected : []) {
      const own = own_hours?.find(([metric]) => metric === metrics[name].number);
      const expected = own ? own[1] : house_.hours;
      const last = values[name]?.time;
      const hours = last === undefined ? null : Math.floor((house.now - instantOf(last)) / HOUR);
      if (expected !== null && (hours === null || hours >= expected))
        missing.push({ metric: name, label: name === 'systolic' ? '血压' : metrics[name].label, expected, hours });
    }
    return { ...person, gravity: rank === null ? 0 : 2 - rank, values, missing, lastTime };
  };

/** How many are out of bounds, or overdue. */
export async function countsOf({ tx, session, deps }: Pick<Context, 'tx' | 'session' | 'deps'>) {
  const house = await houseOf(tx, deps.now());
  const one = overviewOf({}, session, house).select([
    sql`count(*)`.as('total'),
    sql`count(*) filter (where state.rank = 0)`.as('urgent'),
    sql`count(*) filter (where state.rank = 1)`.as('watch'),
    sql`count(*) filter (where ${isMissing(house, session.tenantId)})`.as('missing'),
  ] as never);
  return (await tx.row(one as never)) as { total: number; urgent: number; watch: number; missing: number };
}
