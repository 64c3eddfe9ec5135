/** The services of care at home, for contract/index.ts. */
import type { Route } from '../http.ts';
import { homeAreas } from './home-areas.ts';
import { homeBookings } from './home-bookings.ts';
import { homeDays } from './home-days.ts';
import { homeSettings } from './home-settings.ts';
import { openBookings } from './open-bookings.ts';

export const homeServices = {
  homeAreas,
  homeBookings,
  homeDays,
  homeSettings,
  openBookings,
} satisfies Record<string, Record<string, Route>>;
