/** What of care at home is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeHomeCareWithPeople = (): void => mergePeople({ references: [{ table: 'home_bookings', way: 'moves' }] });
