/** Questionnaires that were answered about a person, in their timeline. */
import { sql } from 'kysely';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, seenIn, userName, type TimelineSource } from '../lists/timeline-sources.ts';
import { resultList } from './result-rows.ts';

export const questionnaireAnswered: TimelineSource = {
  name: 'questionnaire',
  may: mayDo(questionnaireResults.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`r.created_at`,
        id: sql`r.id`,
        title: sql`'问卷：' || (select q.name from questionnaires q where q.tenant_id = r.tenant_id and q.id = r.questionnaire_id)`,
        text: sql`nullif(array_to_string(r.abnormal, '；'), '')`,
        who: userName(sql`r.tenant_id`, sql`r.user_id`),
        level: sql`case when cardinality(r.abnormal) > 0 then 'warn' else 'info' end`,
      },
      sql`from ${seenIn('questionnaire_results', session, resultList.scope as never)} r where r.person_id = ${personId}`,
    ),
};
