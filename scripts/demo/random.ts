/** Numbers that are the same on every machine: the demonstration looks alike wherever it starts. */

/** A generator of its own for each topic, so that a change in one leaves the others as they were. */
export function randomOf(topic: string) {
  let state = [...topic].reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) as number), 0x01000193), 0x811c9dc5) >>> 0;
  /** [0, 1) */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    int: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <T>(from: readonly T[]) => from[Math.floor(next() * from.length)] as T,
    chance: (share: number) => next() < share,
    /** Roughly normal, by the sum of six. */
    around: (mean: number, deviation: number) =>
      mean + (Array.from({ length: 6 }, next).reduce((sum, one) => sum + one, 0) - 3) * deviation * 1.4,
    /** Index by weight. */
    weighted: (weights: readonly number[]) => {
      let at = next() * weights.reduce((sum, one) => sum + one, 0);
      return weights.findIndex((weight) => (at -= weight) < 0);
    },
  };
}
export type Random = ReturnType<typeof randomOf>;
