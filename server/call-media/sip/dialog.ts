import { parseAddress } from './address.ts';
import type { SipRequest, SipResponse } from './message.ts';
import { newBranch, newTag, type HeaderList, type OutgoingRequest } from './transactions.ts';
import type { Place } from './transport.ts';

/** What both ends of a call agree on by their first request and its answer (RFC 3261, section 12). */
export class Dialog {
  readonly callId: string;
  readonly localTag = newTag();
  /** From of our requests, with the tag. */
  readonly #local: string;
  /** To of our requests. */
  #remote: string;
  remoteTag: string | null;
  #target: string;
  #routes: string[];
  #sequence = 0;
  /** CSeq of the newest request of the other side. */
  newest: number;
  /** Where requests are sent: where the other side's signalling comes from. */
  readonly place: Place;
  readonly #contact: string;

  private constructor(
    values: { callId: string; local: string; remote: string; remoteTag: string | null; target: string; routes: string[]; newest: number },
    place: Place,
    contact: string,
  ) {
    this.callId = values.callId;
    this.#local = `${values.local};tag=${this.localTag}`;
    this.#remote = values.remote;
    this.remoteTag = values.remoteTag;
    this.#target = values.target;
    this.#routes = values.routes;
    this.newest = values.newest;
    this.place = place;
    this.#contact = contact;
  }

  /** Of a call that we begin. */
  static outgoing(callId: string, from: string, uri: string, place: Place, contact: string): Dialog {
    return new Dialog({ callId, local: from, remote: `<${uri}>`, remoteTag: null, target: uri, routes: [], newest: -1 }, place, contact);
  }
  /** Of a call that came. */
  static incoming(invite: SipRequest, place: Place, contact: string): Dialog {
    const values = {
      callId: invite.callId,
      local: invite.headers.get('to') as string,
      remote: invite.headers.get('from') as string,
      remoteTag: invite.from.params.get('tag') ?? '',
      target: targetOf(invite) ?? invite.from.text,
      routes: invite.headers.all('record-route'),
      newest: invite.cseq,
    };
    return new Dialog(values, place, contact);
  }

  /** Takes over what an answer to our INVITE says. */
  established(response: SipResponse) {
    this.#remote = response.headers.get('to') as string;
    this.remoteTag = response.to.params.get('tag') ?? '';
    this.#target = targetOf(response) ?? this.#target;
    this.#routes = response.headers.all('record-route').toReversed();
  }
  /** The other side may have moved. */
  refreshed(request: SipRequest) {
    this.#target = targetOf(request) ?? this.#target;
  }

  /** A request within the dialog. An ACK has the number of its INVITE. */
  request(method: string, { more = [], body, sequence }: { more?: HeaderList; body?: string; sequence?: number } = {}): OutgoingRequest {
    if (sequence === undefined) this.#sequence += 1;
    const headers: [string, string][] = [
      ['From', this.#local],
      ['To', this.#remote],
      ['Call-ID', this.callId],
      ['CSeq', `${sequence ?? this.#sequence} ${method}`],
      ['Contact', this.#contact],
      ['User-Agent', 'yian'],
    ];
    for (const route of this.#routes) headers.push(['Route', route]);
    return { method, uri: this.#target, branch: newBranch(), headers: [...headers, ...more], body, to: this.place };
  }

  get contact(): string {
    return this.#contact;
  }
}

const targetOf = ({ headers }: SipRequest | SipResponse): string | null => parseAddress(headers.all('contact')[0] ?? '')?.text ?? null;
