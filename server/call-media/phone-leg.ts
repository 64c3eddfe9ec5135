/** A leg to a phone: plain RTP. */
import { randomInt } from 'node:crypto';
import type { Socket } from 'node:dgram';
import type { Leg, Measured } from './leg.ts';
import type { Player, Saying } from './player.ts';
import { bindIn, type Ports } from './ports.ts';
import { parseRtp, rtpBytes, type RtpPart } from './rtp-packet.ts';
import type { Description } from './sip/description.ts';
import { samePlace, type Place } from './sip/transport.ts';
import { PCMA, Sound } from './sound.ts';

export class PhoneLeg implements Leg {
  readonly id: string;
  readonly sound: Sound;
  player: Player | null = null;
  saying: Saying | null = null;
  roomId: string | null = null;
  said: Uint8Array | null = null;
  /** Packets from elsewhere, and what was no sound. */
  foreign = 0;
  port = 0;
  /** When its sound came last (`performance.now()`). */
  heardAt = 0;
  readonly #ssrc = randomInt(1, 0xffffffff);
  #socket: Socket | null = null;
  #freePorts: () => void = () => {};
  #closed = false;
  /** Where the other side said that it listens. */
  #remote: Place | null = null;
  #signalling = '';
  /** Where its first packet came from: from then on only this counts. */
  #latched: Place | null = null;
  #sending = false;

  constructor(id: string, onKey: (digit: string) => void) {
    this.id = id;
    this.sound = new Sound({ codec: PCMA, events: null }, (packet) => this.#send(packet), onKey);
  }

  /** Takes a port. Rejects when there is none. */
  async open(address: string, ports: Ports) {
    const range = ports.take();
    if (!range) throw new Error('All ports of sound are taken');
    this.#freePorts = () => ports.free(range);
    const socket = await bindIn(range, address).catch((error: unknown) => {
      this.#freePorts();
      throw error;
    });
    this.#socket = socket;
    this.port = socket.address().port;
    // A phone that closed its port is noticed by its signalling.
    socket.on('error', () => {});
    socket.on('message', (bytes, { address: from, port }) => this.#receive(bytes, { address: from, port }));
    if (this.#closed) this.#end();
  }

  /** Sends and hears as the other side described; `signalling` is where its signalling comes from. */
  follow(other: Description, signalling: string) {
    const place = { address: other.address, port: other.port };
    if (!this.#remote || !samePlace(this.#remote, place)) this.#latched = null;
    this.#remote = place;
    this.#signalling = signalling;
    this.#sending = other.direction === 'sendrecv' || other.direction === 'recvonly';
    this.sound.types = other.types;
  }

  #receive(bytes: Buffer, source: Place) {
    if (!this.#fromPeer(source)) {
      this.foreign += 1;
      return;
    }
    const packet = parseRtp(bytes);
    if (!packet || !this.sound.receive(packet)) {
      this.foreign += 1;
      return;
    }
    this.#latched ??= source;
    this.heardAt = performance.now();
  }
  /** Behind NAT a phone's packets come from another port than it says, or from the address of its signalling. */
  #fromPeer(source: Place): boolean {
    if (this.#latched) return samePlace(this.#latched, source);
    return this.#remote !== null && (source.address === this.#remote.address || source.address === this.#signalling);
  }

  #send(packet: Omit<RtpPart, 'ssrc'>) {
    const target = this.#latched ?? this.#remote;
    if (!this.#sending || !target) return;
    this.#socket?.send(rtpBytes({ ...packet, ssrc: this.#ssrc }), target.port, target.address);
  }

  async measure(): Promise<Measured> {
    return { roundTripMs: null, lostThere: null };
  }

  close() {
    this.#closed = true;
    this.#end();
  }
  #end() {
    this.#sending = false;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(this.#freePorts);
  }
}
