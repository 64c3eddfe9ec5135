/** What of tickets is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeTicketsWithPeople = (): void =>
  mergePeople({
    references: [
      {
        table: 'tickets',
        way: 'moves',
        erase: ['title', 'source_text', 'person_name', 'asker_name', 'asker_phone', 'relation', 'about', 'result', 'score_text'],
      },
    ],
    parts: [
      { table: 'ticket_logs', of: 'tickets', by: 'ticket_id', erase: 'sealed' },
      { table: 'ticket_messages', of: 'tickets', by: 'ticket_id', erase: 'sealed' },
      { table: 'ticket_followers', of: 'tickets', by: 'ticket_id', erase: 'stays' },
      { table: 'ticket_links', of: 'tickets', by: 'ticket_id', erase: 'stays' },
      { table: 'ticket_viewers', of: 'tickets', by: 'ticket_id', erase: 'stays' },
    ],
  });
