/** What a process does again and again while it runs, one round after the other. */

export interface Rounds {
  /** Begins no more; resolves when the round that is under way has ended. */
  stop(): Promise<void>;
}

/** Runs `round`, which never rejects, `firstMs` from now and then each time a pause after its end. Pauses are milliseconds; they keep no process alive. */
export function inRounds(round: () => Promise<void>, pauseMs: () => number, firstMs = pauseMs()): Rounds {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const schedule = (ms: number) => {
    timer = setTimeout(() => {
      running = round().then(() => (stopped ? undefined : schedule(pauseMs())));
    }, ms);
    timer.unref();
  };
  schedule(firstMs);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
