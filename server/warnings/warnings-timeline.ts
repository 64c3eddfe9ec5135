/** Warnings in a person's timeline: when they were raised, and when they were closed. */
import { sql } from 'kysely';
import { levelOfSeverity } from '#contract/screens/timeline.rules.ts';
import { disposalLabels, rules, severityLabels } from '#contract/warnings/warnings.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, joined, wordOf, type TimelineSource } from '../lists/timeline-sources.ts';

const words = Object.fromEntries(Object.entries(rules).map(([name, { label }]) => [name, label]));
const levels = Object.fromEntries(Object.keys(severityLabels).map((severity) => [severity, levelOfSeverity(Number(severity))]));
const name = sql`coalesce(w.title, ${wordOf(sql`w.rule`, words)}, w.rule)`;

export const warningRaised: TimelineSource = {
  name: 'warning_raised',
  may: mayDo(warnings.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`w.happened_at`,
        id: sql`w.id`,
        title: name,
        text: joined(sql`w.content`, sql`case when w.count > 1 then '共' || w.count || '次' end`),
        level: wordOf(sql`w.severity`, levels),
      },
      sql`from warnings w where w.tenant_id = ${session.tenantId} and w.person_id = ${personId}`,
    ),
};

export const warningClosed: TimelineSource = {
  name: 'warning_closed',
  may: mayDo(warnings.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`w.handled_at`,
        id: sql`w.id`,
        title: sql`${name} || '：' || ${wordOf(sql`w.status`, disposalLabels)}`,
        text: sql`w.remark`,
        who: sql`u.name`,
      },
      sql`from warnings w left join users u on u.tenant_id = w.tenant_id and u.id = w.handled_by
        where w.tenant_id = ${session.tenantId} and w.person_id = ${personId} and w.handled_at is not null`,
    ),
};
