/** What of tickets is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeTicketsWithPeople = (): void => mergePeople({ references: [{ table: 'tickets', way: 'moves' }] });
