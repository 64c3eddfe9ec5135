/**
 * Signs of life in a frame: a counter that has gone up, a button that was pressed, a state
 * that turned. Nothing is concluded from a value by itself.
 */
import { BoundedMap } from '../bounded-map.ts';
import type { LifeSource } from '#contract/warnings/life.rules.ts';
import type { DeviceEvent } from './events.ts';

export interface SignOfLife {
  readonly source: LifeSource;
  /** Epoch ms. */
  readonly at: number;
}

/** Whether somebody lies in the bed, as its sensor says; `turned`: it said otherwise, or nothing, before. */
export interface BedState {
  readonly out: boolean;
  readonly at: number;
  readonly turned: boolean;
}

const COUNTERS = { steps: 'steps', rolls: 'rolls' } as const satisfies Partial<Record<string, LifeSource>>;
/** What a device says of its surroundings, and what it is a sign of when it turns: who lies in view of a radar for hours gives none. */
const STATES = { bed: 'bed', presence: 'presence', door: 'door' } as const satisfies Partial<Record<string, LifeSource>>;
/** Alarms that somebody pressed. */
const BUTTONS: ReadonlySet<string> = new Set(['sos', 'service']);
const MOST = 200_000;

/** Remembers each device's counters and states; the first after a start say nothing, a lower counter is a new day. */
export function livesOf() {
  const known = new BoundedMap<string, string | number>(MOST);
  function swap(key: string, value: string | number): string | number | undefined {
    const before = known.get(key);
    known.set(key, value);
    return before;
  }
  return function signsOf(deviceId: number, events: readonly DeviceEvent[]): { signs: SignOfLife[]; beds: BedState[] } {
    const signs: SignOfLife[] = [];
    const beds: BedState[] = [];
    for (const event of events) {
      const at = Math.min(event.at, event.receivedAt);
      if (event.kind === 'alarm' && BUTTONS.has(event.alarm) && !event.suppressed) signs.push({ source: 'button', at: event.at });
      else if (event.kind === 'reading' && Object.hasOwn(COUNTERS, event.metric)) {
        const source = COUNTERS[event.metric as keyof typeof COUNTERS];
        const before = swap(`${deviceId}:${source}`, event.value);
        if (before !== undefined && event.value > (before as number)) signs.push({ source, at });
      } else if (event.kind === 'info' && Object.hasOwn(STATES, event.name)) {
        const source = STATES[event.name as keyof typeof STATES];
        const before = swap(`${deviceId}:${source}`, event.value);
        if (before !== undefined && before !== event.value) signs.push({ source, at });
        if (source === 'bed') beds.push({ out: event.value === 'out', at, turned: before !== event.value });
      }
    }
    return { signs, beds };
  };
}
