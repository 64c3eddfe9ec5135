/** Which positions are believed, and which are worth keeping. Pure; WGS-84 degrees, epoch ms, metres. */
import { z } from 'zod';
import { whole } from '../fields.ts';
import { metresBetween } from './tracks.rules.ts';

/** Of a model or a device; absent is as `plainFilter`. */
export const PositionFilter = z.object({
  /** Fixes that are less exact are only approximate: on the map, and for no fence that is smaller. */
  accuracyMetres: whole(10, 5000, '最大误差（米）').optional(),
  /** Nobody who is cared for moves faster: such a fix is kept for the record and moves nothing. */
  maxSpeedKmh: whole(20, 1000, '最高速度（公里/小时）').optional(),
  /** Closer to the last one that was kept it is not kept again, unless `keepMinutes` have passed. */
  minMetres: whole(0, 500, '最小位移（米）').optional(),
  keepMinutes: whole(1, 60, '至少保留间隔（分钟）').optional(),
  /** Older ones are not kept at all. */
  outdatedHours: whole(1, 168, '过期（小时）').optional(),
});
export type PositionFilter = z.output<typeof PositionFilter>;

export const plainFilter = { maxSpeedKmh: 350, minMetres: 0, keepMinutes: 10, outdatedHours: 168 } as const;

export interface Fixed {
  at: number;
  lng: number;
  lat: number;
}

/** What one device's positions are judged by: the last that was believed, the last that was kept, and those in doubt since then. */
export interface FilterMemory {
  believed: Fixed | null;
  kept: Fixed | null;
  doubted: Fixed[];
}

/** What a filter knows of a device that it never heard. */
export const noFilterMemory = (): FilterMemory => ({ believed: null, kept: null, doubted: [] });

/**
 * `keep`: believed and stored. `still`: believed, and where it was before: not stored. `coarse`: stored as approximate. `doubt`: stored as
 * approximate, and nothing is concluded from it. `outdated`: not stored.
 */
export type Verdict = 'keep' | 'still' | 'coarse' | 'doubt' | 'outdated';

/** So many in doubt that agree with each other are right, and the one before them was wrong. */
const AGREEING = 3;
/** What satellites are wrong by anyway. */
const SLACK = 100;

const reachable = (from: Fixed, to: Fixed, kmh: number) =>
  metresBetween(from, to) - SLACK <= (kmh * 1000 * Math.max(Math.abs(to.at - from.at), 1000)) / 3_600_000;

/**
 * Judges a fix and gives the memory for the next one; `memory` itself is not touched. A fix that comes a second time is judged as before.
 */
export function judgePosition(
  memory: FilterMemory,
  fix: Fixed & { accuracy: number | null },
  receivedAt: number,
  filter: PositionFilter = {},
): { verdict: Verdict; memory: FilterMemory } {
  const { maxSpeedKmh, minMetres, keepMinutes, outdatedHours } = { ...plainFilter, ...filter };
  const { accuracyMetres = Infinity } = filter;
  const spot = { at: fix.at, lng: fix.lng, lat: fix.lat };
  if (receivedAt - fix.at > outdatedHours * 3_600_000) return { verdict: 'outdated', memory };
  if ((fix.accuracy ?? 0) > accuracyMetres) return { verdict: 'coarse', memory };
  const { believed, kept, doubted } = memory;
  // Of the time before: it belongs to the track, which has its own look at the whole.
  if (believed && fix.at < believed.at) return { verdict: 'keep', memory };
  if (believed && fix.at > believed.at && !reachable(believed, spot, maxSpeedKmh)) {
    const last = doubted.at(-1);
    const agreeing =
      last && fix.at > last.at && reachable(last, spot, maxSpeedKmh) ? [...doubted, spot] : last?.at === fix.at ? doubted : [spot];
    if (agreeing.length < AGREEING) return { verdict: 'doubt', memory: { ...memory, doubted: agreeing } };
  }
  const near =
    kept !== null &&
    fix.at !== kept.at &&
    minMetres > 0 &&
    metresBetween(kept, spot) < minMetres &&
    fix.at - kept.at < keepMinutes * 60_000;
  return { verdict: near ? 'still' : 'keep', memory: { believed: spot, kept: near ? kept : spot, doubted: [] } };
}
