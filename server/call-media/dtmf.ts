/** Keys as named events (RFC 4733). */
export const KEYS = '0123456789*#ABCD';

/** Finds the keys in packets of telephone-event: each key once, however often its packets come. */
export class KeyReader {
  #last = -1;

  /** The key that begins with this packet, or null. */
  read(timestamp: number, payload: Uint8Array): string | null {
    if (payload.length < 4 || timestamp === this.#last) return null;
    this.#last = timestamp;
    return KEYS[payload[0] as number] ?? null;
  }
}

const FRAMES_OF_KEY = 6;
const ENDS = 3;
const PAUSE = 4;

export interface KeyPacket {
  payload: Uint8Array;
  /** Frames since the key began: all its packets have the timestamp of its beginning. */
  age: number;
  first: boolean;
}

/** Says what to send in each tick while keys wait: 120 ms of a key, its end three times, 80 ms of pause. */
export class KeyWriter {
  readonly #waiting: string[] = [];
  #frame = 0;

  add(digits: string) {
    for (const digit of digits.toUpperCase()) if (KEYS.includes(digit) && this.#waiting.length < 100) this.#waiting.push(digit);
  }
  get busy(): boolean {
    return this.#waiting.length > 0;
  }
  /** The next key whole, for a phone that gets tones instead. */
  takeKey(): string | null {
    return this.#waiting.shift() ?? null;
  }

  /** The packet of this tick; null in the pause after a key, when sound goes on. Only while `busy`. */
  next(): KeyPacket | null {
    const frame = this.#frame;
    this.#frame += 1;
    if (frame >= FRAMES_OF_KEY + ENDS) {
      if (this.#frame >= FRAMES_OF_KEY + ENDS + PAUSE) {
        this.#waiting.shift();
        this.#frame = 0;
      }
      return null;
    }
    const duration = 160 * Math.min(frame + 1, FRAMES_OF_KEY);
    const end = frame >= FRAMES_OF_KEY ? 0x80 : 0;
    const payload = Uint8Array.of(KEYS.indexOf(this.#waiting[0] as string), end | 10, duration >> 8, duration & 255);
    return { payload, age: frame, first: frame === 0 };
  }
}
