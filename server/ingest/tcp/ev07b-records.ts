/** Records of an EV07B data packet. All numbers are little-endian. */
import { dbm, isCell, isMac, macOf } from '#contract/devices/heard.rules.ts';
import type { AccessPoint, Cell, Place } from '#server/ingest/events.ts';
import { courseOf, slice } from '#server/ingest/tcp/binary-fields.ts';
import { noPlace, onGlobe } from '#server/ingest/tcp/decoding.ts';

export const evKeys = {
  id: 0x01,
  alarm: 0x02,
  battery: 0x14,
  namedWifi: 0x19,
  position: 0x20,
  cells: 0x21,
  wifi: 0x22,
  beacon: 0x23,
  status: 0x24,
  beaconPosition: 0x26,
  found: 0x27,
  tag: 0x28,
  cells4g: 0x29,
  network: 0x2a,
  further: 0x2b,
  tagBattery: 0x2c,
  steps: 0x30,
  heartRate: 0x40,
  oxygen: 0x41,
} as const;

/** Epoch ms at `at`; null when it is cut off, or 0: the device has no time yet. */
export const seconds = (value: Buffer, at: number) => (at + 4 <= value.length ? value.readUInt32LE(at) * 1000 || null : null);

/** Fifteen digits; null when they are not. */
export function evId(value: Buffer): string | null {
  const text = value.toString('latin1');
  return /^\d{10,20}$/.test(text) ? text : null;
}

const DEGREE = 10_000_000;
/** km/h: more is no speed of a person, in a plane neither. */
const FASTEST = 1200;

function degrees(value: Buffer, at: number): { lat: number; lng: number } | null {
  const bytes = slice(value, at, 8);
  if (!bytes) return null;
  const lat = bytes.readInt32LE(0) / DEGREE;
  const lng = bytes.readInt32LE(4) / DEGREE;
  return onGlobe(lat, lng) ? { lat, lng } : null;
}

/** A satellite position; a dilution of 0 means that there was no fix. */
export function readEvPosition(value: Buffer): Place | null {
  if (value.length < 21) return null;
  const where = degrees(value, 0);
  const speed = value.readUInt16LE(8);
  return {
    ...noPlace,
    ...where,
    fix: where !== null && value.readUInt16LE(14) > 0,
    speed: speed <= FASTEST ? speed : null,
    course: courseOf(value.readUInt16LE(10)),
    altitude: value.readInt16LE(12),
    satellites: value[20]!,
  };
}

/** Country, network, then strength, area and cell of each; a cell of 4G has four bytes. */
export function readEvCells(value: Buffer, bytes: 2 | 4): Cell[] {
  const cells: Cell[] = [];
  if (value.length < 3) return cells;
  for (let at = 3; at + 3 + bytes <= value.length; at += 3 + bytes) {
    const rssi = dbm(value[at]!);
    const cell = {
      mcc: value.readUInt16LE(0),
      mnc: value[2]!,
      lac: value.readUInt16LE(at + 1),
      cid: value.readUIntLE(at + 3, bytes),
      rssi,
    };
    if (isCell(cell)) cells.push(cell);
  }
  return cells;
}

/** Strength and address of each, with `named` the length of a name and the name. */
export function readEvWifi(value: Buffer, named = false): AccessPoint[] {
  const found: AccessPoint[] = [];
  for (let at = 0; at + 7 <= value.length; at += 7 + (named ? 1 + (value[at + 7] ?? 0) : 0)) {
    const address = value.subarray(at + 1, at + 7);
    if (isMac(address)) found.push({ mac: macOf(address), rssi: dbm(value[at]!) });
  }
  return found;
}

/** What a device is near: a beacon or network, and where that is when it was told so. */
export interface Neighbour {
  readonly accessPoint: AccessPoint | null;
  /** Near it, not a fix. */
  readonly place: Place | null;
}

const LOCATED = 0x80;

/** Six bytes of an address, the last first. */
function backwards(value: Buffer, at: number): string | null {
  const bytes = slice(value, at, 6);
  return bytes && isMac(bytes) ? macOf(Buffer.from(bytes.toReversed())) : null;
}

function neighbour(mac: string | null, strength: number | undefined, where: ReturnType<typeof degrees>, beacon: boolean): Neighbour {
  const rssi = dbm(strength ?? 0);
  return {
    accessPoint: mac === null ? null : { mac, rssi, ...(beacon ? { beacon: true as const } : {}) },
    place: where && { ...noPlace, ...where },
  };
}

/** By key: a beacon with its place (23, 26), a beacon or home network with flags in front that say whether a place follows (28, 2A, 2C). */
export function readNeighbour(key: number, value: Buffer): Neighbour {
  if (key === evKeys.beacon || key === evKeys.beaconPosition) {
    const { accessPoint, place } = neighbour(backwards(value, 0), undefined, degrees(value, 6), true);
    const measured = key === evKeys.beaconPosition && value.length >= 18 && place;
    return { accessPoint, place: measured ? { ...place, altitude: value.readInt16LE(16) } : place };
  }
  const wifi = key === evKeys.network;
  // Behind the strength a beacon says how strong it is at one metre; the newer record its battery as well.
  const at = wifi ? 8 : key === evKeys.tag ? 9 : 10;
  const where = (value[0] ?? 0) & LOCATED ? degrees(value, at) : null;
  return neighbour(backwards(value, 1), value[7], where, !wifi);
}

/** A place that the device was told or found out in another way than by satellites. */
export function readFoundPlace(value: Buffer): Place | null {
  const where = degrees(value, 0);
  return where && { ...noPlace, ...where, altitude: value.length >= 12 ? value.readInt16LE(10) : null };
}

/** Flags whose lowest bits are a small number, then an address and a negative strength: the form of a home network. */
const likeNetwork = (value: Buffer) => value.length >= 8 && ((value[0] ?? 0) & 0x3c) === 0 && value[7]! > 127;
const likeWifi = (value: Buffer) => value.length >= 7 && value.length % 7 === 0 && value.every((byte, at) => at % 7 !== 0 || byte > 127);
const likeCells = (value: Buffer) =>
  value.length >= 10 && (value.length - 3) % 7 === 0 && value.readUInt16LE(0) >= 200 && value.readUInt16LE(0) <= 999;

/** Record 2B, which has not been captured: what of the other records it looks like. */
export function readFurther(value: Buffer): Neighbour & { readonly cells: Cell[]; readonly accessPoints: AccessPoint[] } {
  const none = { accessPoint: null, place: null, cells: [], accessPoints: [] };
  if (likeNetwork(value)) return { ...none, ...readNeighbour(evKeys.network, value) };
  if (likeWifi(value)) return { ...none, accessPoints: readEvWifi(value) };
  if (likeCells(value)) return { ...none, cells: readEvCells(value, 4) };
  return none;
}
