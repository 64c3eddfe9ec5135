/** Who may call and be called: trunks by their addresses, phones by their passwords, and where each of them is. */
import { BlockList, isIPv4 } from 'node:net';
import type { SipAccounts, SipPhone, SipTrunk } from '../media.ts';
import { escapedUser, parseAddress, parseUri } from './address.ts';
import { DigestGuard } from './digest.ts';
import type { SipRequest } from './message.ts';
import { resolveHost, samePlace, type Place } from './transport.ts';

const SHORTEST_S = 60;
const LONGEST_S = 600;
/** A name of a trunk is asked again after so long. */
const KNOWN_FOR_MS = 60_000;

interface Binding {
  place: Place;
  contact: string;
  until: number;
}
export type Peer = { trunk: SipTrunk; phone: null } | { trunk: null; phone: SipPhone };

const listOf = (addresses: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const entry of addresses) {
    const [address, bits] = entry.split('/') as [string, string?];
    if (!isIPv4(address)) continue;
    if (bits === undefined) list.addAddress(address);
    else if (/^\d{1,2}$/.test(bits) && Number(bits) <= 32) list.addSubnet(address, Number(bits));
  }
  return list;
};

export class Peers {
  readonly #guard: DigestGuard;
  readonly #onPhone: (phone: string, online: boolean) => void;
  readonly #bindings = new Map<string, Binding>();
  readonly #resolved = new Map<string, { address: string; until: number }>();
  #trunks: { trunk: SipTrunk; list: BlockList }[] = [];
  #phones = new Map<string, SipPhone>();

  constructor(accounts: SipAccounts, realm: string, onPhone: (phone: string, online: boolean) => void) {
    this.#guard = new DigestGuard(realm);
    this.#onPhone = onPhone;
    this.set(accounts);
  }

  set({ trunks, phones }: SipAccounts) {
    this.#trunks = trunks.map((trunk) => ({ trunk, list: listOf(trunk.addresses) }));
    this.#phones = new Map(phones.map((phone) => [phone.user, phone]));
    for (const user of this.#bindings.keys()) if (!this.#phones.has(user)) this.#bindings.delete(user);
    for (const { trunk } of this.#trunks) void this.placeOf(trunk).catch(() => {});
  }
  get trunks(): SipTrunk[] {
    return this.#trunks.map(({ trunk }) => trunk);
  }

  /** Where a trunk is. Rejects a name that leads nowhere. */
  async placeOf({ host, port }: SipTrunk): Promise<Place> {
    const known = this.#resolved.get(host);
    if (known && known.until > Date.now()) return { address: known.address, port };
    const address = await resolveHost(host);
    this.#resolved.set(host, { address, until: Date.now() + KNOWN_FOR_MS });
    return { address, port };
  }

  /** The trunk that sends from this place: a network of its list, or its own address. Of several at one address the one with this port. */
  trunkAt({ address, port }: Place): SipTrunk | null {
    const found = this.#trunks
      .filter(({ trunk, list }) => list.check(address) || this.#resolved.get(trunk.host)?.address === address)
      .map(({ trunk }) => trunk);
    return found.find((trunk) => trunk.port === port) ?? found[0] ?? null;
  }

  /** The trunk or telephone that sent this request; a word says why it is none of them. */
  whose(request: SipRequest, source: Place): Peer | 'unknown' | 'stale' | 'wrong' {
    const given = request.headers.get('authorization') ?? request.headers.get('proxy-authorization');
    if (given === null) {
      // A phone may stand beside a trunk: it is one by where it registered, and registers by its password only.
      const phone = request.method === 'REGISTER' || [...this.#bindings.values()].some(({ place }) => samePlace(place, source));
      const trunk = phone ? null : this.trunkAt(source);
      return trunk ? { trunk, phone: null } : 'unknown';
    }
    const checked = this.#guard.check(given, request.method, (user) => this.#phones.get(user)?.password);
    if (checked === 'none') return 'unknown';
    if (typeof checked === 'string') return checked;
    const phone = this.#phones.get(checked.user) as SipPhone;
    // A phone speaks for itself only.
    return request.from.uri.user === phone.user ? { trunk: null, phone } : 'wrong';
  }
  challenge(stale: boolean): string {
    return this.#guard.challenge(stale);
  }

  /** Takes a REGISTER of a phone. Gives the seconds it holds and its Contact, null when the contact cannot be used. */
  register(phone: SipPhone, request: SipRequest, source: Place): { seconds: number; contact: string | null } | null {
    const contacts = request.headers.all('contact');
    const first = contacts[0];
    const before = this.#bindings.get(phone.user);
    if (first === undefined) return { seconds: 0, contact: before?.contact ?? null };
    const header = Number(request.headers.get('expires') ?? LONGEST_S);
    if (first === '*') {
      this.#leave(phone);
      return { seconds: 0, contact: null };
    }
    const parsed = parseAddress(first);
    if (!parsed) return null;
    const asked = Number(parsed.params.get('expires') ?? header);
    if (!(asked >= 0)) return null;
    if (asked === 0) {
      this.#leave(phone);
      return { seconds: 0, contact: null };
    }
    const seconds = Math.min(LONGEST_S, Math.max(SHORTEST_S, asked));
    // A few seconds more, since packets travel.
    this.#bindings.set(phone.user, { place: source, contact: parsed.text, until: Date.now() + (seconds + 10) * 1000 });
    if (!before) this.#onPhone(phone.id, true);
    return { seconds, contact: parsed.text };
  }
  #leave(phone: SipPhone) {
    if (this.#bindings.delete(phone.user)) this.#onPhone(phone.id, false);
  }
  /** Forgets phones that did not register again. */
  sweep() {
    for (const [user, { until }] of this.#bindings) {
      const phone = this.#phones.get(user);
      if (until < Date.now() && phone) this.#leave(phone);
    }
  }

  /** Where a URI leads: to a trunk (the named one, or that of its host) or to a phone that is registered. */
  async route(uri: string, trunkId: string | undefined): Promise<{ peer: Peer; place: Place; uri: string } | null> {
    const parsed = parseUri(uri);
    if (!parsed) return null;
    const trunk = this.trunks.find(({ id, host }) => (trunkId === undefined ? parsed.host !== '' && host === parsed.host : id === trunkId));
    if (trunk) return { peer: { trunk, phone: null }, place: await this.placeOf(trunk), uri: uriAt(trunk, parsed.user) };
    const phone = this.#phones.get(parsed.user);
    const binding = phone && this.#bindings.get(phone.user);
    if (trunkId !== undefined || !phone || !binding) return null;
    return { peer: { trunk: null, phone }, place: binding.place, uri: binding.contact };
  }
}

const uriAt = ({ host, port }: SipTrunk, user: string) => `sip:${escapedUser(user)}@${host}${port === 5060 ? '' : `:${port}`}`;
