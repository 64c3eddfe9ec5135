/** What of health is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeHealthWithPeople = (): void =>
  mergePeople({
    references: [
      { table: 'measurements', way: 'apart', same: ['metric', 'at'], among: '{}.voided_at is null', erase: ['note', 'void_reason'] },
      { table: 'reading_corrections', way: 'moves', erase: ['reason'] },
      { table: 'reading_expectations', way: 'apart', same: ['metric'], erase: 'stays' },
      { table: 'oxygen_targets', way: 'moves', erase: ['prescriber', 'reason'] },
      { table: 'observation_series', way: 'moves', erase: ['reason', 'end_reason'] },
      { table: 'observation_tasks', way: 'moves', erase: ['skip_reason'] },
      { table: 'thresholds', way: 'apart', same: ['metric'], erase: ['reason'] },
    ],
  });
