/** Notices the moments after which a page may have missed something. */
import type { Surroundings } from './surroundings.ts';

/** `slept`: time has passed in which no timer ran, so the machine (or the browser's patience with a hidden page) slept. */
export type WakeUp = 'visible' | 'online' | 'slept';

const TICK_MS = 5000;
export const GAP_MS = 15_000;

/** Calls `onWake` until the returned function is called. */
export function watchWakeUps(surroundings: Surroundings, onWake: (why: WakeUp) => void): () => void {
  let last = surroundings.now();
  let timer: unknown;
  function tick() {
    const now = surroundings.now();
    const slept = now - last > GAP_MS;
    last = now;
    timer = surroundings.setTimeout(tick, TICK_MS);
    if (slept) onWake('slept');
  }
  timer = surroundings.setTimeout(tick, TICK_MS);
  const deafen = [
    surroundings.on('visibilitychange', () => surroundings.visible() && onWake('visible')),
    surroundings.on('online', () => onWake('online')),
  ];
  return () => {
    surroundings.clearTimeout(timer);
    for (const stop of deafen) stop();
  };
}
