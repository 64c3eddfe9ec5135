/** What a vendor's message says that a device hears: lists of access points, beacons and cells. Never throws. Pure. */
import { isCell, macText, type HeardCell, type HeardPoint } from './heard.rules.ts';
import type { MappedField } from './mappings.ts';

export type HeardField = Extract<MappedField, { target: 'wifi' | 'beacons' | 'cells' }>;
export type MappedHeard = { kind: 'points'; beacons: boolean; points: HeardPoint[] } | { kind: 'cells'; cells: HeardCell[] };

/** Of one list; what is kept of a report is less (server/ingest/surroundings.ts). */
const MOST_HEARD = 64;

interface Values {
  /** The value at a path, of one of a list where there is one. */
  at: (path: string, one?: unknown) => unknown;
  word: (value: unknown) => string | null;
  number: (value: unknown) => number | null;
}

/** dBm, whatever the sign that it is written with; 0 is none. */
function strength(path: string | undefined, one: unknown, { at, number }: Values): number | null {
  const value = path === undefined ? null : number(at(path, one));
  return value === null || value === 0 ? null : -Math.abs(Math.round(value));
}

function pointOf(field: Exclude<HeardField, { target: 'cells' }>, one: unknown, values: Values): HeardPoint | null {
  const mac = macText(values.word(values.at(field.mac, one)) ?? '');
  return mac === null
    ? null
    : { mac, rssi: strength(field.rssi, one, values), ...(field.target === 'beacons' ? { beacon: true as const } : {}) };
}

function cellOf(field: Extract<HeardField, { target: 'cells' }>, one: unknown, values: Values): HeardCell | null {
  const number = (path: string) => values.number(values.at(path, one));
  const [mcc, mnc, lac, cid] = [number(field.mcc), number(field.mnc), number(field.lac), number(field.cid)];
  if (mcc === null || mnc === null || lac === null || cid === null) return null;
  const cell = { mcc, mnc, lac, cid };
  const whole = Object.values(cell).every((part) => Number.isInteger(part) && part >= 0);
  return whole && isCell(cell) ? { ...cell, rssi: strength(field.rssi, one, values) } : null;
}

const LABELS = { wifi: 'Wi-Fi热点', beacons: '蓝牙信标', cells: '基站' };

/**
 * What a field reads, and what is wrong with the rest of its list; null when the
 * message has no such list. A single object is a list of one.
 */
export function heardBy(field: HeardField, values: Values): { event?: MappedHeard; problem: string | null } | null {
  const raw = values.at(field.path);
  if (raw === undefined || raw === null || raw === '') return null;
  if (typeof raw !== 'object') return { problem: `${LABELS[field.target]}不是列表` };
  const list = (Array.isArray(raw) ? raw : [raw]).slice(0, MOST_HEARD);
  const found = list
    .map((one) => (field.target === 'cells' ? cellOf(field, one, values) : pointOf(field, one, values)))
    .filter((one) => one !== null);
  const left = list.length - found.length;
  const wrong = field.target === 'cells' ? `${left}个基站的编号不完整` : `${left}个${LABELS[field.target]}没有可用的MAC地址`;
  const problem = left === 0 ? null : found.length > 0 ? `${wrong}，其余照常记录` : wrong;
  if (found.length === 0) return problem === null ? null : { problem };
  const event: MappedHeard =
    field.target === 'cells'
      ? { kind: 'cells', cells: found as HeardCell[] }
      : { kind: 'points', beacons: field.target === 'beacons', points: found as HeardPoint[] };
  return { event, problem };
}
