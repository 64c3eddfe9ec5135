/** The position report of JT/T 808 (0x0200): alarm and status words, position, time, additional items. */
import type { Alarm, ItemRule, Metric, Place } from '#server/ingest/events.ts';
import { bcd, momentOf } from '#server/ingest/tcp/binary-fields.ts';
import { noPlace, onGlobe } from '#server/ingest/tcp/decoding.ts';

export interface JtItem {
  readonly id: number;
  readonly value: Buffer;
}

export interface JtLocation {
  readonly alarms: number;
  readonly place: Place;
  /** Epoch ms; null when it is no date. */
  readonly time: number | null;
  readonly written: string | null;
  readonly items: readonly JtItem[];
}

/** Bits of the alarm word. What concerns a vehicle and its driver, or the terminal's wiring, is no alarm about a person. */
export const jtAlarmBits: Readonly<Record<number, Alarm | 'none'>> = {
  ...Object.fromEntries(Array.from({ length: 32 }, (_, bit) => [bit, 'none' as const])),
  0: 'sos',
  7: 'lowBattery',
  20: 'leftFence',
  // Collision and roll-over of whoever wears the terminal.
  29: 'fall',
  30: 'fall',
};
export const AREA_BIT = 20;

/** The standard's clock: Beijing. */
const BEIJING = 480;
const LEAST = 28;
const LOCATED = 2;
const SOUTH = 4;
const WEST = 8;
const SIGNAL = 0x30;
const SATELLITES = 0x31;
const AREA = 0x12;

function readItems(body: Buffer): JtItem[] {
  const items: JtItem[] = [];
  for (let at = LEAST; at + 2 <= body.length;) {
    const end = at + 2 + body[at + 1]!;
    if (end > body.length) break;
    items.push({ id: body[at]!, value: body.subarray(at + 2, end) });
    at = end;
  }
  return items;
}

/** Reads a report; null when it is cut off. `offset` is how many minutes the terminal's clock is ahead of UTC, null the standard's. */
export function readLocation(body: Buffer, offset: number | null): JtLocation | null {
  if (body.length < LEAST) return null;
  const status = body.readUInt32BE(4);
  const lat = (body.readUInt32BE(8) / 1e6) * (status & SOUTH ? -1 : 1);
  const lng = (body.readUInt32BE(12) / 1e6) * (status & WEST ? -1 : 1);
  const located = onGlobe(lat, lng);
  const written = bcd(body.subarray(22, LEAST));
  const items = readItems(body);
  const numbers = written === null ? null : Array.from(body.subarray(22, LEAST), (byte) => (byte >> 4) * 10 + (byte & 15));
  return {
    alarms: body.readUInt32BE(0),
    time: numbers ? momentOf(numbers, offset ?? BEIJING) : null,
    written,
    items,
    place: {
      ...noPlace,
      fix: located && (status & LOCATED) !== 0,
      lat: located ? lat : null,
      lng: located ? lng : null,
      altitude: body.readInt16BE(16),
      speed: body.readUInt16BE(18) / 10,
      course: body.readUInt16BE(20),
      satellites: items.find(({ id }) => id === SATELLITES)?.value[0] ?? null,
    },
  };
}

/** Whether the additional item of an area alarm says "entered". */
export const enteredArea = (items: readonly JtItem[]) => items.some(({ id, value }) => id === AREA && value.at(-1) === 0);

function valueOf({ at = 0, bytes = 1, signed = false, scale = 1, add = 0 }: ItemRule, value: Buffer): number | null {
  if (![1, 2, 4].includes(bytes) || at < 0 || at + bytes > value.length) return null;
  const raw = signed ? value.readIntBE(at, bytes) : value.readUIntBE(at, bytes);
  return Math.round((raw * scale + add) * 1000) / 1000;
}

/** What the items measure: the signal of the standard (0 to 31, or percent), and what the model's own table names. */
export function itemReadings(items: readonly JtItem[], rules: Readonly<Record<string, readonly ItemRule[]>> | undefined): [Metric, number | null][] {
  const found: [Metric, number | null][] = [];
  for (const { id, value } of items) {
    if (id === SIGNAL && value.length > 0) found.push(['signal', value[0]! <= 31 ? Math.round((value[0]! * 100) / 31) : value[0]!]);
    for (const rule of rules?.[id.toString(16).padStart(2, '0')] ?? []) found.push([rule.metric, valueOf(rule, value)]);
  }
  return found;
}
