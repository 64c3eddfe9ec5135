/** Signs of life in a frame: a counter that has gone up, a button that was pressed. Nothing is concluded from a value by itself. */
import type { LifeSource } from '#contract/warnings/life.rules.ts';
import type { DeviceEvent } from './events.ts';

export interface SignOfLife {
  readonly source: LifeSource;
  /** Epoch ms. */
  readonly at: number;
}

const COUNTERS = { steps: 'steps', rolls: 'rolls' } as const satisfies Partial<Record<string, LifeSource>>;
const MOST = 200_000;

/** Remembers each device's counters; the first value after a start says nothing, a lower one is a new day. */
export function livesOf() {
  const counters = new Map<string, number>();
  return function signsOf(deviceId: number, events: readonly DeviceEvent[]): SignOfLife[] {
    const signs: SignOfLife[] = [];
    for (const event of events) {
      if (event.kind === 'alarm' && event.alarm === 'sos' && !event.suppressed) signs.push({ source: 'button', at: event.at });
      if (event.kind !== 'reading' || !Object.hasOwn(COUNTERS, event.metric)) continue;
      const source = COUNTERS[event.metric as keyof typeof COUNTERS];
      const key = `${deviceId}:${source}`;
      const before = counters.get(key);
      counters.set(key, event.value);
      if (counters.size > MOST) counters.delete(counters.keys().next().value as string);
      if (before !== undefined && event.value > before) signs.push({ source, at: Math.min(event.at, event.receivedAt) });
    }
    return signs;
  };
}
