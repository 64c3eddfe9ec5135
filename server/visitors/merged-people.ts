/** What of visits and outings is a merged person's. */
import { sql } from 'kysely';
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeVisitsWithPeople = (): void =>
  mergePeople({
    references: [
      {
        table: 'visitor_records',
        way: 'apart',
        same: ['phone', 'day'],
        among: '{}.state in (1, 2)',
        erase: [
          'name',
          'phone',
          'identity_hash',
          'identity_tail',
          'person_name',
          'place',
          'purpose',
          'companions',
          'answers',
          'override_reason',
          'reason',
          'remarks',
        ],
      },
      { table: 'restricted_visitors', way: 'moves', erase: ['name', 'phone', 'identity_hash', 'identity_tail', 'reason'] },
      { table: 'outings', way: 'moves', erase: ['person_name', 'companion_name', 'companion_phone', 'destination', 'reason', 'remarks'] },
    ],
    async against({ keptId, droppedId }, tx) {
      const both = await tx.row<{ n: number }>(sql`
        select count(distinct person_id)::integer as n from outings
        where tenant_id = ${tx.tenantId} and person_id in (${keptId}, ${droppedId}) and state in (1, 2)`);
      return both!.n === 2 ? ['两份档案都有未结束的外出登记，请先处理其中一份'] : [];
    },
  });
