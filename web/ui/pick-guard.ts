/** A double click picks once, and does one thing where the rows move afterwards (specification 1, section 9: 1000 ms). */
const PICK_MS = 1000;

/**
 * Makes a function that says whether a pick counts now: the first does, those within a second after it do not. `clock` gives milliseconds.
 */
export function pickGuard(clock: () => number = Date.now): () => boolean {
  let last = -Infinity;
  return () => {
    const now = clock();
    if (now - last < PICK_MS) return false;
    last = now;
    return true;
  };
}
