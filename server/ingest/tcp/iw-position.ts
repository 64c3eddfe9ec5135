/** The position text of IW and TRV watches: fixed columns without separators, then cell, alarm and Wi-Fi separated by commas. */
import { isCell } from '#contract/devices/heard.rules.ts';
import type { AccessPoint, Cell, Place } from '#server/ingest/events.ts';
import { momentOf } from '#server/ingest/tcp/binary-fields.ts';
import { noPlace, onGlobe } from '#server/ingest/tcp/decoding.ts';

/** Signal, satellites, battery: what `AP03`, `CP01` and positions have in common. */
export interface IwStatus {
  readonly signal: number | null;
  readonly satellites: number | null;
  readonly battery: number | null;
}

export interface IwPosition extends IwStatus {
  /** Epoch ms; null when it is no date. */
  readonly time: number | null;
  readonly written: string | null;
  readonly place: Place;
  /** The comma-separated fields behind the columns. */
  readonly fields: readonly string[];
}

const MOST = 32;
const POSITION =
  /^(\d{2})(\d{2})(\d{2})([AV])(\d{2})(\d{2}\.\d{1,6})([NS])(\d{3})(\d{2}\.\d{1,6})([EW])(\d{3}\.\d)(\d{2})(\d{2})(\d{2})([\d.]{6})(\d{3})(\d{3})(\d{3})/;
const STATUS = /^(\d{3})(\d{3})(\d{3})/;

/** A field of digits, at most nine; null when it is none. */
export function whole(field: string | undefined): number | null {
  const text = field?.trim() ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** A decimal field; null when empty or no number. */
export function decimal(field: string | undefined): number | null {
  const text = field?.trim() ?? '';
  return /^\d{1,6}(?:\.\d{0,6})?$/.test(text) ? Number(text) : null;
}

function status(signal: string | undefined, satellites: string | undefined, battery: string | undefined): IwStatus {
  return { signal: whole(signal), satellites: whole(satellites), battery: whole(battery) };
}

/** The nine digits with which a heartbeat begins. */
export function readIwStatus(text: string): IwStatus {
  const match = STATUS.exec(text);
  return status(match?.[1], match?.[2], match?.[3]);
}

/** `name|address|strength`, joined by `&`; names hold anything, so the address is what is looked for. */
export function readWifi(text: string): AccessPoint[] {
  const found = text.matchAll(/\|([0-9a-fA-F]{2}(?:[-:][0-9a-fA-F]{2}){5})\|(-?\d{1,3})/g);
  return [...found]
    .slice(0, MOST)
    .map(([, mac, rssi]) => ({ mac: mac!.toLowerCase().replaceAll('-', ':'), rssi: -Math.abs(Number(rssi)) }));
}

function readCell([, mccField, mncField, lacField, cidField]: readonly string[]): Cell[] {
  const [mcc = 0, mnc = 0, lac = 0, cid = 0] = [mccField, mncField, lacField, cidField].map((field) => whole(field) ?? 0);
  const cell = { mcc, mnc, lac, cid, rssi: null };
  return isCell(cell) ? [cell] : [];
}

/** Reads `AP01`, `AP10`, `YP03`, `YP14`; null when the columns are not there. `offset` is how many minutes the clock is ahead of UTC. */
export function readIwPosition(text: string, offset: number): IwPosition | null {
  const match = POSITION.exec(text);
  if (!match) return null;
  const [
    all,
    year,
    month,
    day,
    valid,
    latDegrees,
    latMinutes,
    ns,
    lngDegrees,
    lngMinutes,
    ew,
    speed,
    hour,
    minute,
    second,
    course,
    ...rest
  ] = match;
  const lat = (Number(latDegrees) + Number(latMinutes) / 60) * (ns === 'S' ? -1 : 1);
  const lng = (Number(lngDegrees) + Number(lngMinutes) / 60) * (ew === 'W' ? -1 : 1);
  const located = onGlobe(lat, lng);
  const numbers = [year, month, day, hour, minute, second].map(Number);
  const fields = text.slice(all.length).split(',', 128);
  const now = status(rest[0], rest[1], rest[2]);
  return {
    ...now,
    time: momentOf(numbers, offset),
    written: `${year}${month}${day}${hour}${minute}${second}`,
    place: {
      ...noPlace,
      fix: located && valid === 'A',
      lat: located ? lat : null,
      lng: located ? lng : null,
      speed: Number(speed),
      course: decimal(course),
      satellites: now.satellites,
      cells: readCell(fields),
      accessPoints: readWifi(text.slice(all.length)),
    },
    fields,
  };
}

/** Reads `AP02`: `,language,reply,cells,mcc,mnc,(lac|cid|strength)…,networks,(name|address|strength)&…`. */
export function readNetworkReport(text: string): Place {
  const fields = text.split(',', 64);
  const count = Math.min(whole(fields[3]) ?? 0, MOST);
  const mcc = whole(fields[4]) ?? 0;
  const mnc = whole(fields[5]) ?? 0;
  const cells: Cell[] = [];
  for (const field of fields.slice(6, 6 + count)) {
    const [lac, cid, rssi] = field.split('|', 3).map(whole);
    const cell = { mcc, mnc, lac: lac ?? 0, cid: cid ?? 0, rssi: rssi ? -rssi : null };
    if (isCell(cell)) cells.push(cell);
  }
  return { ...noPlace, cells, accessPoints: readWifi(text) };
}
