/** Where an institution goes, and when there is room. Pure; degrees are WGS-84, days `yyyy-MM-dd`, times of day `HH:mm`. */
import { clockOf, dayOf, HOUR, instantOf, weekdayOf } from '../time.ts';
import { outsideBy, type Point } from '../warnings/fences.rules.ts';

export const areaShapes = { circle: 1, polygon: 2, districts: 3, around: 4 } as const;
export const areaShapeLabels: Record<number, string> = { 1: '圆形', 2: '多边形', 3: '行政区', 4: '机构周边' };

/** What of an area decides which addresses it serves. */
export interface AreaShape {
  shape: number;
  longitude: number | null;
  latitude: number | null;
  radius: number | null;
  points: readonly Point[] | null;
  /** Six-digit codes. */
  districts: readonly string[];
  /** Names of streets and communities; none: the whole of the districts. */
  streets: readonly string[];
}

/** Somewhere to go to; what is not known is null. */
export interface HomePlace {
  point: Point | null;
  /** Code of the district. */
  district: string | null;
  address: string;
}

/** Whether an area serves a place. `base` is where the institution is. What would have to be known and is not, is outside. */
export function serves(area: AreaShape, { point, district, address }: HomePlace, base: Point | null): boolean {
  const { shape, longitude, latitude, radius, points, districts, streets } = area;
  if (shape === areaShapes.districts)
    return (
      district !== null &&
      districts.some((code) => within(district, code)) &&
      (streets.length === 0 || streets.some((street) => address.includes(street)))
    );
  if (point === null) return false;
  if (shape === areaShapes.polygon) return points !== null && outsideBy({ kind: 'polygon', points }, point) <= 0;
  const center = shape === areaShapes.around ? base : longitude === null || latitude === null ? null : ([longitude, latitude] as const);
  return center !== null && radius !== null && outsideBy({ kind: 'circle', center, radius }, point) <= 0;
}

/** Whether the district of `code` lies in that of `other`, which may be a city or a province: `330106` in `330100` and in `330000`. */
export const within = (code: string, other: string): boolean => code.startsWith(other.replace(/(?:00)+$/, ''));

/** Of several areas that serve a place the first one; null when none does. */
export const areaOf = <A extends AreaShape>(areas: readonly A[], place: HomePlace, base: Point | null): A | null =>
  areas.find((area) => serves(area, place, base)) ?? null;

export const halves = { morning: 1, afternoon: 2 } as const;
export const halfLabels: Record<number, string> = { 1: '上午', 2: '下午' };
const NOON = '12:00';

/** When an area is served. */
export interface AreaTimes {
  weekdays: readonly number[];
  startClock: string;
  endClock: string;
  /** Family books so many hours before the half day begins. */
  leadHours: number;
  /** Visits of a half day. */
  capacity: number;
}

/** The half day of a time of day. */
export const halfOf = (clock: string): number => (clock < NOON ? halves.morning : halves.afternoon);

/** The hours of a half day in which an area is served; null when there are none. */
export function hoursOf({ startClock, endClock }: Pick<AreaTimes, 'startClock' | 'endClock'>, half: number): [string, string] | null {
  const from = half === halves.morning ? startClock : startClock > NOON ? startClock : NOON;
  const to = half === halves.morning ? (endClock < NOON ? endClock : NOON) : endClock;
  return from < to ? [from, to] : null;
}

/** Whether staff go to the area on that half day. */
export const isServed = (area: AreaTimes, day: string, half: number): boolean =>
  area.weekdays.includes(weekdayOf(instantOf(day))) && hoursOf(area, half) !== null;

/** Whether family may still book a half day at `now` (epoch ms): it begins no sooner than the lead time says, and has not begun. */
export function isBookable(area: AreaTimes, day: string, half: number, now: number): boolean {
  const hours = hoursOf(area, half);
  if (hours === null || !isServed(area, day, half)) return false;
  return instantOf(`${day} ${hours[0]}:00`) >= now + area.leadHours * HOUR;
}

export interface FreeHalf {
  day: string;
  half: number;
  startClock: string;
  endClock: string;
  free: number;
}

/** The key under which visits of a half day are counted. */
export const slotKey = (day: string, half: number): string => `${day} ${half}`;

/** The half days of `days` that family may book at `now`, with what is free in each: the capacity without what is taken, never below 0. */
export const freeHalves = (area: AreaTimes, days: readonly string[], taken: ReadonlyMap<string, number>, now: number): FreeHalf[] =>
  days.flatMap((day) =>
    Object.values(halves).flatMap((half) => {
      if (!isBookable(area, day, half, now)) return [];
      const [startClock, endClock] = hoursOf(area, half) as [string, string];
      return [{ day, half, startClock, endClock, free: Math.max(0, area.capacity - (taken.get(slotKey(day, half)) ?? 0)) }];
    }),
  );

/** When a visit of a half day is proposed: at its beginning, today not before the next quarter of an hour. */
export function proposedTime(area: AreaTimes | null, day: string, half: number, now: number): string {
  const [from] = (area && hoursOf(area, half)) ?? [half === halves.morning ? '09:00' : '14:00'];
  const start = `${day} ${from}:00`;
  if (day !== dayOf(now) || instantOf(start) >= now) return start;
  const next = Math.ceil(now / QUARTER) * QUARTER;
  return dayOf(next) === day ? `${day} ${clockOf(next)}:00` : start;
}
const QUARTER = 15 * 60_000;
