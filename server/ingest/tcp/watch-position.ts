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

const SIX = /^\d{6}$/;
// 2000 to 2099: every fourth year has 29 February.
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A decimal field, blanks around it allowed; null when empty, no number, or larger than anything a watch measures. */
export function decimal(field: string | undefined): number | null {
  const text = field?.trim() ?? '';
  return /^[+-]?\d{1,7}(?:\.\d{0,15})?$/.test(text) ? Number(text) : null;
}

/** `ddMMyy` and `HHmmss` as epoch ms; `offset` is how many minutes the clock is ahead of UTC. Null when there is no such moment. */
export function blockTime(date: string, time: string, offset: number): number | null {
  if (!SIX.test(date) || !SIX.test(time)) return null;
  const d = Number(date);
  const t = Number(time);
  const [day, month, year] = [Math.floor(d / 10_000), Math.floor(d / 100) % 100, 2000 + (d % 100)];
  const [hour, minute, second] = [Math.floor(t / 10_000), Math.floor(t / 100) % 100, t % 100];
  const leap = month === 2 && year % 4 === 0 ? 1 : 0;
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= DAYS[month - 1]! + leap && hour < 24 && minute < 60 && second < 60;
  return exists ? Date.UTC(year, month - 1, day, hour, minute, second) - offset * 60_000 : null;
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
    written: SIX.test(date) && SIX.test(time) ? date + time : null,
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
