/** Incidents of 现在: what is next to be done of those that are open, and measures that are due. */
import { sql } from 'kysely';
import { incidentStates } from '#contract/incidents/incident-commands.rules.ts';
import { dueLabels, type DueKind } from '#contract/incidents/incident-dues.rules.ts';
import { incidentTypes } from '#contract/incidents/incident-types.rules.ts';
import { INCIDENT_ACCESS } from '#contract/incidents/incidents.ts';
import { dayOf, isoOf } from '#contract/time.ts';
import { firstOf, severityByDue, type NowAsked, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { reachesIncident } from './incident-rows.ts';

const seen = ({ session }: NowAsked) => reachesIncident(null, session) ?? sql`true`;
const { reported, working, review } = incidentStates;

/** Of an incident that waits: the earliest limit that is not kept. Who reviews also sees what waits for that. */
export const incidentsNow: NowSource = {
  kind: 'incident',
  may: ({ permissions }) => permissions.has(INCIDENT_ACCESS.edit) || permissions.has(INCIDENT_ACCESS.review),
  query: (asked) => {
    const { session, now } = asked;
    const reviews = session.permissions.has(INCIDENT_ACCESS.review);
    const states = reviews ? [reported, working, review] : [reported, working];
    const at = sql`${isoOf(now)}::timestamptz`;
    return sql<NowFound>`
    select f.id, case when f.due is null then 3 else ${severityByDue(sql`f.due`, at)} end as severity, 2 as phase,
      coalesce(i.person_name, '') as name, i.type::text as text,
      case when i.state = ${sql.lit(review)} then 'review' when f.due is null then null
        when f.due = i.family_due_at and i.family_told_at is null then 'family'
        when f.due = i.manager_due_at and i.accepted_at is null then 'manager'
        when f.due = i.authority_due_at and i.authority_told_at is null then 'authority' else 'written' end as note,
      i.person_id as "personId", i.place, null::bigint as link, false as mark, f.since, f.due, f.total
    from ${firstOf(
      sql`select id, reported_at as since, least(case when family_told_at is null then family_due_at end,
          case when accepted_at is null then manager_due_at end, case when authority_told_at is null then authority_due_at end,
          case when written_at is null then written_due_at end) as due
        from incidents where tenant_id = ${session.tenantId} and deleted_at is null and state < 4 and state = any(${states}::smallint[])
          and ${seen(asked)}`,
      'due nulls last, since, id',
    )} f join incidents i on i.tenant_id = ${session.tenantId} and i.id = f.id`;
  },
  say: (row) => ({
    ...row,
    text: incidentTypes[Number(row.text)] ?? '',
    note: row.note === 'review' ? '等待审核' : row.note === null ? '处理中' : dueLabels[row.note as DueKind],
  }),
};

/** Measures whose day has come: one's own, and all for who may change incidents. */
export const measuresNow: NowSource = {
  kind: 'incident_measure',
  may: ({ permissions }) => permissions.has(INCIDENT_ACCESS.add),
  query: ({ session, now }) => {
    const all = session.permissions.has(INCIDENT_ACCESS.edit);
    const today = dayOf(now);
    return sql<NowFound>`
    select f.id, case when f.due_on < ${today}::date then 2 else 3 end as severity, 2 as phase,
      coalesce(incidents.person_name, '') as name, m.text, m.owner_name as note, incidents.person_id as "personId", null::text as place,
      m.incident_id as link, false as mark,
      m.created_at as since, (f.due_on + 1)::timestamptz as due, f.total
    from ${firstOf(
      sql`select m.id, m.due_on from incident_measures m join incidents on incidents.tenant_id = m.tenant_id and incidents.id = m.incident_id
          and incidents.deleted_at is null
        where m.tenant_id = ${session.tenantId} and m.done_at is null and m.due_on <= ${today}::date
          and (m.owner_id = ${session.userId} or ${all ? sql`(${seen({ session, now })})` : sql`false`})`,
      'due_on, id',
    )} f join incident_measures m on m.tenant_id = ${session.tenantId} and m.id = f.id
      join incidents on incidents.tenant_id = m.tenant_id and incidents.id = m.incident_id`;
  },
};
