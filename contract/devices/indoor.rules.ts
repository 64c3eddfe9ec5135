/**
 * Where a person is indoors, by what their device hears and what the institution taught of its places. Pure. Strengths are dBm.
 * A room is only said when one place is clearly nearer than every other; otherwise
 * the floor, the building, or only that it is in the house.
 */
import type { HeardPoint } from './heard.rules.ts';
import { placeText } from '../rooms/places.rules.ts';

/** What is known of a place. */
export interface SurveyPoint {
  readonly placeId: number;
  readonly building: string;
  readonly floor: string;
  readonly name: string;
  readonly mac: string;
  readonly beacon: boolean;
  /** A beacon that hangs there, entered by hand. */
  readonly installed: boolean;
  /** Mean of what was heard there; null of one that was entered by hand. */
  readonly rssi: number | null;
}

type Spot = Pick<SurveyPoint, 'placeId' | 'building' | 'floor' | 'name'>;

export const placeLevels = ['room', 'floor', 'building', 'site'] as const;
export type PlaceLevel = (typeof placeLevels)[number];

export interface Placing {
  readonly level: PlaceLevel;
  /** Of the level `room` only. */
  readonly placeId: number | null;
  /** Empty where the level does not say it. */
  readonly building: string;
  readonly floor: string;
  readonly name: string;
  readonly by: 'beacon' | 'wifi';
  /** Within so many metres. */
  readonly metres: number;
}

/** How far each level may be wrong. */
const METRES: Record<PlaceLevel, number> = { room: 10, floor: 40, building: 80, site: 300 };
/** Counted for a strength that a device does not say. */
const UNSAID = -75;
/** Counted for what is not heard. */
const SILENT = -95;
/** What is as strong as this is expected to be heard again. */
const EXPECTED = -80;
/** So many of a place's own must be heard. */
export const LEAST_COMMON = 2;
/**
 * Mean difference in dB: above the first a place is not like what is heard; within the second of the nearest it may be that one as well.
 */
const LIKE = 14;
const RIVAL = 3;
/** So near must an access point be to be in a room: none is so near in two floors or buildings, unless it is carried about. */
const BESIDE = -50;
/** Of beacons: stronger by so many dB than any other, and not weaker than this, says the room. */
const LEAD = 6;
const FAINT = -88;

const isZero = (mac: string) => /^(00:){5}00$|^(ff:){5}ff$/.test(mac);

/**
 * Whether an address stays what it is. Telephones and hotspots make theirs up: the second
 * bit of the first byte says so; the first bit is no sender's.
 * The addresses of beacons are often of that kind and stay all the same.
 */
export function isLasting({ mac, beacon }: { mac: string; beacon?: boolean }): boolean {
  if (isZero(mac)) return false;
  return beacon === true || (Number.parseInt(mac.slice(0, 2), 16) & 0b11) === 0;
}

/** Those of the survey that are carried about: heard close by on several floors or in several buildings. */
export function carried(points: readonly SurveyPoint[]): ReadonlySet<string> {
  const close = Map.groupBy(
    points.filter(({ installed, rssi }) => !installed && rssi !== null && rssi >= BESIDE),
    ({ mac }) => mac,
  );
  const floors = (own: readonly SurveyPoint[]) => new Set(own.map(({ building, floor }) => `${building}\n${floor}`)).size;
  return new Set([...close].filter(([, own]) => floors(own) > 1).map(([mac]) => mac));
}

/** What several places have in common, at best of this level. */
function commonOf(spots: readonly Spot[], by: Placing['by'], most: PlaceLevel): Placing {
  const [first] = spots as [Spot];
  const same = (field: 'placeId' | 'building' | 'floor') => spots.every((spot) => spot[field] === first[field]);
  const agreed = same('placeId') ? 'room' : same('building') && same('floor') ? 'floor' : same('building') ? 'building' : 'site';
  const level = placeLevels[Math.max(placeLevels.indexOf(agreed), placeLevels.indexOf(most))] as PlaceLevel;
  const at = placeLevels.indexOf(level);
  return {
    level,
    placeId: at === 0 ? first.placeId : null,
    building: at < 3 ? first.building : '',
    floor: at < 2 ? first.floor : '',
    name: at === 0 ? first.name : '',
    by,
    metres: METRES[level],
  };
}

/** By the beacons that hang somewhere: the strongest says the room, when it leads. */
function byBeacons(heard: ReadonlyMap<string, number>, points: readonly SurveyPoint[]): Placing | null {
  const hung = points
    .filter(({ installed, mac }) => installed && heard.has(mac))
    .map((point) => ({ point, rssi: heard.get(point.mac) as number }))
    .toSorted((a, b) => b.rssi - a.rssi);
  const [first] = hung;
  if (!first) return null;
  const near = hung.filter(({ rssi }) => first.rssi - rssi < LEAD).map(({ point }) => point);
  const placing = commonOf(near, 'beacon', first.rssi >= FAINT ? 'room' : 'floor');
  return placing.level === 'room' && first.rssi >= -65 ? { ...placing, metres: 5 } : placing;
}

export interface Likeness extends Spot {
  /** Mean difference in dB to what is taught. */
  readonly distance: number;
  /** How many of its own are heard. */
  readonly common: number;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** How like a place what is heard is: devices hear all of it some dB stronger or weaker than the one that taught. */
function likenessOf(own: readonly SurveyPoint[], heard: ReadonlyMap<string, number>): Likeness {
  const taught = new Map(own.map(({ mac, rssi }) => [mac, rssi ?? UNSAID]));
  const shared = [...taught].filter(([mac]) => heard.has(mac));
  const offset = shared.length >= 3 ? Math.max(-8, Math.min(8, mean(shared.map(([mac, rssi]) => (heard.get(mac) as number) - rssi)))) : 0;
  const differences = [
    ...shared.map(([mac, rssi]) => (heard.get(mac) as number) - offset - rssi),
    ...[...taught].filter(([mac, rssi]) => !heard.has(mac) && rssi >= EXPECTED).map(([, rssi]) => rssi - SILENT),
    ...[...heard].filter(([mac, rssi]) => !taught.has(mac) && rssi - offset >= EXPECTED).map(([, rssi]) => rssi - offset - SILENT),
  ];
  const { placeId, building, floor, name } = own[0] as SurveyPoint;
  const distance = differences.length > 0 ? Math.sqrt(mean(differences.map((value) => value * value))) : Infinity;
  return { placeId, building, floor, name, distance, common: shared.length };
}

/** What of a report counts, by address: what lasts, is known here and is not carried about. */
function countedOf(heard: readonly HeardPoint[], points: readonly SurveyPoint[]): Map<string, number> {
  const moving = carried(points);
  const known = new Map(points.map(({ mac, beacon, installed }) => [mac, beacon || installed]));
  const counts = ({ mac }: HeardPoint) => known.has(mac) && !moving.has(mac) && isLasting({ mac, beacon: known.get(mac) === true });
  return new Map(heard.filter(counts).map(({ mac, rssi }) => [mac, rssi ?? UNSAID]));
}

/** The places that what is heard is like, the likest first; at least one of their own is heard. */
export function likenesses(heard: readonly HeardPoint[], points: readonly SurveyPoint[]): Likeness[] {
  const counted = countedOf(heard, points);
  const hung = new Set(points.filter(({ installed }) => installed).map(({ mac }) => mac));
  const taught = points.filter(({ installed, mac, beacon }) => !installed && !hung.has(mac) && isLasting({ mac, beacon }));
  const known = new Map([...counted].filter(([mac]) => !hung.has(mac)));
  const moving = carried(points);
  const places = Map.groupBy(
    taught.filter(({ mac }) => !moving.has(mac)),
    ({ placeId }) => placeId,
  );
  return [...places.values()]
    .map((own) => likenessOf(own, known))
    .filter(({ common }) => common > 0)
    .toSorted((a, b) => a.distance - b.distance || b.common - a.common || a.placeId - b.placeId);
}

/**
 * Where a device is that hears `heard`. `points` are all that is taught of every place of which at least one point is heard.
 * Null when nothing known is heard. Beacons that hang somewhere come first, then access
 * points: the likest place, when no other is nearly as like.
 */
export function placeHeard(heard: readonly HeardPoint[], points: readonly SurveyPoint[]): Placing | null {
  const hung = byBeacons(countedOf(heard, points), points);
  if (hung?.level === 'room') return hung;
  const like = likenesses(heard, points);
  const [nearest] = like;
  if (!nearest) return hung;
  const rivals = like.filter(({ distance }) => distance - nearest.distance < RIVAL);
  // Addresses without strengths say that the device is near, not how near.
  const measured = heard.filter(({ rssi }) => rssi !== null).length >= LEAST_COMMON;
  const sure = measured && nearest.common >= LEAST_COMMON && nearest.distance <= LIKE;
  // One access point, or a likeness that is none, says a floor at best; and only if all that may be meant agree.
  const placing = commonOf(sure ? rivals : like, 'wifi', sure ? 'room' : 'floor');
  return hung && placeLevels.indexOf(hung.level) <= placeLevels.indexOf(placing.level) ? hung : placing;
}

/** `1号楼 3层 302附近`; without a level below the building `1号楼内`, without any `院内`. */
export function placingText({ level, building, floor, name }: Pick<Placing, 'level' | 'building' | 'floor' | 'name'>): string {
  if (level === 'site') return '院内';
  const place = placeText({ building, floor: level === 'building' ? '' : floor, roomName: level === 'room' ? name : '' });
  return `${place}${level === 'building' ? '内' : '附近'}`;
}

/**
 * What several reports of one minute teach of a place: mean and number of each address
 * that lasts and was heard in at least a quarter of them.
 */
export function fingerprintOf(
  reports: readonly (readonly HeardPoint[])[],
): { mac: string; beacon: boolean; rssi: number; samples: number }[] {
  const all = reports.flatMap((report) => report.filter((point) => isLasting({ mac: point.mac, beacon: point.beacon === true })));
  return [...Map.groupBy(all, ({ mac }) => mac)]
    .filter(([, own]) => own.length * 4 >= reports.length)
    .map(([mac, own]) => ({
      mac,
      beacon: own.some(({ beacon }) => beacon === true),
      rssi: Math.round(mean(own.map(({ rssi }) => rssi ?? UNSAID)) * 10) / 10,
      samples: own.length,
    }))
    .toSorted((a, b) => b.rssi - a.rssi);
}
