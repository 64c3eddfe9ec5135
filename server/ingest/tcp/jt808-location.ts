/** The position report of JT/T 808 (0x0200): alarm and status words, position, time, additional items. */
import { readItems, REPORT_HEAD, type JtItem } from '#contract/devices/jt808-items.rules.ts';
import type { AccessPoint, Metric, Place } from '#server/ingest/events.ts';
import { accessPointList, bcd, momentOf } from '#server/ingest/tcp/binary-fields.ts';
import { noPlace, onGlobe } from '#server/ingest/tcp/decoding.ts';
import { readVendorItems, type ItemTable, type VendorItems } from '#server/ingest/tcp/jt808-vendor-items.ts';

export interface JtLocation {
  readonly alarms: number;
  readonly place: Place;
  /** Epoch ms; null when it is no date. */
  readonly time: number | null;
  readonly written: string | null;
  readonly items: readonly JtItem[];
  readonly vendor: VendorItems;
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

/** Six bytes from year to second, two digits a byte, as epoch ms; null when they are no date. `offset` as for a report. */
export const bcdMoment = (bytes: Buffer, offset: number | null) =>
  bcd(bytes) === null
    ? null
    : momentOf(
        Array.from(bytes, (byte) => (byte >> 4) * 10 + (byte & 15)),
        offset ?? BEIJING,
      );

/**
 * Reads a report; null when it is cut off. `offset` is how many minutes the terminal's
 * clock is ahead of UTC, null the standard's; `own` explains the model's own items.
 */
export function readLocation(body: Buffer, offset: number | null, own?: ItemTable): JtLocation | null {
  if (body.length < REPORT_HEAD) return null;
  const status = body.readUInt32BE(4);
  const lat = (body.readUInt32BE(8) / 1e6) * (status & SOUTH ? -1 : 1);
  const lng = (body.readUInt32BE(12) / 1e6) * (status & WEST ? -1 : 1);
  const located = onGlobe(lat, lng);
  const written = bcd(body.subarray(22, REPORT_HEAD));
  const items = readItems(body, REPORT_HEAD);
  const vendor = readVendorItems(items, own);
  return {
    alarms: body.readUInt32BE(0),
    time: bcdMoment(body.subarray(22, REPORT_HEAD), offset),
    written,
    items,
    vendor,
    place: {
      ...noPlace,
      fix: located && (status & LOCATED) !== 0,
      lat: located ? lat : null,
      lng: located ? lng : null,
      altitude: body.readInt16BE(16),
      speed: body.readUInt16BE(18) / 10,
      course: body.readUInt16BE(20),
      satellites: items.find(({ id }) => id === SATELLITES)?.value[0] ?? null,
      cells: vendor.cells,
      accessPoints: vendor.accessPoints,
    },
  };
}

/**
 * The report of tags (0900 with type 53): a place without alarm word, then count and each
 * with its place, address, strength and data. Null when cut off.
 */
export function readTags(body: Buffer, offset: number | null): JtLocation | null {
  const report = readLocation(Buffer.concat([Buffer.alloc(4), body.subarray(1, 25)]), offset);
  if (!report) return null;
  const accessPoints: AccessPoint[] = [];
  for (let at = 26; at + 9 <= body.length; at += 9 + body[at + 8]!)
    accessPoints.push(...accessPointList(body, at + 1, 1).map((tag) => ({ ...tag, beacon: true as const })));
  return { ...report, place: { ...report.place, accessPoints } };
}

/** Whether the additional item of an area alarm says "entered". */
export const enteredArea = (items: readonly JtItem[]) => items.some(({ id, value }) => id === AREA && value.at(-1) === 0);

/** Signal in percent: of a modem 0 to 31, otherwise percent already. */
export const signalOf = (value: number) => (value <= 31 ? Math.round((value * 100) / 31) : value);

/** What the items measure: the signal of the standard, the battery of vendors' items, and what the model's own table names. */
export function itemReadings({ items, vendor }: JtLocation): (readonly [Metric, number | null])[] {
  const signal = items.find(({ id, value }) => id === SIGNAL && value.length > 0)?.value[0];
  return [['battery', vendor.battery], ...(signal === undefined ? [] : [['signal', signalOf(signal)] as const]), ...vendor.values];
}
