/** What the realtime client needs of the world, so that a test can be the world. */

export interface Surroundings {
  /** Undefined where the browser has none. */
  WebSocket: typeof WebSocket | undefined;
  /** Epoch milliseconds: wall time, because a sleeping laptop may stop the monotonic clock. */
  now: () => number;
  setTimeout: (run: () => void, ms: number) => unknown;
  clearTimeout: (timer: unknown) => void;
  /** In [0, 1). */
  random: () => number;
  /** Whether the page can be seen. */
  visible: () => boolean;
  /** Hears `visibilitychange` and `online`; gives a function that stops hearing. */
  on: (event: 'visibilitychange' | 'online', run: () => void) => () => void;
  log: (text: string) => void;
}

/** The browser itself. */
export function browserSurroundings(): Surroundings {
  return {
    WebSocket: globalThis.WebSocket,
    now: () => Date.now(),
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (timer) => clearTimeout(timer as number),
    random: () => Math.random(),
    visible: () => document.visibilityState === 'visible',
    on(event, run) {
      const target = event === 'online' ? window : document;
      target.addEventListener(event, run);
      return () => target.removeEventListener(event, run);
    },
    log: (text) => console.warn(text),
  };
}
