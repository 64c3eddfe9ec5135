/** Every service of care at home: `contract/index.ts` takes them in, `server/home-care/home-handlers.ts` implements each. */
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
