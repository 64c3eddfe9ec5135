/**
 * Addresses to places and back without a network: the administrative units that an address names, placed at their seats. Street level needs
 * an online service (server/geo/amap.ts). All coordinates are GCJ-02, what the map shows.
 */
import { chainOf, isPseudo, levelOf, type Region, type RegionLevel } from '#contract/regions.rules.ts';
import { addressReader, LOOSE, normalize, within, type Reading } from './address-names.ts';
import { isPosition } from './coordinates.ts';
import type { RegionCentroids } from './region-data.ts';

export interface Place {
  /** GCJ-02 degrees. */
  longitude: number;
  latitude: number;
  formattedAddress: string;
  adcode: string;
  province: string;
  /** '' where there is no city level: Chongqing's districts, counties directly under a province. */
  city: string;
  district: string;
  /** The address behind the unit's name. */
  rest: string;
  /** The deepest unit found. */
  level: RegionLevel;
  /** What the coordinates stand for; coarser than `level` where a unit has no point of its own, `address` only from an online service. */
  precision: RegionLevel | 'address';
  /** The address names no unit; the caller's own region was taken. */
  assumed: boolean;
}

export type Geocoded =
  | { outcome: 'found'; place: Place }
  /** `name` is what the address says, `candidates` the units it can mean. */
  | { outcome: 'ambiguous'; name: string; candidates: { adcode: string; name: string }[] }
  | { outcome: 'unknown' };

/** `kilometres` is the distance to the point that decided; the unit is the nearest, not necessarily the one around. */
export type Regeocoded = Place & { kilometres: number };

export interface Geocoder {
  /** `hint` is the adcode of the region that the caller works in: it decides between equal names. */
  geocode(address: string, hint?: string | null): Promise<Geocoded>;
  /** Null at sea, abroad and for numbers that are no degrees. */
  regeocode(lng: number, lat: number): Promise<Regeocoded | null>;
}

const DIGNITY = { province: 0, city: 1, district: 2 } as const;

/** 3 inside the hint (or the hint itself), 2 in its city, 1 in its province. */
function closeness(region: Region, hint: Region): number {
  if (region.c === hint.c || within(region, hint)) return 3;
  if (region.p !== hint.p) return 0;
  return region.y !== undefined && region.y === hint.y ? 2 : 1;
}

/** The one unit that equally good readings mean; null when it stays open. */
function choose(readings: readonly Reading[], hint: Region | undefined): Region | null {
  const loose = readings.some(({ cost }) => cost >= LOOSE);
  // 吉林 is the province before its city of the same name.
  let left = readings.map(({ region }) => region).filter((region) => !readings.some((other) => within(region, other.region)));
  const nearest = hint ? Math.max(...left.map((region) => closeness(region, hint))) : 0;
  if (hint && nearest > 0) left = left.filter((region) => closeness(region, hint) === nearest);
  if (loose && left.length > 1 && nearest === 0) {
    // 西安 without 区 is the city. A municipality's district is as well known as a city: 朝阳 stays open.
    const highest = Math.min(...left.map((region) => DIGNITY[levelOf(region)]));
    const clear = highest === 0 || (left.some(({ n }) => n.endsWith('市')) && !left.some(({ p, a }) => a && /^(?:11|12|31|50)$/.test(p)));
    if (clear) left = left.filter((region) => DIGNITY[levelOf(region)] === highest);
  }
  const [only] = left;
  if (!only || left.length > 1) return null;
  // 东方明珠大厦 is not in 海南's 东方市: a county's bare short name alone proves nothing.
  const bare = loose && readings[0]?.named === 1 && levelOf(only) === 'district';
  return bare && nearest === 0 ? null : only;
}

/** The geocoder that needs nothing but the committed tables: `regionTree()` and `regionCentroids()`. */
export function createGeocoder(tree: readonly Region[], { points, former }: RegionCentroids) {
  const read = addressReader(tree, former);
  const fullName = (chain: readonly Region[]) =>
    chain
      .filter((region) => !isPseudo(region))
      .map(({ n }) => n)
      .join('');

  function placeOf(code: string, rest: string, assumed: boolean): Place {
    const chain = chainOf(tree, code);
    const region = chain.at(-1) as Region;
    const named = (level: RegionLevel) => chain.find((each) => levelOf(each) === level && !isPseudo(each))?.n ?? '';
    const placed = chain.findLast(({ c }) => points[c]) as Region;
    const [longitude = 0, latitude = 0] = points[placed.c] ?? [];
    return {
      longitude,
      latitude,
      formattedAddress: fullName(chain) + rest,
      adcode: code,
      province: named('province'),
      city: named('city'),
      district: named('district'),
      rest,
      level: levelOf(region),
      precision: levelOf(placed),
      assumed,
    };
  }

  function geocode(address: string, hint?: string | null): Geocoded {
    const text = normalize(address);
    const home = hint ? chainOf(tree, hint).at(-1) : undefined;
    const readings = read(text);
    const [first] = readings;
    if (!first)
      return home && /\p{Script=Han}{2}/u.test(text) ? { outcome: 'found', place: placeOf(home.c, text, true) } : { outcome: 'unknown' };
    const region = choose(readings, home);
    if (region) return { outcome: 'found', place: placeOf(region.c, text.slice(first.end).replace(/^[,，、;；·/\\|>_-]+/, ''), false) };
    const candidates = readings.map(({ region: { c } }) => ({ adcode: c, name: fullName(chainOf(tree, c)) }));
    return { outcome: 'ambiguous', name: text.slice(first.start, first.end), candidates };
  }

  const spots = Object.entries(points).flatMap(([code, row]) => {
    const [lng = 0, lat = 0, centroidLng, centroidLat, radius] = row;
    if (centroidLng === undefined || centroidLat === undefined || radius === undefined) return [];
    // Hong Kong's districts and 三沙's waters have a point but no node: they stand for the unit above.
    const owner = [code, `${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`].find((each) => chainOf(tree, each).length > 0) as string;
    // 1.5 radii reach 99.8 % of a unit's own ground and end within sight of the coast (docs/decisions/003).
    const reach = 1.5 * radius + 3;
    return [
      [lng, lat],
      [centroidLng, centroidLat],
    ].map(([x = 0, y = 0]) => ({ owner, x, y, reach }));
  });

  /**
   * Nearest of all seats and centroids whose unit reaches that far. A plain scan: 5,700
   * points take some microseconds, an index would not pay.
   */
  function regeocode(lng: number, lat: number): Regeocoded | null {
    if (!isPosition(lng, lat)) return null;
    const east = 111.32 * Math.cos((lat * Math.PI) / 180);
    let best = Infinity;
    let owner = '';
    for (const spot of spots) {
      const dy = (spot.y - lat) * 110.57;
      if (dy > spot.reach || dy < -spot.reach) continue;
      const dx = (spot.x - lng) * east;
      const square = dx * dx + dy * dy;
      if (square >= best || square > spot.reach * spot.reach) continue;
      best = square;
      owner = spot.owner;
    }
    if (!owner) return null;
    const place = placeOf(owner, '', false);
    return { ...place, longitude: lng, latitude: lat, precision: place.level, kilometres: Math.round(Math.sqrt(best) * 1000) / 1000 };
  }

  return { geocode, regeocode };
}
