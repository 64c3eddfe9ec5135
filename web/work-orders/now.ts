/** The time for whatever ticks on a page of orders. */
import { useSyncExternalStore } from 'react';

/** Minutes are shown: twice in one is often enough. */
const TICK_MS = 30_000;

const hearers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for a whole list, and none when nobody looks. */
function onTick(hear: () => void): () => void {
  hearers.add(hear);
  timer ??= setInterval(() => hearers.forEach((one) => one()), TICK_MS);
  return () => {
    hearers.delete(hear);
    if (hearers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
const lastTick = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** The time, every half minute again. */
export const useNow = () => useSyncExternalStore(onTick, lastTick);
