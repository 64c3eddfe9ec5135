/** The committed reference data, read on first use. Both files come from scripts/regions.ts. */
import { readFileSync } from 'node:fs';
import type { Region } from '#contract/regions.rules.ts';

export interface RegionCentroids {
  /** adcode → seat [lng, lat], and for units without subdivisions also centroid [lng, lat] and radius in km; GCJ-02. */
  points: Record<string, readonly number[]>;
  /** Names that units had before, with the adcode of today. */
  former: [name: string, code: string][];
  /** Units without a point of their own: they are placed at their parent's. */
  without: string[];
}

// Not imported as modules: the type checker would spell out three thousand literals.
const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as T;
const once = <T>(make: () => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

/** The national tree, province → city → district. */
export const regionTree = once(() => read<Region[]>('../../contract/data/regions.json'));
export const regionCentroids = once(() => read<RegionCentroids>('./data/region-centroids.json'));
