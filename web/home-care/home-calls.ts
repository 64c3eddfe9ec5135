/** What pages read anew after a booking has changed. */
import { homeBookings } from '#contract/home-care/home-bookings.ts';
import type { Output } from '#contract/http.ts';

export const bookingChanges = { changes: [homeBookings.page, homeBookings.week, homeBookings.get, homeBookings.offer] };
export type Booking = Output<typeof homeBookings.get>;
