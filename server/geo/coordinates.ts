/**
 * The three systems in use in China. Watches send WGS-84 and the database keeps it; AMap, Tencent and our centroid table are GCJ-02, which
 * the map shows; Baidu is BD-09. Outside China all three are the same. There and back costs less than a metre.
 */
import gcoord from 'gcoord';

export type CoordinateSystem = 'wgs84' | 'gcj02' | 'bd09';
/** Longitude and latitude in degrees. */
export type Position = readonly [lng: number, lat: number];

const { transform, CRSTypes } = gcoord;
const SYSTEMS = { wgs84: CRSTypes.WGS84, gcj02: CRSTypes.GCJ02, bd09: CRSTypes.BD09 } as const;

/** The same place in another system, to 1e-6 degrees. */
export function convert(position: Position, from: CoordinateSystem, to: CoordinateSystem): Position {
  if (from === to) return position;
  const [lng, lat] = transform([position[0], position[1]], SYSTEMS[from], SYSTEMS[to]);
  return [round(lng), round(lat)];
}

/** What the map shows of a stored position. */
export const toMap = (position: Position): Position => convert(position, 'wgs84', 'gcj02');
/** What is stored of a position picked on the map. */
export const fromMap = (position: Position): Position => convert(position, 'gcj02', 'wgs84');

export const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Whether both are finite degrees of the earth. */
export const isPosition = (lng: number, lat: number) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90;

/**
 * Two numbers that a person or the map gave, in order: no place in China lies west of 73 degrees, so a first value below is a latitude
 * (specification 1, section 9). Never for what a device sends.
 */
export const inMapOrder = (first: number, second: number): Position => (first < 73 ? [second, first] : [first, second]);

/** Kilometres between two near positions, on a plane; good to a few per mille within a province. */
export function kilometres(a: Position, b: Position): number {
  const east = (a[0] - b[0]) * 111.32 * Math.cos((((a[1] + b[1]) / 2) * Math.PI) / 180);
  return Math.hypot(east, (a[1] - b[1]) * 110.57);
}
