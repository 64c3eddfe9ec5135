/** Decodes EV07B packets into canonical events. What is read how: docs/device-protocols.md. */
import { alarmCodes } from '#contract/devices/alarm-codes.rules.ts';
import type { AccessPoint, Cell, Place } from '#server/ingest/events.ts';
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
import { evKeys, readBeacon, readEvCells, readEvPosition, readEvWifi, seconds } from '#server/ingest/tcp/ev07b-records.ts';
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

function measured(out: Output, { key, value }: EvRecord): void {
  const when = stamp(out, seconds(value, 0));
  if (key === evKeys.steps) readings(out, when, [['steps', value.length >= 8 ? value.readUInt32LE(4) : null]]);
  // 0 and 1 are answers of a sensor that is not on a wrist; the bounds of the metric throw them away.
  else readings(out, when, [[key === evKeys.heartRate ? 'heartRate' : 'oxygen', value[4] ?? null]]);
}

function data(out: Output, records: readonly EvRecord[]): void {
  let moment = noMoment();
  const take = (record: EvRecord): void => {
    const { key, value } = record;
    switch (key) {
      case evKeys.status:
        settle(out, moment);
        moment = noMoment(seconds(value, 0));
        if (value.length >= 8) readings(out, stamp(out, moment.time), [['battery', value[7]!]]);
        break;
      case evKeys.alarm:
        if (value.length >= 4) moment.alarms.push({ word: value.readUInt32LE(0), time: seconds(value, 4) });
        break;
      case evKeys.battery:
        readings(out, stamp(out, moment.time), [['battery', value[0] ?? null]]);
        break;
      case evKeys.position:
        moment.place = readEvPosition(value) ?? moment.place;
        break;
      case evKeys.cells:
        moment.cells.push(...readEvCells(value));
        break;
      case evKeys.wifi:
        moment.accessPoints.push(...readEvWifi(value));
        break;
      case evKeys.beacon:
      case evKeys.tag:
      case evKeys.network:
        moment.place ??= readBeacon(key, value);
        break;
      case evKeys.steps:
      case evKeys.heartRate:
      case evKeys.oxygen:
        measured(out, record);
    }
  };
  records.forEach(take);
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
