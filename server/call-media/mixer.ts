import { alaw, FRAME, QUIET, QUIET_FRAME, SAMPLE_OF_A } from './alaw.ts';

const sums = new Int32Array(FRAME);

/** One frame of all sources together. A single source is handed on as it is: the frame must not be changed afterwards. */
export function mix(sources: readonly Uint8Array[]): Uint8Array {
  if (sources.length === 0) return QUIET_FRAME;
  if (sources.length === 1) return sources[0] as Uint8Array;
  sums.fill(0);
  for (const source of sources)
    for (let index = 0; index < FRAME; index += 1) (sums[index] as number) += SAMPLE_OF_A[source[index] as number] as number;
  const frame = new Uint8Array(FRAME);
  for (let index = 0; index < FRAME; index += 1) frame[index] = alaw(sums[index] as number);
  return frame;
}

/** Two channels as a stereo file holds them: left, right, left, right. */
export function interleave(left: Uint8Array, right: Uint8Array, target: Uint8Array, at: number): void {
  for (let index = 0; index < FRAME; index += 1) {
    target[at + 2 * index] = left[index] ?? QUIET;
    target[at + 2 * index + 1] = right[index] ?? QUIET;
  }
}
