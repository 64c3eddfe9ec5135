import type { Surroundings } from '#web/api/surroundings.ts';

/** A browser whose time passes only when told to; its sockets are real. */
export function world() {
  let now = 1_000_000;
  let next = 0;
  let visible = true;
  const timers = new Map<number, { at: number; run: () => void }>();
  const listeners = { visibilitychange: new Set<() => void>(), online: new Set<() => void>() };
  const opened: string[] = [];
  const logged: string[] = [];
  class CountedWebSocket extends WebSocket {
    constructor(url: string, protocols?: string[]) {
      super(url, protocols);
      opened.push(new URL(url).pathname);
    }
  }
  const surroundings: Surroundings = {
    WebSocket: CountedWebSocket as unknown as typeof WebSocket,
    now: () => now,
    setTimeout(run, ms) {
      timers.set(++next, { at: now + ms, run });
      return next;
    },
    clearTimeout: (timer) => void timers.delete(timer as number),
    random: () => 0,
    visible: () => visible,
    on(event, run) {
      listeners[event].add(run);
      return () => listeners[event].delete(run);
    },
    log: (text) => logged.push(text),
  };
  return {
    surroundings,
    opened,
    logged,
    pending: () => timers.size,
    /** Lets time pass, timer by timer. */
    pass(ms: number) {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
        if (!due) break;
        timers.delete(due[0]);
        now = Math.max(now, due[1].at);
        due[1].run();
      }
      now = end;
    },
    /** The lid closes: time passes, and what was due runs only afterwards. */
    sleep(ms: number) {
      now += ms;
      this.pass(0);
    },
    show(shown: boolean) {
      visible = shown;
      for (const run of listeners.visibilitychange) run();
    },
    online: () => listeners.online.forEach((run) => run()),
  };
}
