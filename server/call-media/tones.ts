/** What is heard without a voice: tones of the Chinese network, music on hold of our own, keys in the band. All of it repeats. */
import { encode, FRAME, QUIET_FRAME, RATE } from './alaw.ts';

/** Seconds of a tone, then of silence. `frequency` 0 is silence. */
type Step = { frequency: number; seconds: number };

const samplesOf = (steps: readonly Step[], level: number): Float64Array => {
  const parts = steps.map(({ frequency, seconds }) =>
    Float64Array.from({ length: Math.round(seconds * RATE) }, (_, at) => level * Math.sin((2 * Math.PI * frequency * at) / RATE)),
  );
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

const steps = (...pairs: [number, number][]): Step[] => pairs.map(([frequency, seconds]) => ({ frequency, seconds }));
/** GF002: 450 Hz; one second in five rings, a third of a second in two thirds is busy. */
const ringback = samplesOf(steps([450, 1], [0, 4]), 6000);
const busy = samplesOf(steps([450, 0.36], [0, 0.34]), 6000);
const beep = samplesOf(steps([1000, 0.2], [0, 14.8]), 6000);

/** Half steps above A3, and quarters of a second: a slow walk through a pentatonic scale. */
const MELODY: [number, number][] = [
  [3, 4], [5, 2], [7, 2], [10, 4], [7, 4], [5, 2], [3, 2], [0, 4], [3, 4], [10, 2], [12, 2], [15, 4], [12, 2], [10, 2], [7, 4], [5, 4],
]; // prettier-ignore

function melody(): Float64Array {
  const quarter = RATE / 4;
  const length = MELODY.reduce((sum, [, quarters]) => sum + quarters * quarter, 0);
  const all = new Float64Array(length);
  let begin = 0;
  for (const [half, quarters] of MELODY) {
    const frequency = 220 * 2 ** (half / 12);
    // A note sounds on into the next one.
    const lasts = quarters * quarter * 1.5;
    for (let at = 0; at < lasts; at += 1) {
      const seconds = at / RATE;
      const shape = Math.min(1, at / 160) * Math.exp(-1.6 * seconds) * Math.min(1, (lasts - at) / 400);
      const angle = 2 * Math.PI * frequency * seconds;
      const sound = Math.sin(angle) + 0.35 * Math.sin(2 * angle) + 0.12 * Math.sin(3 * angle);
      const place = (begin + at) % length;
      all[place] = (all[place] as number) + 4200 * shape * sound;
    }
    begin += quarters * quarter;
  }
  return all;
}

const frames = (samples: Float64Array): Uint8Array => encode(samples.subarray(0, samples.length - (samples.length % FRAME)));
const LOOPS = {
  ringback: frames(ringback),
  busy: frames(busy),
  beep: frames(beep),
  'hold-music': frames(melody()),
  silence: QUIET_FRAME,
} as const;
export type ToneName = keyof typeof LOOPS;

/** The sound of a tone or the music, in whole frames, to be played round. */
export const loopOf = (name: ToneName): Uint8Array => LOOPS[name];

const ROWS = [697, 770, 852, 941];
const COLUMNS = [1209, 1336, 1477, 1633];
const KEYS = '123A456B789C*0#D';

/** The two tones of a key, for phones that take no named events: 100 ms, then 60 ms of silence. */
export function keyTones(digit: string): Uint8Array {
  const key = KEYS.indexOf(digit);
  const row = ROWS[key >> 2] as number;
  const column = COLUMNS[key & 3] as number;
  const sound = (at: number) => 5000 * (Math.sin((2 * Math.PI * row * at) / RATE) + Math.sin((2 * Math.PI * column * at) / RATE));
  return encode(Array.from({ length: 8 * FRAME }, (_, at) => (at < 5 * FRAME ? sound(at) : 0)));
}
