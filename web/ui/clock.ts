/** The server's time, as something that a component can watch. */
import { useSyncExternalStore } from 'react';
import { midnightOf } from '#contract/time.ts';
import { serverNow } from '#web/api/server-clock.ts';

function every(ms: number) {
  return {
    subscribe(changed: () => void): () => void {
      const timer = setInterval(changed, ms);
      return () => clearInterval(timer);
    },
    read: () => Math.floor(serverNow() / ms) * ms,
  };
}
const second = every(1000);
const quarter = every(15_000);

/** A day changes at midnight only; it is looked at every minute. */
const day = { ...every(60_000), read: () => midnightOf(serverNow()) };

/** Epoch milliseconds of the last midnight in Shanghai. */
export const useToday = () => useSyncExternalStore(day.subscribe, day.read);
/** Epoch milliseconds, changing every second. */
export const useSecond = () => useSyncExternalStore(second.subscribe, second.read);
/** Epoch milliseconds, changing every fifteen seconds: for "5 minutes ago". */
export const useQuarterMinute = () => useSyncExternalStore(quarter.subscribe, quarter.read);
