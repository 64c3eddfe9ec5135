/** Records of an EV07B data packet. All numbers are little-endian. */
import type { AccessPoint, Cell, Place } from '#server/ingest/events.ts';
import { macOf, slice } from '#server/ingest/tcp/binary-fields.ts';
import { noPlace, onGlobe } from '#server/ingest/tcp/decoding.ts';

export const evKeys = {
  id: 0x01,
  alarm: 0x02,
  battery: 0x14,
  position: 0x20,
  cells: 0x21,
  wifi: 0x22,
  beacon: 0x23,
  status: 0x24,
  tag: 0x28,
  network: 0x2a,
  steps: 0x30,
  heartRate: 0x40,
  oxygen: 0x41,
} as const;

export const seconds = (value: Buffer, at: number) => (at + 4 <= value.length ? value.readUInt32LE(at) * 1000 : null);

/** Fifteen digits; null when they are not. */
export function evId(value: Buffer): string | null {
  const text = value.toString('latin1');
  return /^\d{10,20}$/.test(text) ? text : null;
}

const DEGREE = 10_000_000;

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
  return {
    ...noPlace,
    ...where,
    fix: where !== null && value.readUInt16LE(14) > 0,
    speed: value.readUInt16LE(8),
    course: value.readUInt16LE(10),
    altitude: value.readInt16LE(12),
    satellites: value[20]!,
  };
}

/** Country, network, then strength, area and cell of each. */
export function readEvCells(value: Buffer): Cell[] {
  const cells: Cell[] = [];
  if (value.length < 3) return cells;
  for (let at = 3; at + 5 <= value.length; at += 5) {
    const rssi = value.readInt8(at);
    cells.push({
      mcc: value.readUInt16LE(0),
      mnc: value[2]!,
      lac: value.readUInt16LE(at + 1),
      cid: value.readUInt16LE(at + 3),
      rssi: rssi ? -Math.abs(rssi) : null,
    });
  }
  return cells;
}

/** Strength and address of each. */
export function readEvWifi(value: Buffer): AccessPoint[] {
  const found: AccessPoint[] = [];
  for (let at = 0; at + 7 <= value.length; at += 7) found.push({ mac: macOf(value.subarray(at + 1, at + 7)), rssi: value.readInt8(at) });
  return found;
}

/** The place of a beacon or home network that the device heard: near it, not a fix. */
export function readBeacon(key: number, value: Buffer): Place | null {
  const flags = value[0] ?? 0;
  const at = key === evKeys.beacon ? 6 : key === evKeys.network ? 8 : 9;
  if (key === evKeys.tag && !(flags & 0x80)) return null;
  const where = degrees(value, at);
  return where && { ...noPlace, ...where };
}
