/** What rounds said of a resident, in the person's timeline. */
import { sql } from 'kysely';
import { NEEDS_SOMETHING, patrolMarks, patrolStates } from '#contract/care/patrol-commands.rules.ts';
import { patrols } from '#contract/care/patrols.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, levelIf, wordOf, type TimelineSource } from '../lists/timeline-sources.ts';

export const patrolMarked: TimelineSource = {
  name: 'patrol_mark',
  may: mayDo(patrols.page.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`r.ended_at`,
        id: sql`r.id`,
        title: sql`'巡视：' || ${wordOf(sql`m.mark`, patrolMarks)}`,
        text: sql`nullif(m.note, '')`,
        who: sql`r.user_name`,
        level: levelIf(sql`m.mark = ${sql.lit(NEEDS_SOMETHING)}`, 'warn'),
      },
      sql`from patrol_marks m join patrols r on r.tenant_id = m.tenant_id and r.id = m.patrol_id and r.state = ${sql.lit(patrolStates.done)}
        where m.tenant_id = ${session.tenantId} and m.person_id = ${personId}`,
    ),
};
