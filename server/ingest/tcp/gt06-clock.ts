/**
 * Whose time a GT06 device writes. Its login says a time zone; by the manual some records are in UTC, by the firmware many are in the local
 * time of that zone. So what it sends now decides, and what it kept is read the same way.
 */
import { MINUTE } from '#contract/time.ts';
import { LATE, MOST_AHEAD } from '#server/ingest/tcp/decoding.ts';

export interface ClockBelief {
  /** Minutes that the written time is ahead of UTC. */
  readonly offset: number;
  /** True when the other reading would have been in the future. */
  readonly certain: boolean;
}

export interface Gt06Clock {
  /** Minutes ahead of UTC by the login; null when it said none. */
  zone: number | null;
  /** What the records of this connection have shown; null before the first that shows anything. */
  belief: ClockBelief | null;
}

/**
 * The zone in a login: hours and minutes as a decimal number in the highest twelve bits, bit 3 is west, the lowest two are the language.
 */
export function loginZone(body: Buffer): number | null {
  if (body.length < 12) return null;
  const word = body.readUInt16BE(10);
  const hours = Math.floor((word >> 4) / 100);
  const minutes = (word >> 4) % 100;
  if (hours > 14 || minutes > 59) return null;
  return (hours * 60 + minutes) * (word & 8 ? -1 : 1);
}

/**
 * When something was that a device wrote as `written` (epoch ms if that was UTC). `live`
 * is what was not marked as kept. A live record that fits now in one reading settles it, for good when the other reading is in the future.
 * Otherwise what is settled holds, before that the zone, unless only the other reading is possible.
 */
export function readClock(
  written: number,
  receivedAt: number,
  { zone, belief }: Gt06Clock,
  live: boolean,
): { time: number; belief: ClockBelief | null } {
  if (!zone) return { time: written, belief };
  const by = (offset: number) => written - offset * MINUTE;
  const possible = (offset: number) => by(offset) <= receivedAt + MOST_AHEAD;
  const other = (offset: number) => (offset === zone ? 0 : zone);
  const now = live ? [zone, 0].find((offset) => possible(offset) && receivedAt - by(offset) <= LATE) : undefined;
  if (now !== undefined) {
    const certain = !possible(other(now));
    if (certain || !belief?.certain) return { time: by(now), belief: { offset: now, certain } };
  }
  const preferred = belief?.offset ?? zone;
  return { time: by(possible(preferred) || !possible(other(preferred)) ? preferred : other(preferred)), belief };
}
