/** Calls of the call centre in a person's timeline. */
import { sql } from 'kysely';
import { CALL_VIEW } from '#contract/calls/call-records.ts';
import { callKindLabels, dispositionLabels } from '#contract/calls/seat-states.rules.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, joined, wordOf, type TimelineSource } from '../lists/timeline-sources.ts';

export const centreCalled: TimelineSource = {
  name: 'centre_call',
  may: mayDo(CALL_VIEW),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`c.began_at`,
        id: sql`c.id`,
        title: joined(sql`${wordOf(sql`c.kind`, callKindLabels)} || '电话'`, wordOf(sql`c.disposition`, dispositionLabels)),
        text: joined(sql`nullif(c.outcome, '')`, sql`nullif(c.summary, '')`),
        who: sql`u.name`,
      },
      sql`from calls c left join call_seats s on s.tenant_id = c.tenant_id and s.id = c.seat_id
          left join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
        where c.tenant_id = ${session.tenantId} and c.person_id = ${personId} and c.status = 2`,
    ),
};
