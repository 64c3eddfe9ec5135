/**
 * The short position reports 5501 and 5502 of JT/T 808: decimal digits for time and
 * place, one byte for the serial number, an answer of their own.
 */
import { isCell } from '#contract/devices/heard.rules.ts';
import type { Alarm, Cell, Place } from '#server/ingest/events.ts';
import { bcd, courseOf, momentOf } from '#server/ingest/tcp/binary-fields.ts';
import { noPlace, onGlobe } from '#server/ingest/tcp/decoding.ts';
import { readItems } from '#contract/devices/jt808-items.rules.ts';

export interface JtCompact {
  readonly place: Place;
  /** Epoch ms; null when it is no date. */
  readonly time: number | null;
  readonly written: string | null;
  readonly battery: number | null;
  /** 0 to 31 as the modem measures. */
  readonly signal: number | null;
  readonly alarms: readonly Alarm[];
}

/** Time, place, speed and course. */
const LEAST = 17;
const PRODUCT = 30;
const ITEMS = 35;
const NETWORK = 0x0a;
const ALTITUDE = 0x02;
const KM_PER_MILE = 1.852;
const [VALID, NORTH, EAST] = [1, 2, 4];

/** What bits of the alarm word mean, by product; the others of these products concern a lock. */
const meanings: Readonly<Record<number, readonly (readonly [bit: number, alarm: Alarm])[]>> = {
  1: [[0, 'lowBattery']],
  2: [[0, 'lowBattery']],
  3: [
    [5, 'enteredFence'],
    [6, 'leftFence'],
    [1, 'lowBattery'],
    [3, 'lowBattery'],
  ],
};

/** What an alarm word says of a product; of an unknown product it is an alarm without a name. */
function alarmsOf(product: number, word: number): Alarm[] {
  const known = meanings[product];
  if (!known) return word === 0 ? [] : ['other'];
  return [...new Set(known.filter(([bit]) => (word >>> bit) & 1).map(([, alarm]) => alarm))];
}

/** Degrees of digits `DDMMmmmm` or `DDDMMmmmm`. */
function degrees(digits: string): number {
  const split = digits.length - 6;
  return Number(digits.slice(0, split)) + Number(digits.slice(split)) / 10_000 / 60;
}

/** Reads a report; null when it is cut off or its digits are none. `offset` is how many minutes the clock is ahead of UTC. */
export function readCompact(body: Buffer, offset: number): JtCompact | null {
  const written = bcd(body.subarray(0, 6));
  const digits = body.toString('hex', 6, 15).slice(0, 17);
  if (body.length < LEAST || !/^\d{17}$/.test(digits)) return null;
  const flags = body[14]! & 15;
  const lat = degrees(digits.slice(0, 8)) * (flags & NORTH ? 1 : -1);
  const lng = degrees(digits.slice(8)) * (flags & EAST ? 1 : -1);
  const located = onGlobe(lat, lng);
  const [day = 0, month = 0, year = 0, ...clock] = written?.match(/../g)?.map(Number) ?? [];
  const speed = bcd(body.subarray(15, 16));
  const items = readItems(body, ITEMS);
  const network = items.find(({ id, value }) => id === NETWORK && value.length === 3)?.value;
  const altitude = items.find(({ id, value }) => id === ALTITUDE && value.length === 2)?.value;
  const whole = body.length >= ITEMS;
  const cell: Cell | null =
    whole && network
      ? { mcc: network[0]! * 256 + network[1]!, mnc: network[2]!, lac: body.readUInt16BE(28), cid: body.readUInt32BE(24), rssi: null }
      : null;
  return {
    time: written === null ? null : momentOf([year, month, day, ...clock], offset),
    written,
    battery: body[23] !== undefined && body[23] <= 100 ? body[23] : null,
    signal: body[17] ?? null,
    alarms: whole ? alarmsOf(body[PRODUCT]!, body.readUInt16BE(33)) : [],
    place: {
      ...noPlace,
      fix: located && (flags & VALID) !== 0,
      lat: located ? lat : null,
      lng: located ? lng : null,
      altitude: altitude ? Buffer.from(altitude).readInt16BE(0) : null,
      speed: speed === null ? null : Math.round(Number(speed) * KM_PER_MILE * 10) / 10,
      course: courseOf(body[16]! * 2),
      satellites: body[18] ?? null,
      cells: cell && isCell(cell) ? [cell] : [],
    },
  };
}
