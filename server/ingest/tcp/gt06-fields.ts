/** Parts of GT06 packets: time, satellite position, cells, status, alarm codes. */
import type { Alarm, Cell, Place } from '#server/ingest/events.ts';
import { momentOf, slice } from '#server/ingest/tcp/binary-fields.ts';
import { noPlace, onGlobe } from '#server/ingest/tcp/decoding.ts';

export interface Gt06Time {
  /** Epoch ms; null when it is no date. */
  readonly time: number | null;
  readonly written: string | null;
}

/** Six bytes: year, month, day, hour, minute, second; `offset` in minutes ahead of UTC. */
export function readTime(body: Buffer, offset: number): Gt06Time {
  const bytes = slice(body, 0, 6);
  return bytes ? { time: momentOf([...bytes], offset), written: bytes.toString('hex') } : { time: null, written: null };
}

const FIX = 0x1000;
const WEST = 0x0800;
const NORTH = 0x0400;
const COURSE = 0x03ff;
/** Units of a coordinate: 30,000 a minute. */
const DEGREE = 1_800_000;

/** The twelve bytes behind the time; null when they are cut off. */
export function readPlace(body: Buffer, cells: readonly Cell[]): Place | null {
  const gps = slice(body, 6, 12);
  if (!gps) return null;
  const flags = gps.readUInt16BE(10);
  const lat = (gps.readUInt32BE(1) / DEGREE) * (flags & NORTH ? 1 : -1);
  const lng = (gps.readUInt32BE(5) / DEGREE) * (flags & WEST ? -1 : 1);
  const located = onGlobe(lat, lng);
  return {
    ...noPlace,
    fix: located && (flags & FIX) !== 0,
    lat: located ? lat : null,
    lng: located ? lng : null,
    speed: gps[9]!,
    course: flags & COURSE,
    satellites: gps[0]! & 0x0f,
    cells,
  };
}

/** One cell at `at`, and where it ends. The wide form is that of 4G models: area four bytes, cell eight. */
export function readCell(body: Buffer, at: number, wide: boolean): { cells: Cell[]; end: number } {
  const head = slice(body, at, 2);
  // The highest bit of the country code says that the network code has two bytes.
  const longNetwork = head !== null && (head[0]! & 0x80) !== 0;
  const network = longNetwork ? 2 : 1;
  const [area, cell] = wide ? [4, 8] : [2, 3];
  const end = at + 2 + network + area + cell;
  const bytes = slice(body, at, end - at);
  if (!bytes) return { cells: [], end };
  const mcc = bytes.readUInt16BE(0) & 0x7fff;
  const mnc = bytes.readUIntBE(2, network);
  const lac = bytes.readUIntBE(2 + network, area);
  const cid = wide ? Number(bytes.readBigUInt64BE(2 + network + area)) : bytes.readUIntBE(2 + network + area, cell);
  const known = mcc !== 0 && lac !== 0 && cid !== 0 && Number.isSafeInteger(cid);
  return { cells: known ? [{ mcc, mnc, lac, cid, rssi: null }] : [], end };
}

export interface Gt06Status {
  /** %; six steps. */
  readonly battery: number | null;
  /** %; four steps. */
  readonly signal: number | null;
  /** Alarm of the terminal information byte: 0 none, 1 shock, 2 power cut, 3 low battery, 4 SOS. */
  readonly state: number;
  /** The alarm byte; 0 when there is none. */
  readonly alarm: number;
}

/** Terminal information, voltage, signal and (in alarms) the alarm code from `at`. */
export function readStatus(body: Buffer, at: number): Gt06Status {
  const voltage = body[at + 1];
  const bars = body[at + 2];
  return {
    battery: voltage !== undefined && voltage <= 6 ? Math.round((voltage * 100) / 6) : null,
    signal: bars !== undefined && bars <= 4 ? bars * 25 : null,
    state: ((body[at] ?? 0) >> 3) & 7,
    alarm: body[at + 3] ?? 0,
  };
}

/** Of the terminal information byte. */
export const stateAlarms: Readonly<Record<number, Alarm | 'none'>> = {
  0: 'none',
  1: 'none',
  2: 'none',
  3: 'lowBattery',
  4: 'sos',
  5: 'none',
  6: 'none',
  7: 'none',
};
