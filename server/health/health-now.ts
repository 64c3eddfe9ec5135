/** Health in 现在: observations that are due, and people of whom an expected value is missing. */
import { sql } from 'kysely';
import { measurements } from '#contract/health/measurements.ts';
import { metricOf } from '#contract/health/metrics.ts';
import { seriesKinds } from '#contract/health/observations.rules.ts';
import { observations } from '#contract/health/observations.ts';
import { COUNTED_NOW, missingText, MOST_SINGLE_MISSING, roundAt } from '#contract/screens/now.rules.ts';
import { hourOf } from '#contract/time.ts';
import { instant } from '../db/instants.ts';
import { firstOf, mayDo, seenPeople, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { placeOfBed } from '../rooms/places.ts';

const bed = placeOfBed(sql`p.tenant_id`, sql`p.bed_id`);

/** Of people who are there: who is in hospital or out cannot be measured here, and is asked about again after the return. */
export const observationsNow: NowSource = {
  kind: 'observation',
  may: mayDo(observations.page.access),
  query: ({ session, now }) => sql<NowFound>`
    select f.id, case when f.due < ${instant(now)} - interval '1 hour' then 2 else 3 end as severity, 2 as phase, p.name,
      f.series::text as text, f.reason as note, p.id as "personId", ${bed} as place, null::bigint as link, f.mark, f.due as since, f.due,
      f.total
    from ${firstOf(
      sql`select t.id, t.person_id, t.due_at as due, t.orthostatic as mark, s.kind as series, s.reason
      from observation_tasks t join observation_series s on s.tenant_id = t.tenant_id and s.id = t.series_id and s.ended_at is null
        join people w on w.tenant_id = t.tenant_id and w.id = t.person_id and w.status = 1
      where t.tenant_id = ${session.tenantId} and t.done_at is null and t.due_at <= ${instant(now)} + interval '30 minutes'
        and t.person_id in ${seenPeople(session)}`,
      'due, id',
    )} f join people p on p.tenant_id = ${session.tenantId} and p.id = f.person_id`,
  say: (row) => ({ ...row, text: `${seriesKinds[Number(row.text)] ?? '观察'}${row.mark ? '，含体位性血压' : ''}` }),
};

/** `血压、体温`, of the numbers of metrics. */
const labelsOf = (numbers: string) =>
  [
    ...new Set(
      numbers.split(',').flatMap((number) => {
        const known = metricOf(Number(number));
        return known ? [known.name === 'systolic' || known.name === 'diastolic' ? '血压' : known.label] : [];
      }),
    ),
  ].join('、');

/** Up to `MOST_SINGLE_MISSING` people each in a row, more of them as one round: `text` is then how many, `place` where the first lives. */
export const missingNow: NowSource = {
  kind: 'not_measured',
  may: mayDo(measurements.create.access),
  query: ({ session }) => sql<NowFound>`
    with missing as materialized (
      select r.person_id as id, p.bed_id, min(r.missing_since) as since, string_agg(r.metric::text, ',' order by r.metric) as metrics,
        case when bool_or(r.warns) then 3 else 4 end as severity
      from reading_dues r join people p on p.tenant_id = r.tenant_id and p.id = r.person_id and p.status = 1
      where r.tenant_id = ${session.tenantId} and r.missing_since is not null and not r.warned and r.person_id in ${seenPeople(session)}
      group by r.person_id, p.bed_id limit ${sql.lit(COUNTED_NOW + 1)}
    ), sum as (select count(*)::integer as people, min(severity) as severity, min(since) as since from missing)
    select m.id, m.severity, 2 as phase, p.name, m.metrics as text, null::text as note, p.id as "personId", ${bed} as place,
      null::bigint as link, false as mark, m.since, null::timestamptz as due, sum.people as total
    from missing m cross join sum join people p on p.tenant_id = ${session.tenantId} and p.id = m.id
    where sum.people <= ${sql.lit(MOST_SINGLE_MISSING)}
    union all
    select 0, sum.severity, 2, '', sum.people::text, null, null,
      (select app.place_text(r.building, r.floor, '', null) from missing m
        join beds b on b.tenant_id = ${session.tenantId} and b.id = m.bed_id
        join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id order by r.place limit 1),
      null, false, sum.since, null, 1
    from sum where sum.people > ${sql.lit(MOST_SINGLE_MISSING)}`,
  say: (row, { now }) =>
    row.personId === null
      ? { ...row, name: roundAt(hourOf(now)), text: missingText(Number(row.text), row.place), place: null }
      : { ...row, text: labelsOf(row.text) },
};
