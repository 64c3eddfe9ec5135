/** What decoders of every protocol do with a time and a value. */
import type { Alarm, DeviceEvent, Metric, Place } from '#server/ingest/events.ts';
import { plausible, plausiblePressure } from '#server/ingest/readings.ts';
import type { FrameContext } from '#server/ingest/tcp/protocol.ts';

/** A frame on its way to events. */
export interface Output extends FrameContext {
  readonly events: DeviceEvent[];
  discarded: number;
}

export type Stamp = Pick<DeviceEvent, 'deviceKey' | 'at' | 'receivedAt' | 'clock'>;

const LONGEST_VALUE = 4096;
// A device clock outside this window is not believed: behind by more than an outage lasts, or ahead by more than drift.
const MOST_BEHIND = 7 * 24 * 3_600_000;
export const MOST_AHEAD = 10 * 60_000;
/** A position of that age is part of the track, and no news of where somebody is. */
export const LATE = 15 * 60_000;

export function noOutput(context: FrameContext): Output {
  return { ...context, events: [], discarded: 0 };
}

/** Ours when the frame carries no time (epoch ms), or none that can be believed. */
export function stamp(out: Output, time: number | null = null): Stamp {
  const { deviceKey, receivedAt } = out;
  const believed = time !== null && time >= receivedAt - MOST_BEHIND && time <= receivedAt + MOST_AHEAD;
  return { deviceKey, receivedAt, at: believed ? time : receivedAt, clock: believed ? 'device' : 'server' };
}

/** Whether an event of that stamp was sent long after it happened. */
export const isOld = ({ at, receivedAt }: Stamp) => receivedAt - at > LATE;

/** Adds readings; null is "not said", what no body or device can have is counted. */
export function readings(out: Output, when: Stamp, values: readonly (readonly [Metric, number | null])[]): void {
  for (const [metric, value] of values) {
    if (value === null) continue;
    if (plausible(metric, value)) out.events.push({ ...when, kind: 'reading', metric, value });
    else out.discarded++;
  }
}

/** Adds a blood pressure in mmHg: both values or none. */
export function pressure(out: Output, when: Stamp, systolic: number | null, diastolic: number | null): void {
  if (systolic !== null && diastolic !== null && plausiblePressure(systolic, diastolic)) {
    readings(out, when, [
      ['systolic', systolic],
      ['diastolic', diastolic],
    ]);
  } else out.discarded++;
}

/** Text for the database: no control characters (PostgreSQL refuses NUL), bounded. */
export function clean(text: string): string {
  return text.slice(0, LONGEST_VALUE).replaceAll(/\p{Cc}/gu, '');
}

export function info(out: Output, name: string, value: string): void {
  out.events.push({ ...stamp(out), kind: 'info', name, value: clean(value) });
}

export const noPlace: Place = {
  fix: false,
  lat: null,
  lng: null,
  speed: null,
  course: null,
  altitude: null,
  satellites: null,
  accuracy: null,
  cells: [],
  accessPoints: [],
};

/** Degrees that can be: within the globe, and not the 0,0 of a receiver before its first fix. */
export const onGlobe = (lat: number, lng: number) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && !(lat === 0 && lng === 0);

export interface FoundAlarm {
  readonly alarm: Alarm;
  /** The bit or code that says so. */
  readonly bit: number | null;
}

const URGENCY: readonly Alarm[] = ['sos', 'fall', 'service', 'other', 'removed', 'leftFence', 'enteredFence', 'lowBattery'];

/**
 * A time as the device wrote it; null from one that has no clock: it writes the same every
 * time, and a second press would pass for the first one sent again.
 */
export const writtenTime = (written: string | null): string | null => (written !== null && /[1-9]/.test(written) ? written : null);

/** Adds alarms in front of everything else of the frame, most urgent first. `written` is the time as the device wrote it. */
export function raise(
  out: Output,
  when: Stamp,
  found: readonly FoundAlarm[],
  about: { place: Place | null; late: boolean; written: string | null },
): void {
  const { place, late, written } = about;
  for (const { alarm, bit } of found) {
    out.events.push({ ...when, kind: 'alarm', alarm, bit, place, late, deviceTime: writtenTime(written), suppressed: null });
  }
}

const rank = (event: DeviceEvent) => (event.kind === 'alarm' ? URGENCY.indexOf(event.alarm) : URGENCY.length);

/** The events of a frame with its alarms first, SOS first among them; the rest keeps its order. */
export function urgentFirst(events: readonly DeviceEvent[]): DeviceEvent[] {
  return events.some(({ kind }) => kind === 'alarm') ? events.toSorted((a, b) => rank(a) - rank(b)) : [...events];
}

/**
 * What an alarm code or bit means: the model's own table first, then the protocol's;
 * null is no alarm. An unknown code is an alarm.
 */
export function meaning(
  code: number,
  own: Readonly<Record<string, Alarm | 'none'>> | undefined,
  table: Readonly<Record<number, Alarm | 'none'>>,
): Alarm | null {
  const alarm = own?.[code] ?? table[code] ?? 'other';
  return alarm === 'none' ? null : alarm;
}
