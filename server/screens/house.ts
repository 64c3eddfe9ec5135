/** The house on the big screen: who lives in it, its beds and rooms, who is on duty. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { bedStates } from '#contract/rooms/beds.rules.ts';
import { AGES, ageLabels, shownName, type NameCover } from '#contract/screens/screens.rules.ts';
import type { TenantScreen } from '#contract/screens/screens.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { cachedFigure } from '../lists/figure-cache.ts';

type Screen = z.input<typeof TenantScreen>;

/** Dictionary `oldman_status`. */
const [IN_CARE, ON_LEAVE, IN_HOSPITAL] = [1, 2, 3];
const [MAN, WOMAN] = [1, 2];
const MOST_ROOMS = 400;
const MOST_STAFF = 60;

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0);

interface Group {
  status: number;
  level: number | null;
  gender: number | null;
  /** Of `ageLabels`; null without a birth date. */
  age: number | null;
  n: number;
  fresh: number;
}

/** Everybody of the institution, whatever the data scope of whoever let the screen in: sums, in which nobody is named. */
export async function peopleOf(context: Context, today: string): Promise<Screen['people']> {
  const { tx } = context;
  const table = sql`from people where tenant_id = ${tx.tenantId} and deleted_at is null and status <= ${sql.lit(IN_HOSPITAL)}`;
  const [labels, made] = await Promise.all([
    tx.rows<{
      value: string;
      label: string;
    }>(sql`select i.value, i.label from dictionaries d join dictionary_items i on i.tenant_id = d.tenant_id and i.dictionary_id = d.id
      where d.tenant_id = ${tx.tenantId} and d.type = 'care_level' order by i.sort, i.id`),
    cachedFigure(context, 'screen people', table, ({ tenantId, rows }) =>
      rows<Group>(sql`
        select status, care_level as level, gender, width_bucket(extract(year from age(${today}::date, birth_date))::integer,
          array[${sql.raw(AGES.join())}]) as age,
          count(*)::integer as n, (count(*) filter (where created_at >= date_trunc('month', ${today}::date)))::integer as fresh
        from people where tenant_id = ${tenantId} and deleted_at is null and status <= ${sql.lit(IN_HOSPITAL)} group by 1, 2, 3, 4`),
    ),
  ]);
  const groups = made.value ?? [];
  const of = (wanted: (group: Group) => boolean) => sum(groups.filter(wanted), ({ n }) => n);
  const levels = [...new Set(groups.map(({ level }) => level))].sort((a, b) => (a ?? 99) - (b ?? 99));
  const labelOf = (level: number | null) =>
    level === null ? '未评定' : (labels.find(({ value }) => Number(value) === level)?.label ?? `等级${level}`);
  const ages = [...ageLabels.map((label, age) => ({ label, age })), { label: '年龄未登记', age: null }];
  return {
    inCare: of(({ status }) => status === IN_CARE),
    away: of(({ status }) => status === ON_LEAVE),
    inHospital: of(({ status }) => status === IN_HOSPITAL),
    newThisMonth: sum(groups, ({ fresh }) => fresh),
    men: of(({ gender }) => gender === MAN),
    women: of(({ gender }) => gender === WOMAN),
    careLevels: levels.map((value) => ({ value, label: labelOf(value), count: of(({ level }) => level === value) })),
    ages: ages.map(({ label, age: wanted }) => ({
      label,
      men: of(({ age, gender }) => age === wanted && gender === MAN),
      women: of(({ age, gender }) => age === wanted && gender === WOMAN),
      unknown: of(({ age, gender }) => age === wanted && gender === null),
    })),
    counting: made.counting,
  };
}

interface Floor {
  building: string;
  floor: string;
  states: number[];
}

const { free, reserved, occupied, onLeave } = bedStates;
const CLOSED = [bedStates.inRepair, bedStates.isolation] as const;

function bedsFrom(floors: readonly Floor[], counting: boolean): Screen['beds'] {
  const at = (state: number) => sum(floors, ({ states }) => states[state] ?? 0);
  const all = (states: readonly number[]) => sum(states, (n) => n);
  return {
    total: sum(floors, ({ states }) => all(states)),
    occupied: at(occupied),
    onLeave: at(onLeave),
    reserved: at(reserved),
    free: at(free),
    closed: sum(CLOSED, at),
    floors: floors.map(({ building, floor, states }) => ({
      building,
      floor,
      total: all(states),
      occupied: (states[occupied] ?? 0) + (states[onLeave] ?? 0),
      free: states[free] ?? 0,
    })),
    counting,
  };
}

type Room = Screen['rooms'][number];

/** Beds by floor, and the plan of the rooms where it can be drawn. */
export async function roomsOf(context: Context): Promise<Pick<Screen, 'beds' | 'rooms'>> {
  const { tx } = context;
  const found = await tx.rows<Room & { sort: number }>(sql`
    select r.id, r.building, r.floor, r.name, r.sort, (select coalesce(array_agg(b.status::integer order by b.name, b.id), '{}') from beds b
      where b.tenant_id = r.tenant_id and b.room_id = r.id) as beds
    from rooms r where r.tenant_id = ${tx.tenantId} order by r.id limit ${sql.lit(MOST_ROOMS + 1)}`);
  if (found.length <= MOST_ROOMS) {
    const rooms = found.toSorted((a, b) => a.sort - b.sort || a.id - b.id);
    const floors = [...Map.groupBy(rooms, ({ building, floor }) => `${building}\n${floor}`).values()].map((those) => {
      const states = [0, 0, 0, 0, 0, 0];
      for (const state of those.flatMap(({ beds }) => beds)) states[state] = (states[state] ?? 0) + 1;
      const { building, floor } = those[0] as Room;
      return { building, floor, states };
    });
    return { beds: bedsFrom(floors, false), rooms };
  }
  const made = await cachedFigure(context, 'screen beds', sql`from beds where tenant_id = ${tx.tenantId}`, ({ tenantId, rows }) =>
    rows<Floor>(sql`
      select r.building, r.floor, array[${sql.join(
        [0, 1, 2, 3, 4, 5].map(
          (state) => sql`(count(*) filter (where b.status
        = ${sql.lit(state)}))::integer`,
        ),
      )}] as states
      from beds b join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id where b.tenant_id = ${tenantId} group by 1, 2
      order by min(r.sort), 1, 2 limit 200`),
  );
  return { beds: bedsFrom(made.value ?? [], made.counting), rooms: [] };
}

/** Who is rostered now; a shift begins at most two days before its end. */
export async function staffOf({ tenantId, rows }: Tx, now: string, cover: NameCover): Promise<Screen['staff']> {
  const people = await rows<Screen['staff']['people'][number]>(sql`
    select u.name, coalesce((select r.name from user_roles x join roles r on r.tenant_id = x.tenant_id and r.id = x.role_id
        where x.tenant_id = u.tenant_id and x.user_id = u.id order by r.id limit 1), '员工') as role,
      (select d.name from departments d where d.tenant_id = u.tenant_id and d.id = u.department_id) as department,
      exists (select from work_order_jobs j where j.tenant_id = u.tenant_id and j.user_id = u.id and j.status = 3) as busy, shift.until
    from (select user_id, max(ends_at) as until from duties
      where tenant_id = ${tenantId} and starts_at > ${now}::timestamptz - interval '2 days' and starts_at <= ${now}::timestamptz
        and ends_at > ${now}::timestamptz group by 1) as shift
    join users u on u.tenant_id = ${tenantId} and u.id = shift.user_id and u.status = 0 and u.deleted_at is null order by role, u.id`);
  const byRole = Map.groupBy(people, ({ role }) => role);
  return {
    onDuty: people.length,
    busy: people.filter(({ busy }) => busy).length,
    roles: [...byRole].map(([name, those]) => ({ name, count: those.length })).sort((a, b) => b.count - a.count),
    people: people.slice(0, MOST_STAFF).map((one) => ({ ...one, name: shownName(one.name, cover, 'staff') })),
  };
}
