/** What of health is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeHealthWithPeople = (): void =>
  mergePeople({
    references: [
      { table: 'measurements', way: 'apart', same: ['metric', 'at'], among: '{}.voided_at is null' },
      { table: 'reading_corrections', way: 'moves' },
      { table: 'reading_expectations', way: 'apart', same: ['metric'] },
      { table: 'oxygen_targets', way: 'moves' },
      { table: 'observation_series', way: 'moves' },
      { table: 'observation_tasks', way: 'moves' },
      { table: 'thresholds', way: 'apart', same: ['metric'] },
    ],
  });
