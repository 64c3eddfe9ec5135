/**
 * The server's clock as this browser hears it: a house's computer may be wrong by hours,
 * and how long a person has waited must not depend on that.
 */

/** Less is the network's, or the second that a `Date` leaves out. */
const ROUGHLY_MS = 5000;
let ahead = 0;

/** Takes the `Date` of an answer. */
export function hearClock(date: string | null): void {
  const off = Date.parse(date ?? '') - Date.now();
  if (Math.abs(off - ahead) > ROUGHLY_MS) ahead = Math.abs(off) > ROUGHLY_MS ? off : 0;
}

/** Epoch milliseconds. */
export const serverNow = () => Date.now() + ahead;
