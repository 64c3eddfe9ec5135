/** What of assessments is a merged person's. */
import { sql } from 'kysely';
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeAssessmentsWithPeople = (): void =>
  mergePeople({
    references: [
      {
        table: 'assessments',
        way: 'moves',
        erase: [
          'reason_note',
          'place',
          'informant_name',
          'informant_relation',
          'answers',
          'facts',
          'note',
          'result',
          'informant_sign',
          'void_reason',
        ],
      },
    ],
    /** Of each scale the newest one of the two stays the newest. */
    async first({ keptId, droppedId }, tx) {
      await tx.run(sql`
        update assessments a set latest = false where a.tenant_id = ${tx.tenantId} and a.person_id in (${keptId}, ${droppedId}) and a.latest
          and exists (select from assessments b where b.tenant_id = a.tenant_id and b.person_id in (${keptId}, ${droppedId})
            and b.scale = a.scale and b.latest and (b.assessed_on, b.id) > (a.assessed_on, a.id))`);
    },
  });
