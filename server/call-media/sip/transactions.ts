/** Transactions of RFC 3261, section 17, over UDP: what is lost is sent again, what comes again is answered as before. */
import { randomBytes } from 'node:crypto';
import { reasonOf, sipText, type SipRequest, type SipResponse } from './message.ts';
import type { Place, SipSocket } from './transport.ts';

const T1 = 500;
const T2 = 4000;
const LIFETIME = 64 * T1;
/** Strangers must not fill our memory. */
const MOST = 5000;

export const newBranch = (): string => `z9hG4bK${randomBytes(9).toString('hex')}`;
export const newTag = (): string => randomBytes(6).toString('hex');

export type HeaderList = readonly (readonly [string, string])[];
export interface OutgoingRequest {
  method: string;
  uri: string;
  branch: string;
  /** All but Via, Max-Forwards and Content-Length. */
  headers: HeaderList;
  body?: string;
  to: Place;
}

/** Sends something again, at growing intervals, until it is stopped. */
class Repeater {
  #timer: NodeJS.Timeout | null = null;

  start(send: () => void, longest: number) {
    const again = (pause: number) => {
      this.#timer = setTimeout(() => {
        send();
        again(Math.min(2 * pause, longest));
      }, pause);
    };
    again(T1);
  }
  stop() {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** A request of ours. `onResponse` hears each response once (a 2xx to INVITE each time), `null` when none came. */
class ClientTransaction {
  readonly #repeater = new Repeater();
  readonly #onResponse: (response: SipResponse | null) => void;
  readonly #sendAck: ((response: SipResponse) => void) | null;
  #timeout: NodeJS.Timeout;
  #final: number | null = null;

  constructor(send: () => void, onResponse: (response: SipResponse | null) => void, sendAck: ((response: SipResponse) => void) | null) {
    this.#onResponse = onResponse;
    this.#sendAck = sendAck;
    this.#timeout = setTimeout(() => {
      this.stop();
      this.#onResponse(null);
    }, LIFETIME);
    send();
    this.#repeater.start(send, sendAck ? LIFETIME : T2);
  }

  receive(response: SipResponse) {
    const { status } = response;
    if (status < 200) {
      if (this.#final !== null) return;
      // An INVITE that is being worked on may take as long as a phone rings.
      if (this.#sendAck) this.stop();
      return this.#onResponse(response);
    }
    this.stop();
    if (this.#sendAck && status >= 300) this.#sendAck(response);
    if (this.#final !== null && !(this.#sendAck && status < 300)) return;
    this.#final = status;
    this.#onResponse(response);
  }
  stop() {
    this.#repeater.stop();
    clearTimeout(this.#timeout);
  }
}

/** A request of the other side, and what we answered. */
export class ServerTransaction {
  readonly request: SipRequest;
  readonly source: Place;
  readonly #socket: SipSocket;
  readonly #repeater = new Repeater();
  #last: Buffer | null = null;
  #timeout: NodeJS.Timeout | null = null;
  #onUnacknowledged: (() => void) | null = null;
  readonly #onFinal: () => void;
  final = false;

  constructor(request: SipRequest, source: Place, socket: SipSocket, onFinal: () => void) {
    this.request = request;
    this.source = source;
    this.#socket = socket;
    this.#onFinal = onFinal;
  }

  /** `onUnacknowledged` is called when an answer to INVITE is not acknowledged in time. */
  respond(status: number, toTag: string | null, more: HeaderList = [], body = '', onUnacknowledged?: () => void) {
    if (this.final) return;
    this.final = status >= 200;
    this.#last = responseTo(this.request, this.source, status, toTag, more, body);
    this.#send();
    if (!this.final) return;
    this.#onFinal();
    if (this.request.method !== 'INVITE') return;
    this.#repeater.start(() => this.#send(), T2);
    this.#onUnacknowledged = onUnacknowledged ?? null;
    this.#timeout = setTimeout(() => {
      this.#repeater.stop();
      this.#onUnacknowledged?.();
    }, LIFETIME);
  }
  #send() {
    if (this.#last) this.#socket.send(this.#last, this.source);
  }
  /** The request came again. */
  again() {
    this.#send();
  }
  /** ACK came. */
  acknowledged() {
    this.stop();
  }
  stop() {
    this.#repeater.stop();
    if (this.#timeout) clearTimeout(this.#timeout);
  }
}

/** The bytes of a response: it goes back the way the request came. */
export function responseTo(request: SipRequest, source: Place, status: number, toTag: string | null, more: HeaderList, body = ''): Buffer {
  const { headers } = request;
  const [first, ...others] = headers.all('via') as [string, ...string[]];
  const received = `${first.replaceAll(/;\s*(rport|received)(=[^;]*)?(?=;|$)/gi, '')};received=${source.address};rport=${source.port}`;
  const to = headers.get('to') as string;
  const list: [string, string][] = [received, ...others].map((via) => ['Via', via]);
  if (status > 100 && status < 300) for (const route of headers.all('record-route')) list.push(['Record-Route', route]);
  list.push(['From', headers.get('from') as string]);
  list.push(['To', toTag === null || request.to.params.has('tag') ? to : `${to};tag=${toTag}`]);
  list.push(['Call-ID', request.callId], ['CSeq', headers.get('cseq') as string]);
  return sipText(`SIP/2.0 ${status} ${reasonOf(status)}`, [...list, ...more], body);
}

const serverKey = ({ via, method }: SipRequest) => `${via.branch} ${via.host} ${via.port} ${method === 'ACK' ? 'INVITE' : method}`;

export class Transactions {
  readonly #socket: SipSocket;
  readonly #clients = new Map<string, ClientTransaction>();
  readonly #servers = new Map<string, ServerTransaction>();
  readonly #ends = new Set<NodeJS.Timeout>();

  constructor(socket: SipSocket) {
    this.#socket = socket;
  }

  #forget(map: Map<string, unknown>, key: string, after = LIFETIME) {
    const timer = setTimeout(() => {
      map.delete(key);
      this.#ends.delete(timer);
    }, after);
    this.#ends.add(timer);
  }

  /** The Via of our requests to a place. */
  #via(to: Place, branch: string): [string, string] {
    return ['Via', `SIP/2.0/UDP ${this.#socket.addressFor(to.address)}:${this.#socket.port};branch=${branch};rport`];
  }
  #text({ method, uri, branch, headers, body, to }: OutgoingRequest): Buffer {
    return sipText(`${method} ${uri} SIP/2.0`, [this.#via(to, branch), ['Max-Forwards', '70'], ...headers], body);
  }

  /** Sends a request until it is answered. */
  request(request: OutgoingRequest, onResponse: (response: SipResponse | null) => void) {
    const bytes = this.#text(request);
    const key = `${request.branch} ${request.method}`;
    const ended = (response: SipResponse | null) => {
      if (!response || response.status >= 200) this.#forget(this.#clients, key);
      onResponse(response);
    };
    const sendAck =
      request.method === 'INVITE'
        ? (response: SipResponse) => {
            const headers = request.headers
              .filter(([name]) => /^(from|call-id|route)$/i.test(name))
              .concat([
                ['To', response.headers.get('to') as string],
                ['CSeq', `${response.cseq} ACK`],
              ]);
            this.send({ ...request, method: 'ACK', headers, body: undefined });
          }
        : null;
    const transaction = new ClientTransaction(() => this.#socket.send(bytes, request.to), ended, sendAck);
    this.#clients.set(key, transaction);
  }
  /** Sends a request that is not answered (ACK). */
  send(request: OutgoingRequest) {
    this.#socket.send(this.#text(request), request.to);
  }

  /** A response that came. Gives false when it answers nothing of ours. */
  response(response: SipResponse): boolean {
    const transaction = this.#clients.get(`${response.via.branch} ${response.method}`);
    transaction?.receive(response);
    return transaction !== undefined;
  }

  /** The transaction of a request that came again, and of an ACK that is not of a dialog. */
  find(request: SipRequest): ServerTransaction | undefined {
    return this.#servers.get(serverKey(request));
  }
  /** A transaction for a new request; null when there are too many. */
  open(request: SipRequest, source: Place): ServerTransaction | null {
    if (this.#servers.size >= MOST) return null;
    const key = serverKey(request);
    const transaction = new ServerTransaction(request, source, this.#socket, () => this.#forget(this.#servers, key));
    this.#servers.set(key, transaction);
    return transaction;
  }
  /** The INVITE that a CANCEL is about. */
  cancelled(cancel: SipRequest): ServerTransaction | undefined {
    return this.#servers.get(serverKey({ ...cancel, method: 'INVITE' }));
  }

  close() {
    for (const timer of this.#ends) clearTimeout(timer);
    for (const transaction of [...this.#clients.values(), ...this.#servers.values()]) transaction.stop();
  }
}
