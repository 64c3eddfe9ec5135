/** GT06 records that know no satellite position: what cells, access points and networks the device hears. */
import { dbm, isMac, macOf } from '#contract/devices/heard.rules.ts';
import type { AccessPoint, Cell } from '#server/ingest/events.ts';
import { accessPointList, cellList, slice } from '#server/ingest/tcp/binary-fields.ts';
import { cellForms, readNetwork, type Gt06CellForm } from '#server/ingest/tcp/gt06-fields.ts';

export interface NetworkForm {
  /** Where the country code is. */
  readonly at: number;
  readonly cell: Gt06CellForm;
  /** How many places the list has; `said` is a byte in front of it. */
  readonly cells: number | 'said';
  /** Whether a number of access points and these follow. */
  readonly wifi: boolean;
}

export interface Heard {
  readonly cells: Cell[];
  readonly accessPoints: AccessPoint[];
  /** Where the rest begins. */
  readonly end: number;
}

const seven = { at: 6, cells: 7, wifi: false } as const;

/** By type and, where a type has several layouts, by the length of the content. */
export function networkForm(type: number, length: number): NetworkForm | null {
  switch (type) {
    case 0x18:
    case 0x28:
    case 0x2e:
      return { ...seven, cell: cellForms.narrow };
    case 0x24:
      return length === 44 ? { at: 7, cell: cellForms.narrow, cells: 'said', wifi: false } : { ...seven, cell: cellForms.narrow };
    case 0x2c:
      return { ...seven, cell: cellForms.narrow, wifi: true };
    case 0x33:
      return { at: 6, cell: cellForms.long, cells: 6, wifi: true };
    case 0x34:
      return { at: 7, cell: cellForms.long, cells: 'said', wifi: false };
    case 0xa1:
      return { ...seven, cell: cellForms.wide };
    case 0xa2:
    case 0xa9:
      return { ...seven, cell: cellForms.wide, wifi: true };
    default:
      return null;
  }
}

/** Address, strength, length of the name, name. Null when they do not fit into the rest. */
function namedAccessPoints(body: Buffer, start: number, count: number): { accessPoints: AccessPoint[]; end: number } | null {
  let at = start;
  const accessPoints: AccessPoint[] = [];
  for (let i = 0; i < count; i++) {
    const length = body[at + 7];
    if (length === undefined || length > 32 || at + 8 + length > body.length) return null;
    const mac = body.subarray(at, at + 6);
    if (isMac(mac)) accessPoints.push({ mac: macOf(mac), rssi: dbm(body[at + 6]!) });
    at += 8 + length;
  }
  return { accessPoints, end: at };
}

/** Access points of both layouts, without and with the names: the one that leaves room for `tail` bytes at most. */
function readAccessPoints(body: Buffer, start: number, count: number, tail: number): { accessPoints: AccessPoint[]; end: number } {
  const end = start + count * 7;
  const rest = body.length - end;
  if (rest > tail) {
    const named = namedAccessPoints(body, start, count);
    if (named && body.length - named.end <= tail) return named;
  }
  return { accessPoints: accessPointList(body, start, count), end: Math.min(end, body.length) };
}

/** Reads the lists; null when not even the networks are there. At most `tail` bytes follow the last list. */
export function readHeard(body: Buffer, form: NetworkForm, tail = 2): Heard | null {
  const network = readNetwork(body, form.at, form.cell);
  if (!network) return null;
  const said = form.cells === 'said';
  const start = network.end + (said ? 1 : 0);
  const count = form.cells === 'said' ? (body[network.end] ?? 0) : form.cells;
  const cells = cellList(body, start, count, network, form.cell);
  // The timing advance stands behind the cells, or in front of everything.
  const end = start + count * (form.cell.area + form.cell.cell + 1) + (form.at === 6 ? 1 : 0);
  const found = body[end];
  if (!form.wifi || found === undefined) return { cells, accessPoints: [], end };
  return { cells, ...readAccessPoints(body, end + 1, found, tail) };
}

/** The main cell and six neighbours behind a position or a length: networks once, then area, cell and strength of each. */
export function readNeighbours(body: Buffer, at: number, length: number): Cell[] {
  const network = readNetwork(body, at, cellForms.narrow);
  return network ? cellList(body, network.end, Math.floor((at + length - network.end) / 6), network, cellForms.narrow) : [];
}

/** Two bytes, address: a list of access points alone (F3). */
export function plainAccessPoints(body: Buffer, at: number): AccessPoint[] {
  const found: AccessPoint[] = [];
  for (let i = 0; i < (body[at] ?? 0); i++) {
    const mac = slice(body, at + 3 + i * 8, 6);
    if (!mac) break;
    if (isMac(mac)) found.push({ mac: macOf(mac), rssi: null });
  }
  return found;
}
