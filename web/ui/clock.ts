/** The server's time, as something that a component can watch. */
import { useSyncExternalStore } from 'react';
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

/** Epoch milliseconds, changing every second. */
export const useSecond = () => useSyncExternalStore(second.subscribe, second.read);
/** Epoch milliseconds, changing every fifteen seconds: for "5 minutes ago". */
export const useQuarterMinute = () => useSyncExternalStore(quarter.subscribe, quarter.read);
