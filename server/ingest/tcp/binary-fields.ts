/** Fields that binary protocols share: times, binary-coded decimals, cells, access points. Reading beyond the end gives null. */
import { dbm, isCell, isMac, macOf } from '#contract/devices/heard.rules.ts';
import type { AccessPoint, Cell } from '#server/ingest/events.ts';

/** A moment from its numbers, `offset` minutes ahead of UTC, as epoch ms; null when there is no such moment. */
export function momentOf(
  [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[],
  offset: number,
): number | null {
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

/** A direction in degrees; null when there is none such. */
export const courseOf = (degrees: number): number | null => (degrees <= 360 ? degrees : null);

/** How many bytes area and cell have. */
export interface CellForm {
  readonly area: number;
  readonly cell: number;
}

/** A number of up to eight bytes; beyond what can be counted exactly it is no number of a cell. */
export const bigUint = (data: Buffer, at: number, length: number) =>
  length <= 6 ? data.readUIntBE(at, length) : Number(data.readBigUInt64BE(at));

/** Groups of area, cell and strength (one byte) from `at`, big-endian; places that hold no cell are left out. */
export function cellList(data: Buffer, at: number, count: number, { mcc, mnc }: Pick<Cell, 'mcc' | 'mnc'>, form: CellForm): Cell[] {
  const { area, cell } = form;
  const cells: Cell[] = [];
  for (let i = 0; i < count; i++) {
    const group = slice(data, at + i * (area + cell + 1), area + cell + 1);
    if (!group) break;
    const one = { mcc, mnc, lac: group.readUIntBE(0, area), cid: bigUint(group, area, cell), rssi: dbm(group[area + cell]!) };
    if (isCell(one)) cells.push(one);
  }
  return cells;
}

/** Groups of seven bytes (address 6, strength 1) from `at`; empty places are left out. */
export function accessPointList(data: Buffer, at: number, count: number): AccessPoint[] {
  const found: AccessPoint[] = [];
  for (let i = 0; i < count; i++) {
    const group = slice(data, at + i * 7, 7);
    if (!group) break;
    if (isMac(group.subarray(0, 6))) found.push({ mac: macOf(group.subarray(0, 6)), rssi: dbm(group[6]!) });
  }
  return found;
}
