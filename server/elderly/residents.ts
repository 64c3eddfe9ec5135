/** Who lives in the house now, for a phone that goes on without a network. */
import { MOST_RESIDENTS, residents as routes } from '#contract/elderly/residents.ts';
import { db } from '../db/tenant.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder } from '../lists/paging.ts';
import { seenPeople } from '../lists/now-sources.ts';
import type { SelectedBy } from '../lists/query.ts';
import { houseOrder, placeOfBed, withHouse } from '../rooms/places.ts';
import { sql, type SqlBool } from 'kysely';

const PRESENT = 1;

export const residents: Handlers<typeof routes> = {
  async list(_input, { tx, session }) {
    const listed = withHouse(db.selectFrom('people'))
      .where('people.tenant_id', '=', tx.tenantId)
      .where('people.status', '=', PRESENT)
      .where('people.deleted_at', 'is', null)
      .where(sql<SqlBool>`people.id in ${seenPeople(session)}`)
      .select([
        'people.id',
        'people.name as userName',
        'rooms.building',
        'rooms.floor',
        placeOfBed(sql.ref('people.tenant_id'), sql.ref('people.bed_id')).as('place'),
        'people.flags',
      ]);
    const rows = await tx.rows<SelectedBy<typeof listed>>(inOrder(listed, houseOrder('people.id')).limit(MOST_RESIDENTS + 1) as never);
    return { people: rows.slice(0, MOST_RESIDENTS), more: rows.length > MOST_RESIDENTS };
  },
};
