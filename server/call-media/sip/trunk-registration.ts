/** Registers with a trunk, and again before that is over, so that its calls find us. */
import { randomUUID } from 'node:crypto';
import type { SipTrunk } from '../media.ts';
import { escapedUser, parseAddress } from './address.ts';
import { answerChallenge } from './digest.ts';
import type { SipResponse } from './message.ts';
import { newBranch, newTag, type HeaderList, type Transactions } from './transactions.ts';
import type { Place } from './transport.ts';

const ASKED_S = 300;
const AFTER_FAILURE_MS = 30_000;

export interface RegistrationTools {
  transactions: Transactions;
  placeOf(trunk: SipTrunk): Promise<Place>;
  /** Our Contact as this place reaches it. */
  contactFor(place: Place, user: string): string;
  /** After each attempt. */
  told(online: boolean, status: number): void;
}

export class TrunkRegistration {
  readonly trunk: SipTrunk;
  readonly #tools: RegistrationTools;
  readonly #callId = randomUUID();
  readonly #tag = newTag();
  #sequence = 0;
  #online: boolean | null = null;
  #timer: NodeJS.Timeout | null = null;
  #ended = false;

  constructor(trunk: SipTrunk, tools: RegistrationTools) {
    this.trunk = trunk;
    this.#tools = tools;
    void this.#register(ASKED_S);
  }

  async #register(seconds: number) {
    try {
      const place = await this.#tools.placeOf(this.trunk);
      this.#send(place, seconds, [], true);
    } catch {
      this.#done(false, 503, AFTER_FAILURE_MS);
    }
  }

  #send(place: Place, seconds: number, more: HeaderList, first: boolean) {
    const { user = '', host } = this.trunk;
    const self = `<sip:${escapedUser(user)}@${host}>`;
    const uri = `sip:${host}`;
    this.#sequence += 1;
    const headers: [string, string][] = [
      ['From', `${self};tag=${this.#tag}`],
      ['To', self],
      ['Call-ID', this.#callId],
      ['CSeq', `${this.#sequence} REGISTER`],
      ['Contact', this.#tools.contactFor(place, user)],
      ['Expires', String(seconds)],
    ];
    const request = { method: 'REGISTER', uri, branch: newBranch(), headers: [...headers, ...more], to: place };
    this.#tools.transactions.request(request, (response) => {
      if (response && response.status < 200) return;
      const proof = first && response ? this.#proof(response, uri) : null;
      if (proof) this.#send(place, seconds, [proof], false);
      else this.#answered(response);
    });
  }
  #proof(response: SipResponse, uri: string): readonly [string, string] | null {
    const { user, password } = this.trunk;
    const proxy = response.status === 407;
    const challenge = response.headers.get(proxy ? 'proxy-authenticate' : 'www-authenticate');
    if ((response.status !== 401 && !proxy) || challenge === null || user === undefined || password === undefined) return null;
    const value = answerChallenge(challenge, { user, password }, 'REGISTER', uri);
    return value === null ? null : [proxy ? 'Proxy-Authorization' : 'Authorization', value];
  }

  #answered(response: SipResponse | null) {
    const status = response?.status ?? 408;
    if (!response || status >= 300) return this.#done(false, status, AFTER_FAILURE_MS);
    const granted = parseAddress(response.headers.all('contact')[0] ?? '')?.params.get('expires') ?? response.headers.get('expires');
    const seconds = Math.min(ASKED_S, Math.max(10, Number(granted) || ASKED_S));
    this.#done(true, status, seconds * 800);
  }
  #done(online: boolean, status: number, againMs: number) {
    if (this.#ended) return;
    this.#tools.told(online, status);
    this.#online = online;
    this.#timer = setTimeout(() => void this.#register(ASKED_S), againMs);
  }

  /** Says goodbye. */
  end() {
    this.#ended = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#online) void this.#register(0);
  }
}
