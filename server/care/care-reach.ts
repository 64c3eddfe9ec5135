/** Care is of people: a session sees that of the people whom it reaches. */
import { sql, type SqlBool } from 'kysely';
import type { Session } from '../context.ts';
import { seenPeople } from '../lists/now-sources.ts';

/** Over a table with `person_id`. */
export const reachesCare = (column: string) => (_eb: unknown, session: Session) =>
  sql<SqlBool>`${sql.ref(column)} in ${seenPeople(session)}`;
