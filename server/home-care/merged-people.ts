/** What of bookings at home is a merged person's. */
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeBookingsWithPeople = (): void =>
  mergePeople({
    references: [
      {
        table: 'home_bookings',
        way: 'moves',
        erase: ['person_name', 'contact_name', 'phone', 'address', 'longitude', 'latitude', 'others', 'note', 'reason', 'override_reason'],
      },
    ],
    parts: [{ table: 'home_booking_projects', of: 'home_bookings', by: 'booking_id', erase: 'stays' }],
  });
