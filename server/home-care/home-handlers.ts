/** The handlers of care at home, for server/registry.ts. */
import { homeAreas } from './home-areas.ts';
import { homeBookings } from './home-bookings.ts';
import { homeDays } from './home-days.ts';
import { homeSettings } from './home-settings.ts';
import { openBookings } from './open-bookings.ts';

export const homeHandlers = {
  homeAreas,
  homeBookings,
  homeDays,
  homeSettings,
  openBookings,
};
