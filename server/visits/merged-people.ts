/** What of planned visits is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeVisitPlansWithPeople = (): void =>
  mergePeople({
    references: [
      { table: 'visit_plan_people', way: 'apart', same: ['plan_id'] },
      { table: 'visit_tasks', way: 'apart', same: ['plan_id', 'due_on'] },
      { table: 'visit_people', way: 'apart' },
    ],
  });
