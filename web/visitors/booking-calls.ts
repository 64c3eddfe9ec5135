/** Calls of the public booking page: no session, and none of the contract's schemas, which are bigger than the page. */
import { CallError, textOf, TIMED_OUT, UNREACHABLE } from '#web/api/refusals.ts';

const TIMEOUT_MS = 30_000;

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
export async function askBooking<T>(method: 'GET' | 'POST' | 'PUT', rest: '' | '/find' | '/cancel', input?: object): Promise<T> {
  const sent = input && { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
  let answer: Response;
  try {
    const path = `/business/bcvisitorsrecord/open/${encodeURIComponent(tokenOf(location.pathname))}${rest}`;
    answer = await fetch(path, { ...sent, method, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    throw new CallError(0, (error as Error).name === 'TimeoutError' ? TIMED_OUT : UNREACHABLE);
  }
  const content = (await answer.json().catch(() => null)) as { code?: number; msg?: string; data?: T } | null;
  if (!answer.ok || content?.code !== 0) throw new CallError(answer.status, textOf(answer.status, content?.msg));
  return content.data as T;
}
