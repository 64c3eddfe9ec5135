/** Tones, and how loud one is in a piece of sound. */
import { encode, RATE, SAMPLE_OF_A } from '#server/call-media/alaw.ts';

/** A-law of a tone: whole frames that join without a click when the frequency is a multiple of 50. */
export function tone(frequency: number, ms = 1000, level = 8000): Uint8Array {
  return encode(Array.from({ length: (ms * RATE) / 1000 }, (_, at) => level * Math.sin((2 * Math.PI * frequency * at) / RATE)));
}

/** The part of the energy of the sound that this frequency has (Goertzel): 1 for the tone alone, about 0.5 with another as loud. */
export function share(sound: Uint8Array, frequency: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * frequency) / RATE);
  let one = 0;
  let two = 0;
  let energy = 0;
  for (const byte of sound) {
    const sample = (SAMPLE_OF_A[byte] as number) / 32768;
    energy += sample * sample;
    [one, two] = [sample + factor * one - two, one];
  }
  if (energy / sound.length < 1e-5) return 0;
  return (2 * (one * one + two * two - factor * one * two)) / (energy * sound.length);
}

/** Which of these tones are heard in the sound. */
export const heard = (sound: Uint8Array, frequencies: readonly number[]): number[] =>
  frequencies.filter((frequency) => share(sound, frequency) > 0.1);

/** Every other byte of a sound of two channels. */
export const channel = (sound: Uint8Array, which: 0 | 1): Uint8Array => sound.filter((_, at) => at % 2 === which);
