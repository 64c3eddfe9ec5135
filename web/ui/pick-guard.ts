/** A double click picks once (specification 1, section 9: 1000 ms). */
const PICK_MS = 1000;

/** Makes a function that says whether a pick at `now` (milliseconds) counts: the first does, those within a second after it do not. */
export function pickGuard(): (now: number) => boolean {
  let last = -Infinity;
  return (now) => {
    if (now - last < PICK_MS) return false;
    last = now;
    return true;
  };
}
