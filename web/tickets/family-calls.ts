/** Calls of the page for families. */
import { publicCall } from '#web/api/public-call.ts';

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
export const ask = <T>(path: string, body?: Record<string, unknown> | FormData): Promise<T> =>
  publicCall<T>(body ? 'POST' : 'GET', `/business/ticket/open/${encodeURIComponent(token())}${path}`, body);
