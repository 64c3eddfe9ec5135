/**
 * Which readings are worth a row of their own. Batteries and steps are kept when they
 * change, belts and radars, which speak every few seconds, once a minute and whenever a value leaves the band around the last one kept.
 * Everything is judged, whether it is kept or not. (domain notes, capacity)
 */
import { BoundedMap } from '../bounded-map.ts';
import { MINUTE } from '#contract/time.ts';
import { metrics } from '#contract/health/metrics.ts';
import type { DeviceProfile } from './events.ts';
import type { ReadingRow } from './rows.ts';

interface Band {
  /** A value that is not kept is at most so far from the last one that was, in the metric's unit. */
  readonly within: number;
  /** Kept again after so long in any case. */
  readonly forMs: number;
}

const MOST = 200_000;

const everywhere: ReadonlyMap<number, Band> = new Map([
  [metrics.battery.number, { within: 0, forMs: 15 * MINUTE }],
  [metrics.steps.number, { within: 0, forMs: 15 * MINUTE }],
]);
const continuous: ReadonlyMap<number, Band> = new Map([
  ...everywhere,
  [metrics.heartRate.number, { within: 5, forMs: MINUTE }],
  [metrics.breathing.number, { within: 2, forMs: MINUTE }],
]);
const bandsOf = ({ kind }: DeviceProfile) => (kind === 'bed' || kind === 'radar' ? continuous : everywhere);

type Kept = Pick<ReadingRow, 'personId' | 'at' | 'value'>;

/** Makes the memory of one process. After a start the first value is kept. */
export function readingBands() {
  const known = new BoundedMap<string, Map<number, Kept>>(MOST);
  const counts = { unchanged: 0 };
  return {
    counts,
    /** The readings of a frame that are kept. What is older than the last one kept always is. */
    choose(key: string, profile: DeviceProfile, readings: ReadingRow[]): ReadingRow[] {
      const bands = bandsOf(profile);
      if (!readings.some(({ metric }) => bands.has(metric))) return readings;
      const kept = known.get(key) ?? new Map<number, Kept>();
      const chosen = readings.filter(({ personId, metric, at, value }) => {
        const band = bands.get(metric);
        if (!band) return true;
        const last = kept.get(metric);
        if (last && at < last.at) return true;
        // Nobody's value stands for somebody else's.
        if (last?.personId === personId && at < last.at + band.forMs && Math.abs(value - last.value) <= band.within) return false;
        kept.set(metric, { personId, at, value });
        return true;
      });
      counts.unchanged += readings.length - chosen.length;
      known.delete(key);
      known.set(key, kept);
      return chosen;
    },
    /** What was chosen of a device was not stored: nothing may stand for it. */
    forget: (key: string) => void known.delete(key),
  };
}
