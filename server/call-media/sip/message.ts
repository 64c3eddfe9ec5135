/** Messages of SIP (RFC 3261) as text and as values. What does not keep to the grammar is no message: it is dropped by who reads it. */
import { parseAddress, splitList, type SipAddress } from './address.ts';

export class SipHeaders {
  readonly #list: [string, string][] = [];

  add(name: string, value: string): this {
    this.#list.push([name.toLowerCase(), value]);
    return this;
  }
  get(name: string): string | null {
    return this.#list.find(([key]) => key === name)?.[1] ?? null;
  }
  /** All values of a header that may stand several times or hold a list. */
  all(name: string): string[] {
    return this.#list.filter(([key]) => key === name).flatMap(([, value]) => splitList(value));
  }
  entries(): readonly [string, string][] {
    return this.#list;
  }
}

export interface Via {
  host: string;
  port: number | null;
  branch: string;
}
interface Common {
  headers: SipHeaders;
  body: string;
  callId: string;
  cseq: number;
  /** The method that CSeq names. */
  method: string;
  from: SipAddress;
  to: SipAddress;
  via: Via;
}
export interface SipRequest extends Common {
  kind: 'request';
  uri: string;
}
export interface SipResponse extends Common {
  kind: 'response';
  status: number;
  reason: string;
}
export type SipMessage = SipRequest | SipResponse;

const MOST_HEADERS = 120;
const LONGEST_HEAD = 16_384;
const SHORT_NAMES: Record<string, string> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
  c: 'content-type',
  k: 'supported',
  s: 'subject',
  e: 'content-encoding',
  x: 'session-expires',
};

/** A message, or null for what is none. */
export function parseSip(bytes: Buffer): SipMessage | null {
  const end = endOfHead(bytes);
  if (!end || end.head > LONGEST_HEAD) return null;
  const [first, ...lines] = bytes.toString('utf8', 0, end.head).split(/\r?\n/);
  const headers = parseHeaders(lines);
  if (!headers) return null;
  const length = headers.get('content-length');
  if (length !== null && !/^\d{1,6}$/.test(length)) return null;
  const room = bytes.length - end.body;
  const size = length === null ? room : Number(length);
  if (size > room) return null;
  const common = parseCommon(headers, bytes.toString('utf8', end.body, end.body + size));
  return common && parseStart(first as string, common);
}

function endOfHead(bytes: Buffer): { head: number; body: number } | null {
  const at = bytes.indexOf('\r\n\r\n');
  if (at >= 0) return { head: at, body: at + 4 };
  const bare = bytes.indexOf('\n\n');
  return bare >= 0 ? { head: bare, body: bare + 2 } : null;
}

function parseHeaders(lines: string[]): SipHeaders | null {
  const unfolded: string[] = [];
  for (const line of lines) {
    if (/^[ \t]/.test(line) && unfolded.length) unfolded.push(`${unfolded.pop() as string} ${line.trim()}`);
    else unfolded.push(line);
  }
  if (unfolded.length > MOST_HEADERS) return null;
  const headers = new SipHeaders();
  for (const line of unfolded) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trimEnd().toLowerCase();
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    if (colon < 1 || !/^[a-z0-9!%*_+`'~.-]+$/.test(name) || /[\u0000-\u0008\u000b-\u001f]/.test(line)) return null;
    headers.add(SHORT_NAMES[name] ?? name, line.slice(colon + 1).trim());
  }
  return headers;
}

function parseCommon(headers: SipHeaders, body: string): Common | null {
  const callId = headers.get('call-id');
  const sequence = /^(\d{1,10})[ \t]+([A-Z]{1,20})$/.exec(headers.get('cseq') ?? '');
  const from = parseAddress(headers.get('from') ?? '');
  const to = parseAddress(headers.get('to') ?? '');
  const via = parseVia(headers.all('via')[0] ?? '');
  if (!callId || callId.length > 256 || !sequence || !from?.params.get('tag') || !to || !via) return null;
  const cseq = Number(sequence[1]);
  if (cseq > 0x7fffffff) return null;
  return { headers, body, callId, cseq, method: sequence[2] as string, from, to, via };
}

function parseVia(value: string): Via | null {
  const found = /^SIP *\/ *2\.0 *\/ *[A-Z]{1,8} +(\[[0-9a-f:.]{2,45}\]|[\w.-]{1,255})(?: *: *(\d{1,5}))? *(;.*)?$/i.exec(value);
  if (!found) return null;
  const branch = /;\s*branch\s*=\s*([^;,\s]{1,256})/i.exec(found[3] ?? '')?.[1];
  if (!branch) return null;
  return { host: (found[1] as string).toLowerCase(), port: found[2] ? Number(found[2]) : null, branch };
}

function parseStart(line: string, common: Common): SipMessage | null {
  const response = /^SIP\/2\.0 ([1-6]\d\d)(?: (.{0,200}))?$/.exec(line);
  if (response) return { kind: 'response', status: Number(response[1]), reason: response[2] ?? '', ...common };
  const request = /^([A-Z]{1,20}) (\S{1,512}) SIP\/2\.0$/.exec(line);
  if (!request || request[1] !== common.method) return null;
  return { kind: 'request', uri: request[2] as string, ...common };
}

/** Line, headers and body as they are sent. */
export function sipText(line: string, headers: readonly (readonly [string, string])[], body = ''): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${line}\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

const REASONS: Record<number, string> = {
  100: 'Trying',
  180: 'Ringing',
  183: 'Session Progress',
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  420: 'Bad Extension',
  423: 'Interval Too Brief',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  491: 'Request Pending',
  500: 'Server Internal Error',
  503: 'Service Unavailable',
  600: 'Busy Everywhere',
  603: 'Decline',
};
export const reasonOf = (status: number): string => REASONS[status] ?? 'Refused';
