/** Parts of GT06 packets: time, satellite position, cells, status. */
import { isCell } from '#contract/devices/heard.rules.ts';
import type { Alarm, Cell, Place } from '#server/ingest/events.ts';
import { bigUint, courseOf, momentOf, slice, type CellForm } from '#server/ingest/tcp/binary-fields.ts';
import { noPlace, onGlobe } from '#server/ingest/tcp/decoding.ts';

export interface Gt06Time {
  /** Epoch ms, as if it were written in UTC; null when it is no date. */
  readonly utc: number | null;
  readonly written: string | null;
}

/** Six bytes: year, month, day, hour, minute, second. */
export function readTime(body: Buffer, at = 0): Gt06Time {
  const bytes = slice(body, at, 6);
  return bytes ? { utc: momentOf([...bytes], 0), written: bytes.toString('hex') } : { utc: null, written: null };
}

const FIX = 0x1000;
const WEST = 0x0800;
const NORTH = 0x0400;
const COURSE = 0x03ff;
/** Units of a coordinate: 30,000 a minute. */
const DEGREE = 1_800_000;

/** Latitude and longitude from eight bytes, and what the word of course and status says of them. */
export function placeOf(coordinates: Buffer, flags: number): Place {
  const lat = (coordinates.readUInt32BE(0) / DEGREE) * (flags & NORTH ? 1 : -1);
  const lng = (coordinates.readUInt32BE(4) / DEGREE) * (flags & WEST ? -1 : 1);
  const located = onGlobe(lat, lng);
  return {
    ...noPlace,
    fix: located && (flags & FIX) !== 0,
    lat: located ? lat : null,
    lng: located ? lng : null,
    course: courseOf(flags & COURSE),
  };
}

/** The twelve bytes behind a time: satellites, coordinates, speed, course and status; null when they are cut off. */
export function readPlace(body: Buffer, at = 6): Place | null {
  const gps = slice(body, at, 12);
  return gps && { ...placeOf(gps.subarray(1, 9), gps.readUInt16BE(10)), speed: gps[9]!, satellites: gps[0]! & 0x0f };
}

export interface Gt06CellForm extends CellForm {
  /** Bytes of the network code; absent, the highest bit of the country code says whether it has two. */
  readonly network?: 2;
}

/** The usual cell, that of some models with four bytes, that of others with a long network code as well, and that of 4G. */
export const cellForms = {
  narrow: { area: 2, cell: 3 },
  four: { area: 2, cell: 4 },
  long: { network: 2, area: 2, cell: 4 },
  wide: { area: 4, cell: 8 },
} as const satisfies Record<string, Gt06CellForm>;

/** Country and network at `at`, and where they end; null when they are cut off. */
export function readNetwork(body: Buffer, at: number, form: Gt06CellForm): { mcc: number; mnc: number; end: number } | null {
  const head = slice(body, at, 3);
  if (!head) return null;
  const network = form.network ?? (head[0]! & 0x80 ? 2 : 1);
  const code = slice(body, at + 2, network);
  return code && { mcc: head.readUInt16BE(0) & 0x7fff, mnc: code.readUIntBE(0, network), end: at + 2 + network };
}

/** One cell at `at`, and where it ends. */
export function readCell(body: Buffer, at: number, form: Gt06CellForm): { cells: Cell[]; end: number } {
  const network = readNetwork(body, at, form);
  const start = network?.end ?? at + 3;
  const end = start + form.area + form.cell;
  const bytes = slice(body, start, form.area + form.cell);
  if (!network || !bytes) return { cells: [], end };
  const { mcc, mnc } = network;
  const cell = { mcc, mnc, lac: bytes.readUIntBE(0, form.area), cid: bigUint(bytes, form.area, form.cell), rssi: null };
  return { cells: isCell(cell) ? [cell] : [], end };
}

export interface Gt06Status {
  /** Alarm of the terminal information byte: 0 none, 1 shock, 2 power cut, 3 low battery, 4 SOS, 6 fence, 7 taken off. */
  readonly state: number;
  /** 0 to 6, or percent; null when it is neither. */
  readonly charge: number | null;
  /** %; four bars, or the modem's 0 to 31. */
  readonly signal: number | null;
  /** The alarm byte; 0 when there is none. */
  readonly alarm: number;
}

export const stateOf = (information: number | undefined) => ((information ?? 0) >> 3) & 7;

export const chargeOf = (value: number | undefined) => (value !== undefined && value <= 100 ? value : null);

export function signalOf(value: number | undefined): number | null {
  if (value === undefined || value > 31) return null;
  return value <= 4 ? value * 25 : Math.round((value * 100) / 31);
}

/** Terminal information, charge, signal and (in alarms) the alarm code from `at`. */
export function readStatus(body: Buffer, at: number): Gt06Status {
  const charge = chargeOf(body[at + 1]);
  // More than a hundred is the higher byte of a voltage, and the next its lower one.
  return { state: stateOf(body[at]), charge, signal: charge === null ? null : signalOf(body[at + 2]), alarm: body[at + 3] ?? 0 };
}

/** The same of models that write a voltage in two bytes in place of the charge. */
export function readVoltageStatus(body: Buffer, at: number): Gt06Status {
  return { state: stateOf(body[at]), charge: null, signal: signalOf(body[at + 3]), alarm: body[at + 4] ?? 0 };
}

/** Of the terminal information byte. A fence has no direction there. */
export const stateAlarms: Readonly<Record<number, Alarm | 'none'>> = {
  0: 'none',
  1: 'none',
  2: 'none',
  3: 'lowBattery',
  4: 'sos',
  5: 'none',
  6: 'other',
  7: 'removed',
};
