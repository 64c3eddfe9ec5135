/** One call by SIP, in or out: its states, and what its messages do to them. */
import { randomInt } from 'node:crypto';
import type { PhoneLeg } from '../phone-leg.ts';
import { answerChallenge } from './digest.ts';
import { description, parseDescription, type Description } from './description.ts';
import type { Dialog } from './dialog.ts';
import type { SipRequest, SipResponse } from './message.ts';
import type { HeaderList, OutgoingRequest, ServerTransaction, Transactions } from './transactions.ts';

export const ALLOW: readonly [string, string] = ['Allow', 'INVITE, ACK, CANCEL, BYE, OPTIONS, INFO'];
const SDP: readonly [string, string] = ['Content-Type', 'application/sdp'];
/** A phone that rings longer is given up. */
const RINGS_AT_MOST_MS = 180_000;

export interface CallTools {
  transactions: Transactions;
  /** Opens the port of the leg's sound. */
  openSound(leg: PhoneLeg): Promise<void>;
  /** Our address in SDP. */
  address: string;
  silentMs: number;
  ringing(): void;
  answered(): void;
  key(digit: string): void;
  /** Once, at the end; `lost` when the other side was not heard of any more. */
  ended(status: number, byUs: boolean, lost: boolean): void;
}
export interface Login {
  user: string;
  password: string;
}
type State = 'calling' | 'ringing' | 'invited' | 'answering' | 'up' | 'ended';

export class SipCall {
  readonly leg: PhoneLeg;
  readonly dialog: Dialog;
  readonly #tools: CallTools;
  readonly #session = randomInt(1, 0x7fffffff);
  #version = 0;
  #state: State;
  #other: Description | null = null;
  /** Of a call that came in: its INVITE, as long as it is not answered. */
  #invite: ServerTransaction | null = null;
  /** Of a call that goes out. */
  #request: OutgoingRequest | null = null;
  #sequence = 0;
  #provisional = false;
  #tried = false;
  #overdue: NodeJS.Timeout | null = null;
  /** When the other side last showed that it is there, by more than its sound. */
  #seenAt = 0;
  #askedAt: number | null = null;

  constructor(leg: PhoneLeg, dialog: Dialog, tools: CallTools, invite: ServerTransaction | null) {
    this.leg = leg;
    this.dialog = dialog;
    this.#tools = tools;
    this.#invite = invite;
    this.#state = invite ? 'invited' : 'calling';
    if (invite) this.#other = parseDescription(invite.request.body);
  }

  get ended(): boolean {
    return this.#state === 'ended';
  }

  #end(status: number, byUs: boolean, lost = false) {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    if (this.#overdue) clearTimeout(this.#overdue);
    this.leg.close();
    this.#tools.ended(status, byUs, lost);
  }
  #sdp(answer: Description | null): string {
    this.#version += 1;
    return description(this.#tools.address, this.leg.port, this.#session, this.#version, answer);
  }
  #follow(other: Description) {
    this.#other = other;
    this.leg.follow(other, this.dialog.place.address);
  }

  // Out.

  /** Calls; with the login when the other side asks who we are. */
  async begin(login: Login | null) {
    try {
      await this.#tools.openSound(this.leg);
    } catch {
      return this.#end(503, true);
    }
    if (this.ended) return;
    this.#overdue = setTimeout(() => this.hangUp(408), RINGS_AT_MOST_MS);
    this.#invitation(login, []);
  }
  #invitation(login: Login | null, more: HeaderList) {
    this.#request = this.dialog.request('INVITE', { more: [SDP, ALLOW, ...more], body: this.#sdp(null) });
    this.#sequence += 1;
    this.#tools.transactions.request(this.#request, (response) => this.#replied(response, login));
  }

  #replied(response: SipResponse | null, login: Login | null) {
    if (!response) return this.#end(408, false);
    const { status } = response;
    if (status < 200) return this.#provisionally(response);
    if (status < 300) return this.#accepted(response);
    if ((status === 401 || status === 407) && login && !this.#tried && !this.ended) return this.#proved(response, login);
    this.#end(status, false);
  }
  #proved(response: SipResponse, login: Login) {
    this.#tried = true;
    const [asked, answer] = response.status === 401 ? ['www-authenticate', 'Authorization'] : ['proxy-authenticate', 'Proxy-Authorization'];
    const { uri } = this.#request as OutgoingRequest;
    const value = response.headers
      .entries()
      .filter(([name]) => name === asked)
      .map(([, challenge]) => answerChallenge(challenge, login, 'INVITE', uri))
      .find(Boolean);
    if (value) this.#invitation(null, [[answer as string, value]]);
    else this.#end(response.status, false);
  }
  #provisionally(response: SipResponse) {
    this.#provisional = true;
    if (this.ended) return this.#cancel();
    if (response.status < 180) return;
    const early = parseDescription(response.body);
    if (early) this.#follow(early);
    if (this.#state !== 'calling') return;
    this.#state = 'ringing';
    this.#tools.ringing();
  }
  #accepted(response: SipResponse) {
    const { dialog } = this;
    const again = dialog.remoteTag !== null;
    // A fork that answers second is let go.
    if (again && response.to.params.get('tag') !== dialog.remoteTag) return;
    dialog.established(response);
    this.#tools.transactions.send(dialog.request('ACK', { sequence: response.cseq }));
    if (again) return;
    const other = parseDescription(response.body);
    if (this.ended || !other) {
      this.#bye();
      return this.#end(488, true);
    }
    if (this.#overdue) clearTimeout(this.#overdue);
    this.#up();
    this.#follow(other);
    this.#tools.answered();
  }
  #up() {
    this.#state = 'up';
    this.#seenAt = performance.now();
  }
  #cancel() {
    const request = this.#request;
    if (!request || this.dialog.remoteTag !== null) return;
    this.#request = null;
    const headers = request.headers
      .filter(([name]) => /^(from|to|call-id|route)$/i.test(name))
      .concat([['CSeq', `${this.#sequence} CANCEL`]]);
    this.#tools.transactions.request({ ...request, method: 'CANCEL', headers, body: undefined }, () => {});
  }
  #bye() {
    this.#tools.transactions.request(this.dialog.request('BYE'), () => {});
  }

  // In.

  ring() {
    if (this.#state !== 'invited' || this.#invite?.final) return;
    this.#invite?.respond(180, this.dialog.localTag, [['Contact', this.dialog.contact], ALLOW]);
  }
  async answer() {
    const invite = this.#invite;
    if (this.#state !== 'invited' || !invite) return;
    this.#state = 'answering';
    try {
      await this.#tools.openSound(this.leg);
    } catch {
      return this.refuse(503);
    }
    if (this.ended) return;
    if (this.#other) this.#follow(this.#other);
    invite.respond(200, this.dialog.localTag, [['Contact', this.dialog.contact], ALLOW, SDP], this.#sdp(this.#other), () => {
      this.#bye();
      this.#end(408, true);
    });
  }
  refuse(status: number) {
    if (this.#state !== 'invited' && this.#state !== 'answering') return;
    const refusal = status >= 400 && status < 700 ? status : 603;
    this.#invite?.respond(refusal, this.dialog.localTag);
    this.#end(refusal, true);
  }

  // Both.

  /** Ends the call, in what state it may be. */
  hangUp(status = 487) {
    if (this.#state === 'invited') return this.refuse(480);
    if (this.#state === 'up' || this.#state === 'answering') {
      this.#invite?.stop();
      if (this.#state === 'answering' && !this.#invite?.final) return this.refuse(480);
      this.#bye();
      return this.#end(200, true);
    }
    this.#end(status, true);
    if (this.#provisional) this.#cancel();
  }

  /** ACK of our answer; it holds the SDP when the INVITE had none. */
  acknowledged(ack: SipRequest) {
    this.#invite?.acknowledged();
    if (this.#state !== 'answering') return;
    const other = this.#other ?? parseDescription(ack.body);
    if (!other) return this.hangUp();
    if (!this.#other) this.#follow(other);
    this.#up();
    this.#tools.answered();
  }

  /**
   * To be asked every second. A phone that holds the call, or leaves out silence, sends nothing: it is asked by OPTIONS whether it is
   * there. What it answers does not matter, unless it says that it knows of no such call.
   */
  look() {
    if (this.#state !== 'up') return;
    const { silentMs } = this.#tools;
    const now = performance.now();
    const seenAt = Math.max(this.leg.heardAt, this.#seenAt);
    if (this.#askedAt !== null && this.#askedAt > seenAt) return now - this.#askedAt > silentMs ? this.#lose() : undefined;
    if (now - seenAt < silentMs) return;
    this.#askedAt = now;
    this.#tools.transactions.request(this.dialog.request('OPTIONS'), (response) => {
      if (!response || response.status === 408 || response.status === 481) return this.#lose();
      this.#seenAt = performance.now();
    });
  }
  #lose() {
    if (this.#state !== 'up') return;
    this.#bye();
    this.#end(408, true, true);
  }

  /** Whether this is the INVITE that the call began with. */
  invitedBy(transaction: ServerTransaction): boolean {
    return this.#invite === transaction;
  }
  /** CANCEL of a call that came in. */
  cancelled() {
    if (this.#state !== 'invited' && this.#state !== 'answering') return;
    if (this.#invite?.final) return;
    this.#invite?.respond(487, this.dialog.localTag);
    this.#end(487, false);
  }

  /** A request within the dialog. */
  requested(transaction: ServerTransaction) {
    const { request } = transaction;
    if (request.cseq < this.dialog.newest) return transaction.respond(500, null);
    this.dialog.newest = request.cseq;
    if (request.method === 'BYE') {
      transaction.respond(200, null);
      if (this.#invite && !this.#invite.final) this.#invite.respond(487, this.dialog.localTag);
      this.#invite?.stop();
      return this.#end(200, false);
    }
    if (request.method === 'INVITE') return this.#invitedAgain(transaction);
    if (request.method === 'INFO') this.#informed(request);
    transaction.respond(/^(INFO|OPTIONS)$/.test(request.method) ? 200 : 405, null, [ALLOW]);
  }
  /** Holds the call, takes it back, or moves its sound. */
  #invitedAgain(transaction: ServerTransaction) {
    if (this.#state !== 'up') return transaction.respond(491, null);
    const { request } = transaction;
    const other = parseDescription(request.body);
    if (request.body && !other) return transaction.respond(488, null);
    this.dialog.refreshed(request);
    if (other) this.#follow(other);
    this.#invite = transaction;
    transaction.respond(200, null, [['Contact', this.dialog.contact], ALLOW, SDP], this.#sdp(other));
  }
  #informed({ headers, body }: SipRequest) {
    if (!/^application\/dtmf(-relay)?\b/i.test(headers.get('content-type') ?? '')) return;
    const digit = /^(?:signal\s*=\s*)?([0-9*#A-D])\s*$/im.exec(body)?.[1];
    if (digit) this.#tools.key(digit.toUpperCase());
  }
}
