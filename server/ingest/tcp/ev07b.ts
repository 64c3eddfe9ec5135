/** Decodes EV07B packets into canonical events. What is read how: docs/device-protocols.md. */
import { alarmCodes } from '#contract/devices/alarm-codes.rules.ts';
import type { AccessPoint, Cell, Metric, Place } from '#server/ingest/events.ts';
import {
  clean,
  info,
  isOld,
  meaning,
  noOutput,
  noPlace,
  raise,
  readings,
  stamp,
  urgentFirst,
  type FoundAlarm,
  type Output,
} from '#server/ingest/tcp/decoding.ts';
import type { EvFrame, EvRecord } from '#server/ingest/tcp/ev07b-frames.ts';
import {
  evKeys,
  readEvCells,
  readEvPosition,
  readEvWifi,
  readFoundPlace,
  readFurther,
  readNeighbour,
  seconds,
} from '#server/ingest/tcp/ev07b-records.ts';
import type { Decoded, FrameContext } from '#server/ingest/tcp/protocol.ts';

export const evCommands = { data: 0x01, configuration: 0x02, service: 0x03, control: 0x04, response: 0x7f } as const;
const ALARM_BITS = alarmCodes.ev07b.meanings;
export const evServices = { heartbeat: 0x10, time: 0x12 } as const;

/** What belongs to one moment: a status record begins it, the records behind it complete it. */
interface Moment {
  time: number | null;
  place: Place | null;
  cells: Cell[];
  accessPoints: AccessPoint[];
  alarms: { word: number; time: number | null }[];
}

const noMoment = (time: number | null = null): Moment => ({ time, place: null, cells: [], accessPoints: [], alarms: [] });

function alarmsOf(word: number, out: Output): FoundAlarm[] {
  const found: FoundAlarm[] = [];
  let named = false;
  const unnamed: number[] = [];
  for (let bit = 0; bit < 32; bit++) {
    if (!((word >>> bit) & 1)) continue;
    if (!(bit in ALARM_BITS) && out.profile.alarms?.[bit] === undefined) unnamed.push(bit);
    else {
      named = true;
      const alarm = meaning(bit, out.profile.alarms, ALARM_BITS);
      if (alarm) found.push({ alarm, bit });
    }
  }
  // Firmware sets further bits beside those we know; alone they are still an alarm.
  if (!named && unnamed.length > 0) found.push({ alarm: 'other', bit: unnamed[0]! });
  if (word) info(out, 'alarm', `0x${word.toString(16).padStart(8, '0')}`);
  return found;
}

function settle(out: Output, { time, place, cells, accessPoints, alarms }: Moment): void {
  const when = stamp(out, time);
  const heard = cells.length > 0 || accessPoints.length > 0;
  const where = place || heard ? { ...(place ?? noPlace), cells, accessPoints } : null;
  for (const alarm of alarms) {
    const at = stamp(out, alarm.time ?? time);
    raise(out, at, alarmsOf(alarm.word, out), { place: where, late: isOld(at), written: (alarm.time ?? time)?.toString() ?? null });
  }
  if (!where) return;
  const late = isOld(when);
  // A stored position with a clock that cannot be believed belongs nowhere; one without any clock was measured now.
  if (time !== null && when.clock === 'server') out.discarded++;
  else out.events.push({ ...when, kind: 'position', place: where, late });
}

/** A value with the device's own time: with one that cannot be believed it belongs nowhere, least of all to today. */
function timed(out: Output, time: number | null, metric: Metric, value: number | null): void {
  const when = stamp(out, time);
  if (time !== null && when.clock === 'server') out.discarded++;
  else readings(out, when, [[metric, value]]);
}

function measured(out: Output, { key, value }: EvRecord): void {
  const time = seconds(value, 0);
  if (key === evKeys.steps) timed(out, time, 'steps', value.length >= 8 ? value.readUInt32LE(4) : null);
  // 0 and 1 are answers of a sensor that is not on a wrist; the bounds of the metric throw them away.
  else timed(out, time, key === evKeys.heartRate ? 'heartRate' : 'oxygen', value[4] ?? null);
}

/** The more exact of two places: a fix, then one with coordinates. */
function better(known: Place | null, other: Place | null): Place | null {
  if (!known || !other) return known ?? other;
  if (known.fix !== other.fix) return known.fix ? known : other;
  return known.lat === null && other.lat !== null ? other : known;
}

/** What the device hears or where it is, by key; false when the record is another. */
function whereabouts(moment: Moment, { key, value }: EvRecord): boolean {
  switch (key) {
    case evKeys.position:
      moment.place = better(readEvPosition(value), moment.place);
      return true;
    case evKeys.found:
      moment.place = better(moment.place, readFoundPlace(value));
      return true;
    case evKeys.cells:
    case evKeys.cells4g:
      moment.cells.push(...readEvCells(value, key === evKeys.cells ? 2 : 4));
      return true;
    case evKeys.wifi:
    case evKeys.namedWifi:
      moment.accessPoints.push(...readEvWifi(value, key === evKeys.namedWifi));
      return true;
    case evKeys.beacon:
    case evKeys.beaconPosition:
    case evKeys.tag:
    case evKeys.network:
    case evKeys.tagBattery: {
      const { accessPoint, place } = readNeighbour(key, value);
      if (accessPoint) moment.accessPoints.push(accessPoint);
      moment.place = better(moment.place, place);
      return true;
    }
    case evKeys.further: {
      const { accessPoint, place, cells, accessPoints } = readFurther(value);
      moment.cells.push(...cells);
      moment.accessPoints.push(...accessPoints, ...(accessPoint ? [accessPoint] : []));
      moment.place = better(moment.place, place);
      return true;
    }
    default:
      return false;
  }
}

/** Whether nothing but alarms belongs to the moment: then the next status says when and where they were. */
const onlyAlarms = ({ time, place, cells, accessPoints }: Moment) =>
  time === null && !place && cells.length === 0 && accessPoints.length === 0;

function data(out: Output, records: readonly EvRecord[]): void {
  let moment = noMoment();
  for (const record of records) {
    const { key, value } = record;
    if (whereabouts(moment, record)) continue;
    switch (key) {
      case evKeys.status:
        if (onlyAlarms(moment)) moment = { ...moment, time: seconds(value, 0) };
        else {
          settle(out, moment);
          moment = noMoment(seconds(value, 0));
        }
        if (value.length >= 8) timed(out, moment.time, 'battery', value[7]!);
        break;
      case evKeys.alarm:
        if (value.length >= 4) moment.alarms.push({ word: value.readUInt32LE(0), time: seconds(value, 4) });
        break;
      case evKeys.battery:
        timed(out, moment.time, 'battery', value[0] ?? null);
        break;
      case evKeys.steps:
      case evKeys.heartRate:
      case evKeys.oxygen:
        measured(out, record);
    }
  }
  settle(out, moment);
}

/** Decodes one packet. Never throws; alarms come first, SOS first among them. */
export function decodeEv({ command, records, serial }: EvFrame, context: FrameContext): Decoded {
  const out = noOutput(context);
  if (command === evCommands.data) data(out, records);
  else if (command === evCommands.service) {
    out.events.push({ ...stamp(out), kind: 'heartbeat' });
    for (const { key, value } of records) if (key === evServices.heartbeat) readings(out, stamp(out), [['battery', value[0] ?? null]]);
  } else if (command === evCommands.configuration) {
    for (const { key, value } of records) info(out, `0x${key.toString(16).padStart(2, '0')}`, value.toString('hex'));
  } else if (command === evCommands.response || command === evCommands.control) {
    const values = records.map(({ key, value }) => clean(`${key} ${value.toString('latin1')}`));
    // The key of a response is its result: 0 done, anything else why not.
    const failed = command === evCommands.response && records.some(({ key }) => key !== 0);
    const index = serial.toString(16).padStart(4, '0');
    out.events.push({ ...stamp(out), kind: 'reply', command: 'RESPONSE', values, index, ...(failed ? { failed } : {}) });
  } else return { events: [], discarded: 0, known: false };
  return { events: urgentFirst(out.events), discarded: out.discarded, known: true };
}
