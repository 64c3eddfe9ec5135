/** Calls of the public booking page. */
import { publicCall } from '#web/api/public-call.ts';

interface Project {
  id: number;
  name: string;
  price: number;
  minutes: number;
}

/** As `page` of `openBookings`. */
export interface Page {
  tenantName: string;
  cancelHours: number;
  relations: { value: number; label: string }[];
}

/** As `offer`. */
export interface Offer {
  areaName: string;
  projects: Project[];
  halves: { day: string; half: number; startClock: string; endClock: string; free: number }[];
}

/** As `OpenBooking`. */
export interface Booking {
  code: string;
  state: number;
  tenantName: string;
  oldmanName: string;
  day: string;
  half: number;
  projects: Project[];
  serverTime: string | null;
  serverUserName: string | null;
  reason: string | null;
  cancellable: boolean;
  movable: boolean;
}

/** Where the service is to be; degrees as the phone measures them, null unless it was asked. */
export interface Where {
  address: string;
  lng: number | null;
  lat: number | null;
}

/** The secret of the address. */
const tokenOf = (path: string) => decodeURIComponent(path.slice('/home/'.length));

/** Calls below `/members/homebooking/open/{token}`; gives `data`. Throws CallError with the text to show. */
export const askHome = <T>(
  method: 'GET' | 'POST',
  rest: '' | '/offer' | '/find' | '/halves' | '/move' | '/cancel',
  input?: object,
): Promise<T> => publicCall<T>(method, `/members/homebooking/open/${encodeURIComponent(tokenOf(location.pathname))}${rest}`, input);
