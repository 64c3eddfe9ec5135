/** Tickets in a person's timeline: when they were written, and where they stand. */
import { sql } from 'kysely';
import { COMPLAINT, ticketStateLabels, ticketTypes } from '#contract/tickets/tickets.rules.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { mayDo } from '../lists/now-sources.ts';
import { entries, joined, levelIf, seenIn, wordOf, type TimelineSource } from '../lists/timeline-sources.ts';
import { reachedTickets } from './ticket-rows.ts';

export const ticketWritten: TimelineSource = {
  name: 'ticket',
  may: mayDo(tickets.ofPerson.access),
  rows: ({ session, personId }) =>
    entries(
      {
        at: sql`t.created_at`,
        id: sql`t.id`,
        title: sql`${wordOf(sql`t.type`, ticketTypes)} || '：' || t.title`,
        text: joined(sql`t.number`, wordOf(sql`t.state`, ticketStateLabels)),
        who: sql`coalesce(t.created_name, t.asker_name)`,
        level: levelIf(sql`t.type = ${sql.lit(COMPLAINT)}`, 'warn'),
      },
      sql`from ${seenIn('tickets', session, reachedTickets)} t where t.person_id = ${personId}`,
    ),
};
