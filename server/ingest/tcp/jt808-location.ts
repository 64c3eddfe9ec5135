/** The position report of JT/T 808 (0x0200): alarm and status words, position, time, additional items. */
import type { ItemRule } from '#contract/devices/device-profiles.ts';
import { itemName, itemValue, readItems, REPORT_HEAD, type JtItem } from '#contract/devices/jt808-items.rules.ts';
import type { Metric, Place } from '#server/ingest/events.ts';
import { bcd, momentOf } from '#server/ingest/tcp/binary-fields.ts';
import { noPlace, onGlobe } from '#server/ingest/tcp/decoding.ts';

export interface JtLocation {
  readonly alarms: number;
  readonly place: Place;
  /** Epoch ms; null when it is no date. */
  readonly time: number | null;
  readonly written: string | null;
  readonly items: readonly JtItem[];
}

export const AREA_BIT = 20;

/** The standard's clock: Beijing. */
const BEIJING = 480;
const LOCATED = 2;
const SOUTH = 4;
const WEST = 8;
const SIGNAL = 0x30;
const SATELLITES = 0x31;
const AREA = 0x12;

/** Reads a report; null when it is cut off. `offset` is how many minutes the terminal's clock is ahead of UTC, null the standard's. */
export function readLocation(body: Buffer, offset: number | null): JtLocation | null {
  if (body.length < REPORT_HEAD) return null;
  const status = body.readUInt32BE(4);
  const lat = (body.readUInt32BE(8) / 1e6) * (status & SOUTH ? -1 : 1);
  const lng = (body.readUInt32BE(12) / 1e6) * (status & WEST ? -1 : 1);
  const located = onGlobe(lat, lng);
  const written = bcd(body.subarray(22, REPORT_HEAD));
  const items = readItems(body, REPORT_HEAD);
  const numbers = written === null ? null : Array.from(body.subarray(22, REPORT_HEAD), (byte) => (byte >> 4) * 10 + (byte & 15));
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

/** What the items measure: the signal of the standard (0 to 31, or percent), and what the model's own table names. */
export function itemReadings(items: readonly JtItem[], rules: Readonly<Record<string, readonly ItemRule[]>> | undefined): [Metric, number | null][] {
  const found: [Metric, number | null][] = [];
  for (const { id, value } of items) {
    if (id === SIGNAL && value.length > 0) found.push(['signal', value[0]! <= 31 ? Math.round((value[0]! * 100) / 31) : value[0]!]);
    for (const rule of rules?.[itemName(id)] ?? []) found.push([rule.metric, itemValue(rule, value)]);
  }
  return found;
}
