/** What of calls is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeCallsWithPeople = (): void =>
  mergePeople({
    references: [
      { table: 'calls', way: 'moves', erase: ['summary', 'outcome'] },
      { table: 'call_customers', way: 'moves', erase: 'goes' },
      { table: 'call_links', way: 'moves', erase: 'goes' },
    ],
  });
