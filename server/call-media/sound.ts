/** The two directions of one leg's sound, on what kind of transport it may be: packets in, a frame per tick out of them, and back. */
import { randomInt } from 'node:crypto';
import { FRAME, fromUlaw, QUIET_FRAME, toUlaw } from './alaw.ts';
import { KeyReader, KeyWriter } from './dtmf.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import type { RtpPart } from './rtp-packet.ts';
import { keyTones } from './tones.ts';

/** Payload types; those of the static table and what was negotiated. */
export const PCMA = 8;
export const PCMU = 0;

export interface SoundTypes {
  codec: typeof PCMA | typeof PCMU;
  /** Of telephone-event; null when the other side knows none. */
  events: number | null;
}

export interface Quality {
  lossPercent: number;
  jitterMs: number;
}

export class Sound {
  types: SoundTypes;
  readonly #send: (packet: Omit<RtpPart, 'ssrc'>) => void;
  readonly #onKey: (digit: string) => void;
  readonly #buffer = new JitterBuffer();
  readonly #reader = new KeyReader();
  readonly #writer = new KeyWriter();
  #sequence = randomInt(0x8000);
  #timestamp = randomInt(0x7fffffff);
  #first = true;
  #tones: Uint8Array | null = null;
  // Of what comes in.
  #ssrc: number | null = null;
  #highest = 0;
  #arrived = 0;
  #expectedFrom = 0;
  #transit = 0;
  #jitter = 0;

  constructor(types: SoundTypes, send: (packet: Omit<RtpPart, 'ssrc'>) => void, onKey: (digit: string) => void) {
    this.types = types;
    this.#send = send;
    this.#onKey = onKey;
  }

  /** A packet that came. Gives false for one that is of no known type. */
  receive(packet: RtpPart): boolean {
    const { type, payload, timestamp } = packet;
    if (type === this.types.events) {
      this.#count(packet);
      const digit = this.#reader.read(timestamp, payload);
      if (digit) this.#onKey(digit);
      return true;
    }
    if ((type !== PCMA && type !== PCMU) || payload.length === 0 || payload.length > 10 * FRAME) return false;
    this.#count(packet);
    this.#buffer.put(timestamp, type === PCMA ? payload : fromUlaw(payload));
    return true;
  }

  #count({ sequence, timestamp, ssrc, type }: RtpPart) {
    const arrival = performance.now() * 8;
    const step = (sequence - this.#highest) & 0xffff;
    if (ssrc !== this.#ssrc || (step > 3000 && step < 0x10000 - 3000)) {
      this.#ssrc = ssrc;
      this.#highest = sequence;
      this.#expectedFrom = sequence - 1;
      this.#arrived = 0;
      this.#transit = arrival - timestamp;
    } else if (step < 0x8000) {
      if (sequence < this.#highest) this.#expectedFrom -= 0x10000;
      this.#highest = sequence;
    }
    this.#arrived += 1;
    // The packets of a key all have one timestamp.
    if (type === this.types.events) return;
    const transit = arrival - timestamp;
    const change = Math.abs(transit - this.#transit);
    // A pause or a new count of the sender is no jitter.
    if (change < 8000) this.#jitter += (change - this.#jitter) / 16;
    this.#transit = transit;
  }

  /** What was lost on the way here since the last question, and the jitter; null when no packet was expected. */
  quality(): Quality | null {
    const expected = this.#highest - this.#expectedFrom;
    const arrived = this.#arrived;
    this.#expectedFrom = this.#highest;
    this.#arrived = 0;
    if (expected <= 0) return null;
    const lossPercent = Math.max(0, Math.round((1000 * (expected - arrived)) / expected) / 10);
    return { lossPercent, jitterMs: Math.round(this.#jitter / 0.8) / 10 };
  }

  /** What the other side says in this tick; null is silence. */
  take(): Uint8Array | null {
    return this.#buffer.take();
  }

  keys(digits: string) {
    this.#writer.add(digits);
  }

  /** Sends a frame, or the packet of a key in its place. */
  give(frame: Uint8Array) {
    if (this.#writer.busy || this.#tones) {
      if (this.types.events === null) frame = this.#toneFrame() ?? frame;
      else if (this.#giveKey(this.types.events)) return;
    }
    const { codec } = this.types;
    this.#packet(codec, codec === PCMA ? frame : toUlaw(frame), this.#timestamp, this.#first);
    this.#first = false;
    this.#timestamp = (this.#timestamp + FRAME) >>> 0;
  }

  #giveKey(type: number): boolean {
    const key = this.#writer.next();
    if (!key) return false;
    this.#packet(type, key.payload, (this.#timestamp - key.age * FRAME) >>> 0, key.first);
    this.#timestamp = (this.#timestamp + FRAME) >>> 0;
    return true;
  }

  #toneFrame(): Uint8Array | null {
    if (!this.#tones) {
      const digit = this.#writer.takeKey();
      if (digit) this.#tones = keyTones(digit);
    }
    const tones = this.#tones;
    if (!tones) return null;
    this.#tones = tones.length > FRAME ? tones.subarray(FRAME) : null;
    return tones.length >= FRAME ? tones.subarray(0, FRAME) : QUIET_FRAME;
  }

  #packet(type: number, payload: Uint8Array, timestamp: number, marker: boolean) {
    this.#send({ type, payload, timestamp, marker, sequence: this.#sequence });
    this.#sequence = (this.#sequence + 1) & 0xffff;
  }
}
