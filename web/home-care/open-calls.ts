/** Calls of the public booking page: no session, and none of the contract's schemas, which are bigger than the page. */
import { CallError, textOf, TIMED_OUT, UNREACHABLE } from '#web/api/refusals.ts';

const TIMEOUT_MS = 30_000;

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
export async function askHome<T>(method: 'GET' | 'POST', rest: '' | '/offer' | '/find' | '/cancel', input?: object): Promise<T> {
  const sent = input && { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
  let answer: Response;
  try {
    const path = `/members/homebooking/open/${encodeURIComponent(tokenOf(location.pathname))}${rest}`;
    answer = await fetch(path, { ...sent, method, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new CallError(0, (error as Error).name === 'TimeoutError' ? TIMED_OUT : UNREACHABLE);
  }
  const content = (await answer.json().catch(() => null)) as { code?: number; msg?: string; data?: T } | null;
  if (!answer.ok || content?.code !== 0) throw new CallError(answer.status, textOf(answer.status, content?.msg));
  return content.data as T;
}
