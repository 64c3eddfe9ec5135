/** What implements the services of care at home: one without its handlers does not compile. */
import type { homeServices } from '#contract/home-care/home-services.ts';
import type { Handlers } from '../http/implement.ts';
import { homeAreas } from './home-areas.ts';
import { homeBookings } from './home-bookings.ts';
import { homeDays } from './home-days.ts';
import { homeSettings } from './home-settings.ts';
import { openBookings } from './open-bookings.ts';

type Services = typeof homeServices;

export const homeHandlers: { [S in keyof Services]: Handlers<Services[S]> } = {
  homeAreas,
  homeBookings,
  homeDays,
  homeSettings,
  openBookings,
};
