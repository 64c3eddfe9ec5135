/**
 * Items that makers add to a position report of JT/T 808: battery, cells, access
 * points, alarms. Those that are told by id and length are read here. A model whose own table names an item means something else by it.
 * What is read how: docs/device-protocols.md.
 */
import { dbm, isCell, macText } from '#contract/devices/heard.rules.ts';
import type { ItemRule } from '#contract/devices/jt808-item-rules.ts';
import { itemName, type JtItem } from '#contract/devices/jt808-items.rules.ts';
import { readRule } from '#contract/devices/jt808-readings.rules.ts';
import type { AccessPoint, Alarm, Cell, Metric } from '#server/ingest/events.ts';
import { accessPointList, cellList } from '#server/ingest/tcp/binary-fields.ts';

/** What staff say of items, by their ids in two hex digits. */
export type ItemTable = Readonly<Record<string, readonly ItemRule[]>>;

export interface VendorItems {
  /** Percent; null when no item says it. */
  readonly battery: number | null;
  readonly values: readonly (readonly [Metric, number])[];
  readonly cells: readonly Cell[];
  readonly accessPoints: readonly AccessPoint[];
  /** By what raises them: the same in the next report while they last. */
  readonly alarms: ReadonlyMap<string, Alarm>;
  /** Of makers, and read by nothing. */
  readonly unread: readonly JtItem[];
}

interface Found {
  battery: number | null;
  readonly values: [Metric, number][];
  readonly cells: Cell[];
  readonly accessPoints: AccessPoint[];
  readonly alarms: Map<string, Alarm>;
  readonly unread: JtItem[];
}

/** Reads a value; false when it has another length or layout than this one. */
type Read = (value: Buffer, found: Found) => boolean;

/** Country codes are at least 202; below that the first two bytes are a length. */
const LEAST_COUNTRY = 200;
const FULL = 100;
/** Three bits of the alarm word of item E7. */
const SOS_KEYS = 0x0e;
const LOW: ReadonlySet<number> = new Set([3, 4]);
/** Items below 32 are the standard's, and E0 is its length of what follows. */
const isOfMaker = ({ id, value }: JtItem) => id >= 0x32 && id !== 0xe0 && value.length > 0;
const MOST_UNREAD = 16;

/** A byte that may say percent: 255 is "charging". */
function percent(found: Found, value: number | undefined): boolean {
  if (value !== undefined && value <= FULL) found.battery = value;
  return value !== undefined;
}

function addCell(found: Found, cell: Cell): void {
  if (isCell(cell)) found.cells.push(cell);
}

/** Country (2), network (1), area (2), cell (`bytes`), strength (1), one after the other. */
function wholeCells(value: Buffer, start: number, bytes: number, found: Found): boolean {
  for (let at = start; at + bytes + 6 <= value.length; at += bytes + 6) {
    const head = { mcc: value.readUInt16BE(at), mnc: value[at + 2]!, lac: value.readUInt16BE(at + 3) };
    addCell(found, { ...head, cid: value.readUIntBE(at + 5, bytes), rssi: dbm(value[at + 5 + bytes]!) });
  }
  return true;
}

/** A count in front of the cells; their length tells how many bytes the number of a cell has. */
const countedCells: Read = (value, found) => {
  const each = (value.length - 1) / (value[0] ?? 0);
  return (each === 8 || each === 10) && wholeCells(value, 1, each - 6, found);
};

const countedAccessPoints: Read = (value, found) => {
  const count = value[0] ?? 0;
  const each = (value.length - 1) / count;
  // Some makers put a byte behind the strength.
  if (each !== 7 && each !== 8) return false;
  for (let n = 0; n < count; n++) found.accessPoints.push(...accessPointList(value, 1 + n * each, 1));
  return true;
};

/** `address,strength,address,strength` as text. */
function writtenAccessPoints(text: string, found: Found): boolean {
  const fields = text.split(',', 128);
  for (let n = 0; n + 1 < fields.length; n += 2) {
    const [mac, rssi] = [macText(fields[n]!), Number(fields[n + 1])];
    if (mac) found.accessPoints.push({ mac, rssi: Number.isInteger(rssi) && rssi !== 0 ? -Math.abs(rssi) : null });
  }
  return true;
}

/** Adds an alarm that a maker's item says by its id alone. */
function alarmIf(found: Found, alarm: Alarm, is: boolean): boolean {
  if (is) found.alarms.set(alarm, alarm);
  return true;
}

/** Records inside item EB. */
const inner: Readonly<Record<number, Read>> = {
  0xa8: (value, found) => percent(found, value[0]),
  0xe1: (value, found) => percent(found, value[0]),
  0xb9: (value, found) => writtenAccessPoints(value.toString('latin1', 1), found),
  0xc6: (value, found) => alarmIf(found, 'lowBattery', LOW.has(value[0] ?? 0)),
  0xd8: (value, found) => {
    if (value.length < 9) return false;
    const area = { mcc: value.readUInt16BE(0), mnc: value[2]!, lac: value.readUInt16BE(3) };
    addCell(found, { ...area, cid: value.readUInt32BE(5), rssi: null });
    return true;
  },
};

const extended: Read = (value, found) => {
  if (value.length >= 3 && value.readUInt16BE(0) > LEAST_COUNTRY && (value.length - 3) % 5 === 0) {
    const network = { mcc: value.readUInt16BE(0), mnc: value[2]! };
    found.cells.push(...cellList(value, 3, (value.length - 3) / 5, network, { area: 2, cell: 2 }));
    return true;
  }
  let known = false;
  for (let at = 0; at + 4 <= value.length;) {
    const end = at + 2 + value.readUInt16BE(at);
    if (end < at + 4 || end > value.length) break;
    known = inner[value.readUInt16BE(at + 2)]?.(value.subarray(at + 4, end), found) || known;
    at = end;
  }
  return known;
};

const accessPoints: Read = (value, found) => {
  if (value.length % 7 !== 0) return false;
  found.accessPoints.push(...accessPointList(value, 0, value.length / 7));
  return true;
};

/** A value of that length only: makers use the same id for other things. */
const exactly =
  (length: number, read: Read): Read =>
  (value, found) =>
    value.length === length && read(value, found);

const byId: Readonly<Record<number, Read>> = {
  0x06: exactly(1, (value, found) => percent(found, value[0])),
  0x53: countedCells,
  0x54: countedAccessPoints,
  0x56: exactly(2, (value, found) => percent(found, value[0]! * 10)),
  0x5d: countedCells,
  0x68: exactly(2, (value, found) => percent(found, Math.round(value.readUInt16BE(0) / 100))),
  0xd4: exactly(1, (value, found) => percent(found, value[0])),
  0xe1: (value, found) => {
    if (value.length === 1) return percent(found, value[0]);
    if (value.length < 12 || (value.length - 4) % 8 !== 0) return false;
    const network = { mcc: value.readUInt16BE(0), mnc: value.readUInt16BE(2) };
    found.cells.push(...cellList(value, 4, (value.length - 4) / 8, network, { area: 3, cell: 4 }));
    return true;
  },
  0xe3: exactly(4, (value, found) => percent(found, value[1])),
  0xe4: exactly(2, (value, found) => percent(found, value[1])),
  0xe7: exactly(8, (value, found) => alarmIf(found, 'sos', (value.readUInt16BE(0) & SOS_KEYS) !== 0)),
  0xe9: exactly(1, (value, found) => percent(found, value[0])),
  0xeb: extended,
  0xec: accessPoints,
  0xee: exactly(10, (value, found) => wholeCells(value, 0, 4, found)),
  0xf0: (value, found) => {
    if (value.length % 13 !== 0) return false;
    for (let at = 0; at < value.length; at += 13) {
      const network = { mcc: value.readUInt16BE(at), mnc: value.readUInt16BE(at + 2) };
      addCell(found, { ...network, cid: value.readUInt32BE(at + 4), lac: value.readUInt32BE(at + 8), rssi: dbm(value[at + 12]!) });
    }
    return true;
  },
  0xf4: accessPoints,
  0xf7: (value, found) => value.length >= 6 && percent(found, value[5]),
  0xfe: exactly(1, (value, found) => percent(found, value[0])),
  0xff: exactly(12, (value, found) => {
    const network = { mcc: value.readUInt16BE(0), mnc: value.readUInt16BE(2) };
    addCell(found, { ...network, lac: value.readUInt32BE(4), cid: value.readUInt32BE(8), rssi: null });
    return true;
  }),
};

/** By what staff say of the item. What is shorter than a rule says is not read by it. */
function byRules(rules: readonly ItemRule[], { id, value }: JtItem, found: Found): void {
  rules.forEach((rule, index) => {
    const read = readRule(rule, value);
    if (read?.kind === 'number') found.values.push([read.metric, read.value]);
    else if (read?.kind === 'points') found.accessPoints.push(...read.points);
    else if (read?.kind === 'cells') found.cells.push(...read.cells);
    else if (read?.alarm) found.alarms.set(`${itemName(id)}.${index}`, read.alarm);
  });
}

/** Reads what is known of the items; `own` are the items that the model's own table explains. */
export function readVendorItems(items: readonly JtItem[], own: ItemTable = {}): VendorItems {
  const found: Found = { battery: null, values: [], cells: [], accessPoints: [], alarms: new Map(), unread: [] };
  for (const item of items) {
    const name = itemName(item.id);
    if (Object.hasOwn(own, name)) byRules(own[name]!, item, found);
    else if (!byId[item.id]?.(Buffer.from(item.value), found) && isOfMaker(item) && found.unread.length < MOST_UNREAD)
      found.unread.push(item);
  }
  return found;
}
