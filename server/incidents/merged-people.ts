/** What of incidents is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeIncidentsWithPeople = (): void =>
  mergePeople({
    references: [
      { table: 'incidents', way: 'moves' },
      { table: 'incident_people', way: 'apart', same: ['incident_id'] },
      { table: 'incident_notices', way: 'sealed' },
      { table: 'person_risks', way: 'apart', same: ['kind'] },
    ],
  });
