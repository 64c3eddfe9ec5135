/** What of visits is a merged person's: of one plan and one of its days there is one visit. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergePlannedVisitsWithPeople = (): void =>
  mergePeople({
    references: [
      {
        table: 'visit_tasks',
        way: 'apart',
        same: ['plan_id', 'planned_on'],
        erase: ['begun_address', 'answers', 'finding', 'note', 'photos', 'signature', 'move_reason'],
      },
      { table: 'visit_plan_people', way: 'apart', same: ['plan_id'], erase: 'stays' },
      { table: 'visit_people', way: 'apart', erase: ['finding', 'settled_note'] },
    ],
  });
