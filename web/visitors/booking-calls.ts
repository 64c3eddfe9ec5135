/** Calls of the public booking page. */
import { publicCall } from '#web/api/public-call.ts';

/** As `BookingPage` of the contract. */
export interface Offer {
  tenantName: string;
  peopleMost: number;
  approval: boolean;
  questions: { text: string }[];
  relations: { value: number; label: string }[];
  days: { day: string; slots: { id: number; startClock: string; endClock: string; building: string | null; free: number }[] }[];
}

/** As `Booking` of the contract. */
export interface Booking {
  code: string;
  state: number;
  tenantName: string;
  day: string;
  startTime: string;
  endTime: string;
  visitorName: string;
  oldmanName: string;
  people: number;
  companions: string | null;
  reason: string | null;
}

/** The secret of the address. */
export const tokenOf = (path: string) => decodeURIComponent(path.slice('/visit/'.length));

/** Calls below `/business/bcvisitorsrecord/open/{token}`; gives `data`. Throws CallError with the text to show. */
export const askBooking = <T>(method: 'GET' | 'POST' | 'PUT', rest: '' | '/find' | '/cancel', input?: object): Promise<T> =>
  publicCall<T>(method, `/business/bcvisitorsrecord/open/${encodeURIComponent(tokenOf(location.pathname))}${rest}`, input);
