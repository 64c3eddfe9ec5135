/** Calls of the page for families: no session, and none of the contract's schemas, which are bigger than the page. */
import { CallError, textOf, UNREACHABLE } from '#web/api/refusals.ts';

const TIMEOUT_MS = 30_000;

/** As `FamilyTicket` of the contract. */
export interface FamilyTicket {
  ticketNo: string;
  code: string;
  title: string;
  type: number;
  state: number;
  createTime: string;
  result: string | null;
  score: number | null;
  open: boolean;
  rateable: boolean;
  messages: { id: number; own: boolean; text: string; pictures: Picture[]; createTime: string }[];
}
export interface Picture {
  name: string;
  link: string;
}
export interface Held {
  pass: string;
  ticket: FamilyTicket;
}

/** The institution's secret, from the address. */
export const token = () => decodeURIComponent(location.pathname.slice('/t/'.length));

/** Calls `/business/ticket/open/{token}…`; gives `data`. Throws CallError with the text to show. */
export async function ask<T>(path: string, body?: Record<string, unknown> | FormData): Promise<T> {
  const sent =
    body instanceof FormData
      ? { method: 'POST', body }
      : body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  let answer: Response;
  try {
    answer = await fetch(`/business/ticket/open/${encodeURIComponent(token())}${path}`, {
      ...sent,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new CallError(0, UNREACHABLE);
  }
  const content = (await answer.json().catch(() => null)) as { code?: number; msg?: string; data?: T } | null;
  if (!answer.ok || content?.code !== 0) throw new CallError(answer.status, textOf(answer.status, content?.msg));
  return content.data as T;
}
