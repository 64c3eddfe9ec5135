/** Assessments in a person's timeline, when they are complete. */
import { sql } from 'kysely';
import { assessments } from '#contract/assessments/assessments.ts';
import { scales } from '#contract/assessments/scales.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, joined, wordOf, type TimelineSource } from '../lists/timeline-sources.ts';

const names = Object.fromEntries(scales.map(({ code, name }) => [code, name]));

export const personAssessed: TimelineSource = {
  name: 'assessment',
  may: mayDo(assessments.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`a.completed_at`,
        id: sql`a.id`,
        title: sql`'评估：' || ${wordOf(sql`a.scale`, names)}`,
        text: joined(sql`a.level_name`, sql`'总分' || trim_scale(a.total)`),
        who: joined(sql`a.first_name`, sql`a.second_name`),
      },
      sql`from assessments a where a.tenant_id = ${session.tenantId} and a.person_id = ${personId} and a.state = 3`,
    ),
};
