/**
 * Puts what came by RTP in order and gives a frame per tick. Bytes lie in a ring at the place of their RTP timestamp, so that
 * order, size of packets, repetitions and pauses of the sender do not matter. The delay follows the network: a packet that comes too late
 * makes it longer at once; when all packets of three seconds came early it gets shorter by a frame or a few.
 */
import { FRAME } from './alaw.ts';
import { Concealment } from './concealment.ts';

const RING = 16384;
const MASK = RING - 1;
/** Two frames before the first is played. */
const FIRST_DELAY = 2 * FRAME;
const LONGEST_DELAY = 20 * FRAME;
/** A timestamp so far from what is expected begins anew. */
const JUMP = 8000;
/** Frames over which packets must all have come early before the delay gets shorter. */
const PATIENCE = 150;
/** How early the latest packet may come before the delay gets shorter. */
const EARLY = 3 * FRAME;
/** Frames by which the delay changes at once. */
const MOST_AT_ONCE = 3;

export class JitterBuffer {
  readonly #bytes = new Uint8Array(RING);
  readonly #filled = new Uint8Array(RING);
  readonly #concealment = new Concealment();
  #next = 0;
  #running = false;
  #leastMargin = Infinity;
  #frames = 0;
  #missing = 0;

  /** A-law bytes and the timestamp of the first. Gives false for what came too late to be heard, or again. */
  put(timestamp: number, bytes: Uint8Array): boolean {
    let margin = (timestamp - this.#next) | 0;
    if (!this.#running || Math.abs(margin) > JUMP) {
      this.#begin(timestamp);
      margin = FIRST_DELAY;
    }
    if (margin + bytes.length <= 0) {
      this.#wait(Math.min(MOST_AT_ONCE, Math.ceil(-margin / FRAME)) * FRAME);
      return false;
    }
    this.#leastMargin = Math.min(this.#leastMargin, margin);
    if (this.#filled[timestamp & MASK] === 1 && margin >= 0) return false;
    for (let index = Math.max(0, -margin); index < bytes.length; index += 1) {
      const place = (timestamp + index) & MASK;
      this.#bytes[place] = bytes[index] as number;
      this.#filled[place] = 1;
    }
    return true;
  }

  #begin(timestamp: number) {
    this.#running = true;
    this.#filled.fill(0);
    this.#next = (timestamp - FIRST_DELAY) | 0;
    this.#leastMargin = Infinity;
    this.#frames = 0;
  }

  /** Plays `samples` later from now on. What is there already is heard later. */
  #wait(samples: number) {
    this.#leastMargin = Infinity;
    this.#frames = 0;
    if (this.#delay() + samples > LONGEST_DELAY) return;
    this.#next = (this.#next - samples) | 0;
  }
  #delay(): number {
    let newest = 0;
    for (let ahead = 0; ahead < LONGEST_DELAY + FRAME; ahead += FRAME) if (this.#filled[(this.#next + ahead) & MASK]) newest = ahead;
    return newest;
  }

  /** The next frame; null when nothing is heard (before the first packet, in a pause of the sender). */
  take(): Uint8Array | null {
    if (!this.#running) return null;
    this.#frames += 1;
    if (this.#frames >= PATIENCE) this.#hurry();
    const frame = new Uint8Array(FRAME);
    let there = 0;
    for (let index = 0; index < FRAME; index += 1) {
      const place = (this.#next + index) & MASK;
      if (this.#filled[place] === 1) {
        frame[index] = this.#bytes[place] as number;
        there += 1;
      }
      this.#filled[place] = 0;
    }
    this.#next = (this.#next + FRAME) | 0;
    if (there === FRAME) return this.#concealment.heard(frame);
    // Part of a frame is as good as none: the rest was lost.
    this.#missing += 1;
    return this.#concealment.missing();
  }

  #hurry() {
    if (this.#leastMargin > EARLY && this.#leastMargin !== Infinity) {
      const frames = Math.min(MOST_AT_ONCE, Math.max(1, Math.floor((this.#leastMargin - EARLY) / (2 * FRAME))));
      for (let index = 0; index < frames * FRAME; index += 1) this.#filled[(this.#next + index) & MASK] = 0;
      this.#next = (this.#next + frames * FRAME) | 0;
    }
    this.#frames = 0;
    this.#leastMargin = Infinity;
  }

  /** Samples between the newest that came and the next that is played. */
  get delayed(): number {
    return this.#delay();
  }
  /** Frames that were made up. */
  get missing(): number {
    return this.#missing;
  }
}
