/** Fields that binary protocols share: times, binary-coded decimals, cells, access points. Reading beyond the end gives null. */
import type { AccessPoint, Cell } from '#server/ingest/events.ts';

/** A moment from its numbers, `offset` minutes ahead of UTC, as epoch ms; null when there is no such moment. */
export function momentOf([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[], offset: number): number | null {
  const time = Date.UTC(2000 + year, month - 1, day, hour, minute, second);
  const date = new Date(time);
  const exists = year < 100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return exists ? time - offset * 60_000 : null;
}

/** Decimal digits, two a byte; null when a nibble is no digit. */
export function bcd(bytes: Buffer): string | null {
  const text = bytes.toString('hex');
  return /^\d+$/.test(text) ? text : null;
}

/** Bytes that are there, or null. */
export function slice(data: Buffer, at: number, length: number): Buffer | null {
  return at >= 0 && at + length <= data.length ? data.subarray(at, at + length) : null;
}

/** A network address from six bytes. */
export function macOf(bytes: Buffer): string {
  return bytes.toString('hex').replaceAll(/(..)(?!$)/g, '$1:');
}

const negative = (rssi: number) => (rssi === 0 ? null : -Math.abs(rssi));

/** Groups of six bytes (area 2, cell 3, strength 1) from `at`; empty neighbours are left out. */
export function cellList(data: Buffer, at: number, count: number, mcc: number, mnc: number): Cell[] {
  const cells: Cell[] = [];
  for (let i = 0; i < count; i++) {
    const group = slice(data, at + i * 6, 6);
    if (!group) break;
    const lac = group.readUInt16BE(0);
    const cid = group.readUIntBE(2, 3);
    if (lac !== 0 && cid !== 0) cells.push({ mcc, mnc, lac, cid, rssi: negative(group[5]!) });
  }
  return cells;
}

/** Groups of seven bytes (address 6, strength 1) from `at`. */
export function accessPointList(data: Buffer, at: number, count: number): AccessPoint[] {
  const found: AccessPoint[] = [];
  for (let i = 0; i < count; i++) {
    const group = slice(data, at + i * 7, 7);
    if (!group) break;
    found.push({ mac: macOf(group.subarray(0, 6)), rssi: negative(group[6]!) });
  }
  return found;
}
