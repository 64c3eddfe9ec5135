/** Incidents and assessments of the nine risks in a person's timeline. */
import { sql } from 'kysely';
import { incidentTypes, severityLabels } from '#contract/incidents/incident-types.rules.ts';
import { incidents } from '#contract/incidents/incidents.ts';
import { riskKinds, riskLevels } from '#contract/incidents/person-risks.rules.ts';
import { personRisks } from '#contract/incidents/person-risks.ts';
import { mayDo } from '../lists/now-sources.ts';
import { changedBy, entries, joined, levelIf, seenIn, wordOf, type TimelineSource } from '../lists/timeline-sources.ts';
import { reachesIncident } from './incident-rows.ts';

export const incidentHappened: TimelineSource = {
  name: 'incident',
  may: mayDo(incidents.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`i.occurred_at`,
        id: sql`i.id`,
        title: sql`'不良事件：' || ${wordOf(sql`i.type`, incidentTypes)}`,
        text: joined(wordOf(sql`i.severity`, severityLabels), sql`i.course`),
        who: sql`i.reporter_name`,
        level: sql`'danger'`,
      },
      sql`from incident_people ip join ${seenIn('incidents', session, reachesIncident)} i on i.tenant_id = ip.tenant_id and i.id = ip.incident_id
        where ip.tenant_id = ${session.tenantId} and ip.person_id = ${personId} and i.deleted_at is null`,
    ),
};

const level = (side: string) => wordOf(sql.raw(`c.${side} ->> 'level'`), riskLevels);

/** Each time that one was looked at: the row keeps only the last one, the record of changes all. */
export const riskAssessed: TimelineSource = {
  name: 'risk',
  may: mayDo(personRisks.ofPerson.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`c.created_at`,
        id: sql`c.id`,
        title: sql`'九防评估：' || ${wordOf(sql`r.kind`, riskKinds)}`,
        text: joined(
          sql`${level('before')} || ' → ' || ${level('after')}`,
          sql`case when c.before is null then ${level('after')} end`,
          sql`c.after ->> 'reason'`,
          sql`c.after ->> 'measures'`,
        ),
        who: sql`coalesce(c.after ->> 'checked_by', ${changedBy('c')})`,
        level: levelIf(sql`c.after ->> 'level' = '2'`, 'warn'),
      },
      sql`from person_risks r join row_changes c on c.tenant_id = r.tenant_id and c.table_name = 'person_risks' and c.row_id = r.id
        where r.tenant_id = ${session.tenantId} and r.person_id = ${personId}
          and jsonb_exists_any(c.after, array['level', 'checked_on', 'reason', 'measures'])`,
    ),
};
