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

/** Whether six bytes are the address of one sender: all zeros and all ones fill empty places of a list. */
export const isMac = (bytes: Buffer) => bytes.some((byte) => byte !== 0) && bytes.some((byte) => byte !== 0xff);

/** A direction in degrees; null when there is none such. */
export const courseOf = (degrees: number): number | null => (degrees <= 360 ? degrees : null);

/** Codes of countries and networks have three digits; zeros and all ones fill empty places of a list. */
export const isCell = ({ mcc, mnc, lac, cid }: Cell) =>
  mcc > 0 && mcc <= 999 && mnc <= 999 && lac > 0 && lac !== 0xffff && lac <= 0xfffffff && cid > 0 && cid !== 0xffffff && cid <= 0xfffffffff;

/** A strength of one byte: written without its sign, or as a signed number. */
export const dbm = (byte: number) => (byte === 0 ? null : byte > 127 ? byte - 256 : -byte);

/** How many bytes area and cell have. */
export interface CellForm {
  readonly area: number;
  readonly cell: number;
}

/** A number of up to eight bytes; beyond what can be counted exactly it is no number of a cell. */
export const bigUint = (data: Buffer, at: number, length: number) => (length <= 6 ? data.readUIntBE(at, length) : Number(data.readBigUInt64BE(at)));

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
