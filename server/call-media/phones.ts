/** Telephones and trunks: our user agent of SIP with its calls. */
import { randomUUID } from 'node:crypto';
import type { MediaEvent, OutgoingCall, SipAccounts, SipOptions, WorkerOptions } from './media.ts';
import { PhoneLeg } from './phone-leg.ts';
import type { Ports } from './ports.ts';
import { escapedUser, quoted } from './sip/address.ts';
import { ALLOW, SipCall, type CallTools } from './sip/call.ts';
import { parseDescription } from './sip/description.ts';
import { Dialog } from './sip/dialog.ts';
import type { SipMessage, SipRequest } from './sip/message.ts';
import { Peers, type Peer } from './sip/peers.ts';
import { responseTo, Transactions, type HeaderList, type ServerTransaction } from './sip/transactions.ts';
import { SipSocket, type Place } from './sip/transport.ts';
import { TrunkRegistration } from './sip/trunk-registration.ts';

/** Answers per second to those whom we do not know. */
const STRANGERS_ANSWERED = 50;
const SILENT_MS = 8000;
/** Calls at a time, in and out. */
const MOST_CALLS = 1000;

export interface PhoneTools {
  emit(event: MediaEvent): void;
  log(level: 'info' | 'warn' | 'error', text: string): void;
  added(leg: PhoneLeg): void;
  removed(leg: PhoneLeg): void;
}
type PhonesOptions = WorkerOptions & { sip: SipOptions };

export class Phones {
  readonly #options: PhonesOptions;
  readonly #ports: Ports;
  readonly #tools: PhoneTools;
  readonly #socket: SipSocket;
  readonly #transactions: Transactions;
  readonly #peers: Peers;
  #registrations: TrunkRegistration[] = [];
  readonly #calls = new Map<string, SipCall>();
  readonly #dialogs = new Map<string, SipCall>();
  readonly #dropped: Record<string, number> = { stranger: 0, unexpected: 0, foreignSound: 0 };
  #answeredStrangers = 0;
  readonly #second: NodeJS.Timeout;

  constructor(options: PhonesOptions, ports: Ports, tools: PhoneTools) {
    this.#options = options;
    this.#ports = ports;
    this.#tools = tools;
    this.#socket = new SipSocket(
      options.publicAddresses[0] ?? null,
      (message, source) => this.#receive(message, source),
      (text) => tools.log('error', text),
    );
    this.#transactions = new Transactions(this.#socket);
    this.#peers = new Peers(options.sip, options.sip.realm, (phone, online) => tools.emit({ type: 'phone.registered', phone, online }));
    this.#second = setInterval(() => {
      this.#answeredStrangers = 0;
      this.#peers.sweep();
      for (const call of this.#calls.values()) call.look();
    }, 1000);
  }

  async listen() {
    const { port, address } = this.#options.sip;
    await this.#socket.listen(port, address);
    this.#register();
  }
  get port(): number {
    return this.#socket.port;
  }
  dropped(): Record<string, number> {
    return { ...this.#dropped, malformed: this.#socket.malformed };
  }

  set(accounts: SipAccounts) {
    this.#peers.set(accounts);
    this.#register();
  }
  #register() {
    const wanted = this.#peers.trunks.filter(({ register }) => register);
    const same = (registration: TrunkRegistration) => wanted.some((trunk) => JSON.stringify(trunk) === JSON.stringify(registration.trunk));
    for (const registration of this.#registrations.filter((entry) => !same(entry))) registration.end();
    const kept = this.#registrations.filter(same);
    const added = wanted.filter((trunk) => !kept.some((entry) => JSON.stringify(entry.trunk) === JSON.stringify(trunk)));
    this.#registrations = [...kept, ...added.map((trunk) => this.#registration(trunk))];
  }
  #registration(trunk: TrunkRegistration['trunk']) {
    return new TrunkRegistration(trunk, {
      transactions: this.#transactions,
      placeOf: (entry) => this.#peers.placeOf(entry),
      contactFor: (place, user) => this.#contact(place, user),
      told: (online, status) => this.#tools.emit({ type: 'trunk.registered', trunk: trunk.id, online, status }),
    });
  }
  #contact({ address }: Place, user: string): string {
    return `<sip:${escapedUser(user)}@${this.#socket.addressFor(address)}:${this.#socket.port}>`;
  }

  #callTools(leg: PhoneLeg, place: Place, dialogKey: string): CallTools {
    const legId = leg.id;
    const { emit } = this.#tools;
    return {
      transactions: this.#transactions,
      openSound: (opened) => opened.open(this.#options.sip.address, this.#ports),
      address: this.#socket.addressFor(place.address),
      ringing: () => emit({ type: 'phone.ringing', legId }),
      answered: () => emit({ type: 'phone.answered', legId }),
      key: (digit) => emit({ type: 'leg.dtmf', legId, digit }),
      silentMs: this.#options.sip.silentMs ?? SILENT_MS,
      ended: (status, byUs, lost) => {
        this.#calls.delete(legId);
        this.#dropped.foreignSound = (this.#dropped.foreignSound as number) + leg.foreign;
        // A late answer to what was cancelled still finds its call by its transaction; a request finds none.
        this.#dialogs.delete(dialogKey);
        this.#tools.removed(leg);
        emit({ type: 'phone.ended', legId, status, byUs, ...(lost ? { lost } : {}) });
      },
    };
  }
  #newLeg(legId: string) {
    return new PhoneLeg(legId, (digit) => this.#tools.emit({ type: 'leg.dtmf', legId, digit }));
  }
  #keep(call: SipCall) {
    this.#calls.set(call.leg.id, call);
    this.#dialogs.set(`${call.dialog.callId} ${call.dialog.localTag}`, call);
    this.#tools.added(call.leg);
  }

  async dial(legId: string, outgoing: OutgoingCall) {
    const failed = (status: number) => this.#tools.emit({ type: 'phone.ended', legId, status, byUs: true });
    const found = await this.#peers.route(outgoing.uri, outgoing.trunk).catch(() => null);
    if (!found) return failed(480);
    if (this.#calls.has(legId) || this.#calls.size >= MOST_CALLS) return failed(503);
    const { peer, place, uri } = found;
    const user = escapedUser(outgoing.from);
    const name = outgoing.displayName ? `${quoted(outgoing.displayName)} ` : '';
    const from = `${name}<sip:${user}@${peer.trunk ? peer.trunk.host : this.#options.sip.realm}>`;
    const leg = this.#newLeg(legId);
    const dialog = Dialog.outgoing(randomUUID(), from, uri, place, this.#contact(place, outgoing.from));
    const call = new SipCall(leg, dialog, this.#callTools(leg, place, `${dialog.callId} ${dialog.localTag}`), null);
    this.#keep(call);
    const { user: login, password } = peer.trunk ?? {};
    await call.begin(login !== undefined && password !== undefined ? { user: login, password } : null);
  }
  ring(legId: string) {
    this.#calls.get(legId)?.ring();
  }
  answer(legId: string) {
    void this.#calls.get(legId)?.answer();
  }
  refuse(legId: string, status: number) {
    this.#calls.get(legId)?.refuse(status);
  }
  hangUp(legId: string) {
    this.#calls.get(legId)?.hangUp();
  }

  #receive(message: SipMessage, source: Place) {
    if (message.kind === 'response') {
      if (!this.#transactions.response(message)) this.#drop('unexpected');
      return;
    }
    const known = this.#transactions.find(message);
    if (message.method === 'ACK') return this.#acknowledged(message, known);
    if (known) return known.again();
    if (message.method === 'CANCEL') return this.#cancelled(message, source);
    if (message.to.params.has('tag')) return this.#within(message, source);
    this.#begins(message, source);
  }
  #drop(reason: string) {
    this.#dropped[reason] = (this.#dropped[reason] ?? 0) + 1;
  }
  /** Answers without remembering: to strangers, and only so many. */
  #reply(request: SipRequest, source: Place, status: number, more: HeaderList = []) {
    this.#answeredStrangers += 1;
    if (this.#answeredStrangers > STRANGERS_ANSWERED) return this.#drop('stranger');
    this.#socket.send(responseTo(request, source, status, 'x', more), source);
  }

  #callOf(request: SipRequest): SipCall | undefined {
    const call = this.#dialogs.get(`${request.callId} ${request.to.params.get('tag')}`);
    return call?.dialog.remoteTag === request.from.params.get('tag') ? call : undefined;
  }
  #acknowledged(ack: SipRequest, known: ServerTransaction | undefined) {
    if (known) return known.acknowledged();
    const call = this.#callOf(ack);
    if (call) call.acknowledged(ack);
    else this.#drop('unexpected');
  }
  #cancelled(cancel: SipRequest, source: Place) {
    const invite = this.#transactions.cancelled(cancel);
    if (!invite || invite.source.address !== source.address) return this.#reply(cancel, source, 481);
    this.#transactions.open(cancel, source)?.respond(200, null);
    for (const call of this.#calls.values()) if (call.invitedBy(invite)) call.cancelled();
  }
  #within(request: SipRequest, source: Place) {
    const call = this.#callOf(request);
    const expected = call && (call.dialog.place.address === source.address || this.#peers.trunkAt(source) !== null);
    if (!call || !expected) return this.#reply(request, source, 481);
    const transaction = this.#transactions.open(request, source);
    if (transaction) call.requested(transaction);
  }

  /** A request that belongs to no call. */
  #begins(request: SipRequest, source: Place) {
    if (request.method === 'OPTIONS') return this.#reply(request, source, 200, [ALLOW]);
    if (request.method !== 'INVITE' && request.method !== 'REGISTER') return this.#reply(request, source, 405, [ALLOW]);
    const peer = this.#peers.whose(request, source);
    if (peer === 'wrong') return this.#reply(request, source, 403);
    if (typeof peer === 'string') return this.#reply(request, source, 401, [['WWW-Authenticate', this.#peers.challenge(peer === 'stale')]]);
    if (request.method === 'REGISTER') return this.#registered(request, source, peer);
    this.#invited(request, source, peer);
  }
  #registered(request: SipRequest, source: Place, { phone }: Peer) {
    if (!phone) return this.#reply(request, source, 403);
    const transaction = this.#transactions.open(request, source);
    const kept = this.#peers.register(phone, request, source);
    if (!kept) return transaction?.respond(400, 'x');
    const contact: HeaderList = kept.contact ? [['Contact', `<${kept.contact}>;expires=${kept.seconds}`]] : [];
    transaction?.respond(200, 'x', [...contact, ['Expires', String(kept.seconds)]]);
  }
  #invited(request: SipRequest, source: Place, peer: Peer) {
    const transaction = this.#transactions.open(request, source);
    if (!transaction) return this.#drop('stranger');
    const required = request.headers.all('require');
    if (required.length) return transaction.respond(420, 'x', [['Unsupported', required.join(', ')]]);
    if (request.body && !parseDescription(request.body)) return transaction.respond(488, 'x');
    if (this.#calls.size >= MOST_CALLS) return transaction.respond(503, 'x');
    transaction.respond(100, null);
    const legId = randomUUID();
    const leg = this.#newLeg(legId);
    const dialog = Dialog.incoming(request, source, this.#contact(source, request.to.uri.user));
    this.#keep(new SipCall(leg, dialog, this.#callTools(leg, source, `${dialog.callId} ${dialog.localTag}`), transaction));
    const { from } = request;
    this.#tools.emit({
      type: 'phone.invited',
      legId,
      from: from.uri.user,
      to: calledOf(request),
      displayName: from.displayName,
      trunk: peer.trunk?.id ?? null,
      phone: peer.phone?.id ?? null,
    });
  }

  async close() {
    clearInterval(this.#second);
    for (const call of this.#calls.values()) call.hangUp();
    for (const registration of this.#registrations) registration.end();
    // What was said last leaves first.
    await new Promise((resolve) => setTimeout(resolve, 50));
    this.#transactions.close();
    await this.#socket.close();
  }
}

/** The number that was dialled: the user of the request's own URI, as gateways rewrite it, or of To. */
const calledOf = ({ uri, to }: SipRequest): string => /^(?:sips?:|tel:)([^@;:]*)/i.exec(uri)?.[1] || to.uri.user;
