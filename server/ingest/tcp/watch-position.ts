/** The position block: sixteen fields after the command, then the network list. */
import { readNetwork } from '#server/ingest/tcp/watch-network.ts';
import { parseStatus } from '#server/ingest/tcp/watch-status.ts';
import type { Place } from '#server/ingest/events.ts';

export interface PositionBlock {
  /** Epoch ms by the device's clock; null when it is no date. */
  readonly time: number | null;
  /** Date and time as written, twelve digits; null when they are not. */
  readonly written: string | null;
  readonly place: Place;
  /** %, %, count, count. */
  readonly signal: number | null;
  readonly battery: number | null;
  readonly steps: number | null;
  readonly rolls: number | null;
  readonly status: number | null;
}

/** A decimal field, blanks around it allowed; null when empty or no number. */
export function decimal(field: string | undefined): number | null {
  if (field === undefined) return null;
  const text = field.trim();
  if (text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** `ddMMyy` and `HHmmss` as epoch ms; `offset` is how many minutes the clock is ahead of UTC. Null when there is no such moment. */
export function blockTime(date: string, time: string, offset: number): number | null {
  if (!/^\d{12}$/.test(date + time)) return null;
  const two = (text: string, at: number): number => Number(text.slice(at, at + 2));
  const day = two(date, 0);
  const month = two(date, 2);
  const value = Date.UTC(2000 + two(date, 4), month - 1, day, two(time, 0), two(time, 2), two(time, 4));
  const back = new Date(value);
  // Date.UTC rolls 31.02. and 25:00 over instead of refusing them.
  const same = back.getUTCDate() === day && back.getUTCMonth() === month - 1;
  return same && two(time, 0) < 24 && two(time, 2) < 60 && two(time, 4) < 60 ? value - offset * 60_000 : null;
}

/** S and W make the number negative whatever its sign was; otherwise the sign that is there holds. */
export function coordinate(field: string | undefined, hemisphere: string | undefined, limit: number): number | null {
  const value = decimal(field);
  if (value === null || Math.abs(value) > limit) return null;
  const side = hemisphere?.trim().toUpperCase();
  return side === 'S' || side === 'W' ? -Math.abs(value) : value;
}

/** Reads a position block; `fields[0]` is the command. Whatever is missing or broken becomes null. */
export function readPosition(fields: readonly string[], offset: number): PositionBlock {
  const date = fields[1]?.trim() ?? '';
  const time = fields[2]?.trim() ?? '';
  const lat = coordinate(fields[4], fields[5], 90);
  const lng = coordinate(fields[6], fields[7], 180);
  // 0,0 is what a receiver reports before its first fix.
  const located = lat !== null && lng !== null && !(lat === 0 && lng === 0);
  const network = readNetwork(fields.slice(17));
  return {
    time: blockTime(date, time, offset),
    written: /^\d{12}$/.test(date + time) ? date + time : null,
    place: {
      fix: located && fields[3]?.trim().toUpperCase() === 'A',
      lat: located ? lat : null,
      lng: located ? lng : null,
      speed: decimal(fields[8]),
      course: decimal(fields[9]),
      altitude: decimal(fields[10]),
      satellites: decimal(fields[11]),
      accuracy: network.accuracy,
      cells: network.cells,
      accessPoints: network.accessPoints,
    },
    signal: decimal(fields[12]),
    battery: decimal(fields[13]),
    steps: decimal(fields[14]),
    rolls: decimal(fields[15]),
    status: parseStatus(fields[16]),
  };
}
