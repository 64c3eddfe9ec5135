/**
 * Decodes a bracket frame of any dialect (3G, SG, CS, ZJ) into canonical events. Pure: the time of arrival and what is
 * special about the model come in, events come out. What is read how, and why: docs/watch-protocol.md.
 */
import type { Alarm } from '#server/ingest/events.ts';
import { clean, noOutput, pressure, readings, stamp, writtenTime, type Output as Common } from '#server/ingest/tcp/decoding.ts';
import type { Frame } from '#server/ingest/tcp/framer.ts';
import type { Decoded, FrameContext } from '#server/ingest/tcp/protocol.ts';
import { commandNames } from '#server/ingest/tcp/watch-commands.ts';
import { decodeMedia } from '#server/ingest/tcp/watch-media.ts';
import { decimal, readPosition } from '#server/ingest/tcp/watch-position.ts';
import { alarmsOf, alarmWithoutBit } from '#server/ingest/tcp/watch-status.ts';

interface Output extends Common {
  readonly frame: Frame;
}

const MOST_FIELDS = 256;
function position(out: Output, fields: string[], kind: 'live' | 'late' | 'alarm'): void {
  const block = readPosition(fields, out.profile.utcOffsetMinutes ?? 0);
  const when = stamp(out, block.time);
  const late = kind === 'late';
  const place = fields.length > 7 ? block.place : null;
  const alarms: { bit: number | null; alarm: Alarm }[] = alarmsOf(block.status ?? 0);
  // An alarm frame whose bits say nothing, or cannot be read, is still somebody asking for help.
  if (kind === 'alarm' && alarms.length === 0) alarms.push(alarmWithoutBit(block.status));
  for (const alarm of alarms) {
    out.events.push({ ...when, kind: 'alarm', ...alarm, place, late, deviceTime: writtenTime(block.written), suppressed: null });
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

function bloodPressure(out: Output, fields: string[]): void {
  pressure(out, stamp(out), decimal(fields[1]), decimal(fields[2]));
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

/** By SMS with this password anybody can set the watch: it is nobody's business here. */
const withoutPassword = (text: string) => text.replaceAll(/\b(pw\s*[:=])[^;,]*/gi, '$1***');

// The device answers a query with the value itself, so it is information and the acknowledgement at once.
const answer: Decode = (out, given, command) => {
  const fields = given.map(withoutPassword);
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
  BLOOD: bloodPressure,
  BPHRT: (out, fields) => {
    bloodPressure(out, fields);
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
  const out: Output = { ...noOutput(context), frame };
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
