/**
 * Decodes a bracket frame of any dialect (3G, SG, CS, ZJ) into canonical events. Pure: the time of arrival and what is
 * special about the model come in, events come out. What is read how, and why: docs/watch-protocol.md.
 */
import type { Alarm, DeviceEvent, DeviceProfile, Metric } from '#server/ingest/events.ts';
import { plausible, plausiblePressure } from '#server/ingest/readings.ts';
import type { Frame } from '#server/ingest/tcp/framer.ts';
import { commandNames } from '#server/ingest/tcp/watch-commands.ts';
import { decodeMedia } from '#server/ingest/tcp/watch-media.ts';
import { decimal, readPosition } from '#server/ingest/tcp/watch-position.ts';
import { alarmsOf } from '#server/ingest/tcp/watch-status.ts';

export interface Decoded {
  readonly events: readonly DeviceEvent[];
  /** Values thrown away because no body or device can have them, or because the watch was not worn. */
  readonly discarded: number;
  /** False for a command nobody knows. */
  readonly known: boolean;
}

/** What `decodeFrame` needs to know beside the frame. */
export interface FrameContext {
  readonly deviceKey: string;
  /** Epoch ms. */
  readonly receivedAt: number;
  readonly profile: DeviceProfile;
}

interface Output extends FrameContext {
  readonly frame: Frame;
  readonly events: DeviceEvent[];
  discarded: number;
}

const MOST_FIELDS = 256;
const LONGEST_VALUE = 4096;
// A device clock outside this window is not believed: behind by more than an outage lasts, or ahead by more than drift.
const MOST_BEHIND = 7 * 24 * 3_600_000;
const MOST_AHEAD = 10 * 60_000;

type Stamp = Pick<DeviceEvent, 'deviceKey' | 'at' | 'receivedAt' | 'clock'>;

/** Ours when the frame carries no time, or none that can be believed. */
function stamp(out: Output, time: number | null = null): Stamp {
  const { deviceKey, receivedAt } = out;
  const believed = time !== null && time >= receivedAt - MOST_BEHIND && time <= receivedAt + MOST_AHEAD;
  return { deviceKey, receivedAt, at: believed ? time : receivedAt, clock: believed ? 'device' : 'server' };
}

function readings(out: Output, when: Stamp, values: [Metric, number | null][]): void {
  for (const [metric, value] of values) {
    if (value === null) continue;
    if (plausible(metric, value)) out.events.push({ ...when, kind: 'reading', metric, value });
    else out.discarded++;
  }
}

function position(out: Output, fields: string[], kind: 'live' | 'late' | 'alarm'): void {
  const block = readPosition(fields, out.profile.utcOffsetMinutes);
  const when = stamp(out, block.time);
  const late = kind === 'late';
  const place = fields.length > 7 ? block.place : null;
  const alarms: { bit: number | null; alarm: Alarm }[] = alarmsOf(block.status ?? 0);
  // An alarm frame whose bits say nothing, or cannot be read, is still somebody asking for help.
  if (kind === 'alarm' && alarms.length === 0) alarms.push({ bit: null, alarm: 'other' });
  for (const alarm of alarms) {
    out.events.push({ ...when, kind: 'alarm', ...alarm, place, late, deviceTime: block.written, suppressed: null });
  }
  // A stored block without a believable time belongs nowhere in the past; only an alarm in it still counts.
  if (late && when.clock === 'server') {
    out.discarded++;
    return;
  }
  if (place) out.events.push({ ...when, kind: 'position', place, late });
  if (block.status !== null) out.events.push({ ...when, kind: 'state', bits: block.status & 0xffff, late });
  readings(out, when, [
    ['battery', block.battery],
    ['signal', block.signal],
    ['steps', block.steps],
    ['rolls', block.rolls],
  ]);
}

function pressure(out: Output, fields: string[]): void {
  const systolic = decimal(fields[1]);
  const diastolic = decimal(fields[2]);
  if (systolic !== null && diastolic !== null && plausiblePressure(systolic, diastolic)) {
    readings(out, stamp(out), [
      ['systolic', systolic],
      ['diastolic', diastolic],
    ]);
  } else out.discarded++;
}

/** Text for the database: no control characters (PostgreSQL refuses NUL), bounded. */
function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.slice(0, LONGEST_VALUE).replaceAll(/[\x00-\x1f\x7f]/g, '');
}

function info(out: Output, fields: string[], name: string): void {
  out.events.push({ ...stamp(out), kind: 'info', name, value: clean(fields.slice(1).join(',')) });
}

function reply(out: Output, fields: string[], command: string): void {
  const values = fields.slice(1).map(clean);
  out.events.push({ ...stamp(out), kind: 'reply', command, values, index: out.frame.index });
}

type Decode = (out: Output, fields: string[], command: string) => void;

const heartRate: Decode = (out, fields) => {
  const value = decimal(fields[1]);
  if (value === null) out.discarded++;
  // 0 bpm means "not on a wrist"; the bounds of the metric throw it away.
  else readings(out, stamp(out), [['heartRate', value]]);
};

// The device answers a query with the value itself, so it is information and the acknowledgement at once.
const answer: Decode = (out, fields, command) => {
  info(out, fields, command);
  reply(out, fields, command);
};

const decoders: Record<string, Decode> = {
  INIT: info,
  LK: (out, fields) => {
    out.events.push({ ...stamp(out), kind: 'heartbeat' });
    readings(out, stamp(out), [
      ['steps', decimal(fields[1])],
      ['rolls', decimal(fields[2])],
      ['battery', decimal(fields[3])],
    ]);
  },
  WT: (out, fields) => position(out, fields, 'live'),
  HEART: heartRate,
  PULSE: heartRate,
  BLOOD: pressure,
  BPHRT: (out, fields) => {
    pressure(out, fields);
    if (fields[3]?.trim()) heartRate(out, fields.slice(2), '');
  },
  OXYGEN: (out, fields) => readings(out, stamp(out), [['oxygen', decimal(fields[2])]]),
  BTEMP2: (out, fields) => {
    if (decimal(fields[1]) === 0) out.discarded++;
    else readings(out, stamp(out), [['temperature', decimal(fields[2])]]);
  },
  TEMP: (out, fields) => readings(out, stamp(out), [['temperature', decimal(fields[1])]]),
  TKQ: () => {},
  TKQ2: () => {},
  CONFIG: info,
  ICCID: info,
  RYIMEI: info,
  VERNO: answer,
  TS: answer,
  APPANDFNREPORT: info,
};

function decoderOf(command: string): Decode | null {
  const exact = Object.hasOwn(decoders, command) ? decoders[command]! : null;
  if (exact) return exact;
  if (command.startsWith('UD2')) return (out, fields) => position(out, fields, 'late');
  if (command.startsWith('UD')) return (out, fields) => position(out, fields, 'live');
  if (command.startsWith('AL')) return (out, fields) => position(out, fields, 'alarm');
  return commandNames.has(command) ? reply : null;
}

/** Decodes one frame. Never throws; alarms come first, SOS first among them. */
export function decodeFrame(frame: Frame, context: FrameContext): Decoded {
  const out: Output = { ...context, frame, events: [], discarded: 0 };
  if (frame.binary) {
    const media = decodeMedia(frame.text, frame.binary);
    if (media) out.events.push({ ...stamp(out), kind: 'media', ...media });
    return { events: out.events, discarded: 0, known: true };
  }
  const fields = frame.text.split(',', MOST_FIELDS);
  const command = fields[0]!.trim().toUpperCase();
  const decode = decoderOf(command);
  decode?.(out, fields, command);
  return { events: out.events, discarded: out.discarded, known: decode !== null };
}
