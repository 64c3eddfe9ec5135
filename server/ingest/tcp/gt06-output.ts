/** What every GT06 record comes to: times by the clock of the connection, alarms, battery and signal. */
import { alarmCodes } from '#contract/devices/alarm-codes.rules.ts';
import type { Alarm, Cell, DeviceProfile, Place } from '#server/ingest/events.ts';
import {
  info,
  isOld,
  meaning,
  noPlace,
  raise,
  readings,
  stamp,
  type FoundAlarm,
  type Output,
  type Stamp,
} from '#server/ingest/tcp/decoding.ts';
import { readClock, type Gt06Clock } from '#server/ingest/tcp/gt06-clock.ts';
import { stateAlarms, type Gt06Status, type Gt06Time } from '#server/ingest/tcp/gt06-fields.ts';

/** What one connection has already said. */
export interface Gt06Memory extends Gt06Clock {
  /** Alarms of the last heartbeat that was stored: a state that lasts is one alarm. */
  lasting: readonly Alarm[];
  /** A charge above six: this device writes percent, also when it is nearly empty. */
  percent: boolean;
  commands: number;
}

export interface Gt06Output extends Output {
  readonly memory: Gt06Memory;
}

/** The stamp of a time that the device wrote; `live` is what it did not mark as kept. */
export function moment(out: Gt06Output, { utc }: Gt06Time, live = true): Stamp {
  if (utc === null) return stamp(out);
  const { utcOffsetMinutes: own } = out.profile;
  if (own !== null) return stamp(out, utc - own * 60_000);
  const { time, belief } = readClock(utc, out.receivedAt, out.memory, live);
  out.memory.belief = belief;
  return stamp(out, time);
}

type Meanings = Readonly<Record<number, Alarm | 'none'>>;

/** Alarms of code and state; a state that only repeats or vaguely says what the code says adds nothing. */
export function alarmsOf(
  { alarm, state }: Pick<Gt06Status, 'alarm' | 'state'>,
  profile: DeviceProfile,
  table: Meanings = alarmCodes.gt06.meanings,
): FoundAlarm[] {
  const byCode = alarm ? meaning(alarm, profile.alarms, table) : null;
  const byState = meaning(state, undefined, stateAlarms);
  const alarms: FoundAlarm[] = byCode ? [{ alarm: byCode, bit: alarm }] : [];
  if (byState && byState !== byCode && (byState !== 'other' || !byCode)) alarms.push({ alarm: byState, bit: null });
  return alarms;
}

interface Said extends Pick<Gt06Status, 'charge' | 'signal'> {
  readonly percent?: true;
}

/** Battery and signal. With a time of the device that cannot be believed they belong nowhere, least of all to today. */
export function device(out: Gt06Output, when: Stamp, { charge, percent, signal }: Said, time: Gt06Time | null = null): void {
  if (charge !== null && charge > 6) out.memory.percent = true;
  if (time && time.utc !== null && when.clock === 'server') return void out.discarded++;
  const steps = charge !== null && charge <= 6 && !percent && !out.memory.percent;
  readings(out, when, [
    ['battery', steps ? Math.round((charge * 100) / 6) : charge],
    ['signal', signal],
  ]);
}

/** The place of what a record tells beside a position; null when it tells nothing. */
export function placeWith(place: Place | null, cells: readonly Cell[], accessPoints: Place['accessPoints'] = []): Place | null {
  return place || cells.length > 0 || accessPoints.length > 0 ? { ...(place ?? noPlace), cells, accessPoints } : null;
}

const SHOCK_OR_POWER: ReadonlySet<number> = new Set([1, 2]);

export interface Cry {
  readonly when: Stamp;
  readonly place: Place | null;
  readonly written: string | null;
  /** Null when the record has no layout that is known. */
  readonly status: Pick<Gt06Status, 'alarm' | 'state'> | null;
  readonly table?: Meanings;
}

/** A record that is an alarm by its type: what it says, or that it says something. */
export function cry(out: Gt06Output, { when, place, written, status, table = alarmCodes.gt06.meanings }: Cry): void {
  const said = status ?? { alarm: 0, state: 0 };
  const { alarm, state } = said;
  const alarms = alarmsOf(said, out.profile, table);
  const quiet = alarm ? table[alarm] === 'none' : SHOCK_OR_POWER.has(state);
  if (quiet) info(out, 'alarm', `0x${alarm.toString(16).padStart(2, '0')}`);
  // An alarm without a code is still a call for help.
  if (alarms.length === 0 && !quiet && out.profile.alarms?.[alarm] === undefined) alarms.push({ alarm: 'other', bit: alarm });
  raise(out, when, alarms, { place, late: isOld(when), written });
}
