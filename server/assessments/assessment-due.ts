/** Whose assessment is due: beyond its day, soon, or never made; as a list and in 现在. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { dueCauses } from '#contract/assessments/due-causes.rules.ts';
import { assessments, type AssessmentDue } from '#contract/assessments/assessments.ts';
import { scales } from '#contract/assessments/scales.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import type { ListOf } from '../lists/crud.ts';
import { firstOf, mayDo, seenPeople, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { nameContains, reach } from '../lists/people-reach.ts';
import { wordOf } from '../lists/timeline-sources.ts';
import { placeOfBed, placeOfPerson } from '../rooms/places.ts';
import { ABILITY, openEvents } from './due-events.ts';

type Reason = z.output<typeof AssessmentDue>['reasons'][number];
/** So many days before, one is due soon. */
const SOON = 30;
const names = Object.fromEntries(scales.map(({ code, name }) => [code, name]));

/** Who lives in the house, also while they are away for a time. */
const LIVES_HERE = sql<SqlBool>`people.status < 4 and people.service_type = 1`;
const own = sql`from assessments k where k.tenant_id = people.tenant_id and k.person_id = people.id and k.latest`;
const ofAbility = sql`${own} and k.scale = any(${ABILITY}::text[])`;
const newest = (column: string) => sql<string | null>`(select ${sql.raw(`k.${column}`)} ${ofAbility} order by k.assessed_on desc limit 1)`;
const first = (column: string) =>
  sql<string | null>`(select ${sql.raw(`k.${column}`)} ${own} and k.next_on is not null order by k.next_on limit 1)`;

const states = (tenantId: number, today: string) => ({
  late: sql<SqlBool>`(exists (select ${own} and k.next_on < ${today}::date)
    or exists (select from ${openEvents(tenantId, today)} v where v.due_on < ${today}::date))`,
  soon: sql<SqlBool>`(exists (select ${own} and k.next_on between ${today}::date and ${nextDay(today, SOON)}::date)
    or exists (select from ${openEvents(tenantId, today)} v where v.due_on between ${today}::date and ${nextDay(today, SOON)}::date))`,
  never: sql<SqlBool>`not exists (select ${ofAbility})`,
});

/** Why a person is listed, as rows of the contract: `cause`, `scale`, `day`, `dueAt`. */
const reasons = (tenantId: number, today: string) => sql`(
  select v.kind as cause, v.scale, v.day, v.due_on as "dueAt" from ${openEvents(tenantId, today)} v
  union all
  select 'months', k.scale, k.assessed_on, k.next_on ${own} and k.next_on <= ${nextDay(today, SOON)}::date
  union all
  select 'never', null, null, null where not exists (select ${ofAbility})
)`;

/** People of the house whose assessment is due on a day. */
export const dueListAt = (tenantId: number, today: string): ListOf<typeof assessments.due, 'people'> => {
  const { late, soon, never } = states(tenantId, today);
  return {
    table: 'people',
    noun: '服务对象',
    soft: true,
    scope: (eb, session) => sql<SqlBool>`(${LIVES_HERE} and (${late} or ${soon} or ${never}) and ${reach(eb, session) ?? sql`true`})`,
    columns: {
      id: 'id',
      oldmanName: 'name',
      place: () => placeOfBed(sql.ref('people.tenant_id'), sql.ref('people.bed_id')),
      assessedDate: () => newest('assessed_on'),
      levelName: () => newest('level_name'),
      nextDate: () => first('next_on'),
      scale: () => first('scale'),
      dueAt: () => sql<string | null>`(select min(r."dueAt") from ${reasons(tenantId, today)} r)`,
      reasons: () => sql<Reason[]>`(select coalesce(jsonb_agg(to_jsonb(r) order by r."dueAt" nulls last, r.cause), '[]')
        from ${reasons(tenantId, today)} r)`,
      createTime: 'created_at',
    },
    filters: {
      oldmanName: nameContains(tenantId),
      due: (_eb, value) => states(tenantId, today)[value as 'late' | 'soon' | 'never'],
    },
  };
};

/** An assessment whose day has come, or was missed. */
export const assessmentsNow: NowSource = {
  kind: 'assessment',
  may: mayDo(assessments.create.access),
  query: ({ session, now }) => sql<NowFound>`
    select f.id, case when f.next_on < ${dayOf(now)}::date then 3 else 4 end as severity, 2 as phase, p.name,
      ${wordOf(sql`f.scale`, names)} as text, null::text as note, p.id as "personId",
      ${placeOfPerson(sql`${session.tenantId}::bigint`, sql`f.person_id`)} as place, null::bigint as link, false as mark,
      null::timestamptz as since, (f.next_on::timestamp at time zone 'Asia/Shanghai') as due, f.total
    from ${firstOf(
      sql`select id, person_id, scale, next_on from assessments where tenant_id = ${session.tenantId} and latest
        and next_on <= ${dayOf(now)}::date and person_id in (select people.id from people where people.tenant_id = ${session.tenantId}
          and people.deleted_at is null and ${LIVES_HERE} and people.id in ${seenPeople(session)})`,
      'next_on, id',
    )} f join people p on p.tenant_id = ${session.tenantId} and p.id = f.person_id`,
};

/** A person whose assessment after an event is due, with the earliest of them. */
export const assessmentEventsNow: NowSource = {
  kind: 'assessment_event',
  may: mayDo(assessments.create.access),
  query: ({ session, now }) => sql<NowFound>`
    select f.id, case when f.due_on < ${dayOf(now)}::date then 3 else 4 end as severity, 2 as phase, p.name,
      ${wordOf(sql`f.kind`, dueCauses)} || '后评估' as text, f.day::text as note, p.id as "personId",
      ${placeOfPerson(sql`${session.tenantId}::bigint`, sql`p.id`)} as place, null::bigint as link, false as mark,
      null::timestamptz as since, (f.due_on::timestamp at time zone 'Asia/Shanghai') as due, f.total
    from ${firstOf(
      sql`select people.id, v.kind, v.day, v.due_on from people
        cross join lateral (select w.* from ${openEvents(session.tenantId, dayOf(now))} w order by w.due_on limit 1) v
        where people.tenant_id = ${session.tenantId} and people.deleted_at is null and ${LIVES_HERE} and v.due_on <= ${dayOf(now)}::date
          and people.id in ${seenPeople(session)}`,
      'due_on, id',
    )} f join people p on p.tenant_id = ${session.tenantId} and p.id = f.id`,
};
