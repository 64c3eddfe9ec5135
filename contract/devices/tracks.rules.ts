/** A track: which fixes are believed, where somebody stayed, how far it was. Pure; WGS-84 degrees, epoch ms, metres. */

export interface Fix {
  at: number;
  lng: number;
  lat: number;
  /** Without satellites: right to some hundred metres. */
  approximate: boolean;
  /** km/h, as the device says. */
  speed: number | null;
}

export interface Stop {
  from: number;
  to: number;
  lng: number;
  lat: number;
}

const RADIUS = 6_371_008.8;
const rad = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres between two places on the sphere. */
export function metresBetween(a: Pick<Fix, 'lng' | 'lat'>, b: Pick<Fix, 'lng' | 'lat'>): number {
  const half = (from: number, to: number) => Math.sin(rad(to - from) / 2) ** 2;
  const h = half(a.lat, b.lat) + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * half(a.lng, b.lng);
  return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Nobody who is cared for moves faster, not even by train. */
const FASTEST_KMH = 350;

/**
 * The fixes of `raw` (by time) that can be true: out go those that the last believed one could not have reached, and approximate ones
 * within ten minutes of a satellite fix, which would zigzag around it.
 */
export function believed(raw: readonly Fix[]): Fix[] {
  const fixes: Fix[] = [];
  let satellite = -Infinity;
  for (const fix of raw) {
    const last = fixes.at(-1);
    if (fix.approximate && fix.at - satellite < 600_000) continue;
    if (last) {
      const hours = Math.max(fix.at - last.at, 1000) / 3_600_000;
      const slack = fix.approximate || last.approximate ? 2000 : 100;
      if (metresBetween(last, fix) - slack > FASTEST_KMH * 1000 * hours) continue;
    }
    if (!fix.approximate) satellite = fix.at;
    fixes.push(fix);
  }
  return fixes;
}

/** Whoever is within so many metres for so long has stopped. */
export const STOP = { metres: 80, ms: 5 * 60_000 } as const;

/** The stops along believed fixes: the longest runs around their first place. */
export function stopsOf(fixes: readonly Fix[]): Stop[] {
  const stops: Stop[] = [];
  for (let start = 0; start < fixes.length;) {
    const first = fixes[start] as Fix;
    let end = start;
    while (end + 1 < fixes.length && metresBetween(first, fixes[end + 1] as Fix) <= STOP.metres) end++;
    const run = fixes.slice(start, end + 1);
    const last = fixes[end] as Fix;
    if (last.at - first.at < STOP.ms) {
      start++;
      continue;
    }
    const mean = (of: (fix: Fix) => number) => run.reduce((sum, fix) => sum + of(fix), 0) / run.length;
    stops.push({ from: first.at, to: last.at, lng: mean(({ lng }) => lng), lat: mean(({ lat }) => lat) });
    start = end + 1;
  }
  return stops;
}

export interface Trip {
  from: number;
  to: number;
  metres: number;
  /** km/h between two fixes at most, over at least a minute; null when nobody can say. */
  fastest: number | null;
}

/** Shorter ways are what satellites make of somebody who sits. */
const LEAST_TRIP = 100;
/** Two fixes that are closer in time say nothing of a speed. */
const SPEED_OVER = 60_000;

function fastestOf(fixes: readonly Fix[]): number | null {
  let fastest: number | null = null;
  for (let from = 0, to = 1; to < fixes.length; to++) {
    const [a, b] = [fixes[from] as Fix, fixes[to] as Fix];
    if (b.at - a.at < SPEED_OVER) continue;
    fastest = Math.max(fastest ?? 0, metresBetween(a, b) / 1000 / ((b.at - a.at) / 3_600_000));
    from = to;
  }
  return fastest;
}

/** The ways between stops, and before the first and after the last of them. */
export function tripsOf(fixes: readonly Fix[], stops: readonly Stop[]): Trip[] {
  const trips: Trip[] = [];
  let from = -Infinity;
  for (const until of [...stops.map((stop) => stop.from), Infinity]) {
    const way = fixes.filter(({ at }) => at >= from && at <= until);
    const [first, last] = [way[0], way.at(-1)];
    if (first && last && last.at > first.at) {
      const metres = lengthOf(way, []);
      if (metres >= LEAST_TRIP) trips.push({ from: first.at, to: last.at, metres, fastest: fastestOf(way) });
    }
    from = stops.find((stop) => stop.from === until)?.to ?? Infinity;
  }
  return trips;
}

/** Metres along believed fixes, what happens inside a stop not counted. */
export function lengthOf(fixes: readonly Fix[], stops: readonly Stop[]): number {
  const within = (at: number) => stops.findIndex(({ from, to }) => at >= from && at <= to);
  let metres = 0;
  for (let n = 1; n < fixes.length; n++) {
    const [a, b] = [fixes[n - 1] as Fix, fixes[n] as Fix];
    const stop = within(a.at);
    if (stop < 0 || stop !== within(b.at)) metres += metresBetween(a, b);
  }
  return Math.round(metres);
}
