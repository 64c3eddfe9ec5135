/** What of bookings at home is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeBookingsWithPeople = (): void => mergePeople({ references: [{ table: 'home_bookings', way: 'moves' }] });
