/**
 * What is heard in place of lost packets: the last periods of the voice again, softer and softer, and after 80 ms silence. Where the voice
 * comes back it is faded in over 5 ms.
 */
import { alaw, decode, FRAME, SAMPLE_OF_A } from './alaw.ts';

const HISTORY = 3 * FRAME;
const SHORTEST_PERIOD = 32;
const LONGEST_PERIOD = 160;
const FADED_AFTER = 4;
const FADE_IN = 40;

export class Concealment {
  readonly #history = new Int16Array(HISTORY);
  #lost = 0;
  #period = 0;

  /** A frame that came. The frame given back must not be changed. */
  heard(frame: Uint8Array): Uint8Array {
    if (this.#lost > 0 && this.#lost <= FADED_AFTER) this.#fadeIn(frame);
    this.#lost = 0;
    this.#keep(decode(frame));
    return frame;
  }

  /** A frame for one that did not come; null when it is silent by now. */
  missing(): Uint8Array | null {
    if (this.#lost === 0) this.#period = periodOf(this.#history);
    this.#lost += 1;
    if (this.#lost > FADED_AFTER) {
      if (this.#lost === FADED_AFTER + 1) this.#history.fill(0);
      return null;
    }
    const samples = this.#goOn(FRAME);
    const gain = 1 - (this.#lost - 1) / FADED_AFTER;
    const step = 1 / FADED_AFTER / FRAME;
    const frame = new Uint8Array(FRAME);
    for (let index = 0; index < FRAME; index += 1) frame[index] = alaw((samples[index] as number) * (gain - index * step));
    this.#keep(samples);
    return frame;
  }

  /** The voice as it would go on: its last period again. */
  #goOn(length: number): Int16Array {
    const samples = new Int16Array(length);
    const begin = HISTORY - this.#period;
    for (let index = 0; index < length; index += 1) samples[index] = this.#history[begin + (index % this.#period)] as number;
    return samples;
  }

  #fadeIn(frame: Uint8Array) {
    const before = this.#goOn(FADE_IN);
    const softer = 1 - this.#lost / FADED_AFTER;
    for (let index = 0; index < FADE_IN; index += 1) {
      const part = index / FADE_IN;
      const now = SAMPLE_OF_A[frame[index] as number] as number;
      frame[index] = alaw(now * part + (before[index] as number) * softer * (1 - part));
    }
  }

  #keep(samples: Int16Array) {
    this.#history.copyWithin(0, samples.length);
    this.#history.set(samples, HISTORY - samples.length);
  }
}

/** The length, in samples, after which the end of the history is most like itself. */
function periodOf(history: Int16Array): number {
  const begin = HISTORY - FRAME;
  let best = LONGEST_PERIOD;
  let most = 0;
  for (let lag = SHORTEST_PERIOD; lag <= LONGEST_PERIOD; lag += 1) {
    let product = 0;
    let energy = 1;
    for (let index = begin; index < HISTORY; index += 2) {
      const before = history[index - lag] as number;
      product += (history[index] as number) * before;
      energy += before * before;
    }
    const likeness = product <= 0 ? 0 : (product * product) / energy;
    if (likeness > most) {
      most = likeness;
      best = lag;
    }
  }
  return best;
}
