/** What of incidents is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeIncidentsWithPeople = (): void =>
  mergePeople({
    references: [
      {
        table: 'incidents',
        way: 'moves',
        erase: ['person_name', 'place', 'witnesses', 'course', 'first_aid', 'hospital', 'injuries', 'pictures', 'cause_text', 'conclusion'],
      },
      { table: 'incident_people', way: 'apart', same: ['incident_id'], erase: ['person_name'] },
      { table: 'incident_notices', way: 'sealed', erase: 'sealed' },
      { table: 'person_risks', way: 'apart', same: ['kind'], erase: ['reason', 'measures'] },
    ],
    parts: [
      { table: 'incident_events', of: 'incidents', by: 'incident_id', erase: 'sealed' },
      { table: 'incident_measures', of: 'incidents', by: 'incident_id', erase: ['text', 'result'] },
    ],
  });
