/** What a guess does to the lock. Pure. */
import type { Lock } from '#web/api/session-channel.ts';

/** After so many wrong passwords in a row one has to sign in again. */
export const TRIES = 5;

/** The lock after a guess; null when guessing is over. */
export function guessed(lock: Lock, right: boolean): Lock | null {
  if (right) return { ...lock, locked: false, tries: 0 };
  return lock.tries + 1 >= TRIES ? null : { ...lock, tries: lock.tries + 1 };
}
