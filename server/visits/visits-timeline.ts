/** Caring visits and calls in a person's timeline: those that were made, and those in which the person was not reached. */
import { sql } from 'kysely';
import { notReachedReasons, visitResults } from '#contract/visits/visit-tasks.rules.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, joined, levelIf, wordOf, type TimelineSource } from '../lists/timeline-sources.ts';

export const caringVisit: TimelineSource = {
  name: 'caring_visit',
  may: mayDo(visitTasks.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`v.done_at`,
        id: sql`v.id`,
        title: sql`'探访：' || case when v.result is null then '未见到人' else ${wordOf(sql`v.result`, visitResults)} end`,
        text: joined(wordOf(sql`v.reason`, notReachedReasons), sql`v.finding`, sql`v.note`),
        who: sql`v.done_name`,
        level: levelIf(sql`coalesce(v.result, 2) > 1`, 'warn'),
      },
      sql`from visit_tasks v where v.tenant_id = ${session.tenantId} and v.person_id = ${personId} and v.done_at is not null`,
    ),
};
