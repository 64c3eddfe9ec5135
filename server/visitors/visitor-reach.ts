/** Which rows about visitors a session sees: those of the residents whom it reaches. */
import { sql, type Expression, type SqlBool } from 'kysely';
import { dataScopes } from '#contract/users/roles.ts';
import type { Session } from '../context.ts';
import { seenPeople } from '../lists/now-sources.ts';
import type { AnyBuilder } from '../lists/query.ts';

export const reachesRecord = (_eb: AnyBuilder, session: Session): Expression<SqlBool> | undefined =>
  session.dataScope <= dataScopes.institution ? undefined : sql<SqlBool>`person_id in ${seenPeople(session)}`;
