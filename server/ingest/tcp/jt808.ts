/** Decodes JT/T 808 messages into canonical events. What is read how: docs/device-protocols.md. */
import type { DeviceEvent } from '#server/ingest/events.ts';
import { info, isOld, meaning, noOutput, raise, readings, stamp, urgentFirst, type FoundAlarm, type Output } from '#server/ingest/tcp/decoding.ts';
import { alarmCodes } from '#contract/devices/alarm-codes.rules.ts';
import type { JtFrame } from '#server/ingest/tcp/jt808-frames.ts';
import { AREA_BIT, enteredArea, itemReadings, readLocation, type JtLocation } from '#server/ingest/tcp/jt808-location.ts';
import type { Decoded, FrameContext } from '#server/ingest/tcp/protocol.ts';

export const jtTypes = {
  answer: 0x0001,
  heartbeat: 0x0002,
  logout: 0x0003,
  register: 0x0100,
  authenticate: 0x0102,
  parameters: 0x0104,
  attributes: 0x0107,
  time: 0x0109,
  location: 0x0200,
  located: 0x0201,
  batch: 0x0704,
  transparent: 0x0900,
} as const;

/** Alarm bits of the last stored live report: those that stay set are one alarm. */
export interface JtTold {
  word: number;
}

/** Said again with every report however long they last: better counted twice than missed. */
const ALWAYS: ReadonlySet<string> = new Set(['sos', 'fall']);
const BATCH_HEAD = 3;
const MOST_IN_BATCH = 200;

function alarmsOf(location: JtLocation, out: Output, told: number): FoundAlarm[] {
  const found: FoundAlarm[] = [];
  if (location.alarms === 0) return found;
  for (let bit = 0; bit < 32; bit++) {
    if (!((location.alarms >>> bit) & 1)) continue;
    const alarm = bit === AREA_BIT && enteredArea(location.items) ? 'enteredFence' : meaning(bit, out.profile.alarms, alarmCodes.jt808.meanings);
    if (alarm && (ALWAYS.has(alarm) || !((told >>> bit) & 1))) found.push({ alarm, bit });
  }
  return found;
}

function location(out: Output, body: Buffer, kind: 'live' | 'stored', told: number): void {
  const report = readLocation(body, out.profile.utcOffsetMinutes);
  if (!report) return void out.discarded++;
  const { time, written, place } = report;
  const when = stamp(out, time);
  const late = kind === 'stored' || isOld(when);
  raise(out, when, alarmsOf(report, out, late ? 0 : told), { place, late, written });
  if (kind === 'stored' && when.clock === 'server') return void out.discarded++;
  out.events.push({ ...when, kind: 'position', place, late });
  readings(out, when, itemReadings(report.items, out.profile.items));
}

/** Several reports: count, 0 for a usual batch or 1 for what was kept in an area without network, then each with its length. */
function batch(out: Output, body: Buffer): void {
  const kind = body[2] === 1 ? 'stored' : 'live';
  let left = MOST_IN_BATCH;
  for (let at = BATCH_HEAD; at + 2 <= body.length && left > 0; left--) {
    const end = at + 2 + body.readUInt16BE(at);
    if (end > body.length) {
      out.discarded++;
      return;
    }
    location(out, body.subarray(at + 2, end), kind, 0);
    at = end;
  }
}

const hex4 = (value: number) => value.toString(16).padStart(4, '0');
const alive = (out: Output): DeviceEvent => ({ ...stamp(out), kind: 'heartbeat' });

function answer(out: Output, body: Buffer): void {
  if (body.length < 5) return void out.discarded++;
  const [index, command, failed] = [hex4(body.readUInt16BE(0)), hex4(body.readUInt16BE(2)), body[4] !== 0];
  out.events.push({ ...stamp(out), kind: 'reply', command, values: [String(body[4])], index, ...(failed ? { failed } : {}) });
}

/** The answer to a query of ours: it begins with the serial number of the query. */
function queried(out: Output, type: number, body: Buffer): void {
  if (body.length < 2) return void out.discarded++;
  out.events.push({ ...stamp(out), kind: 'reply', command: hex4(type), values: [], index: hex4(body.readUInt16BE(0)) });
  if (type === jtTypes.located) location(out, body.subarray(2), 'live', 0);
  else info(out, hex4(type), body.subarray(2).toString('hex'));
}

/** Decodes one message; `told` are the alarm bits stored already. Never throws; alarms first, SOS first among them. */
export function decodeJt({ type }: JtFrame, body: Buffer, context: FrameContext, { word }: JtTold): Decoded {
  const out = noOutput(context);
  switch (type) {
    case jtTypes.heartbeat:
    case jtTypes.logout:
    case jtTypes.authenticate:
      out.events.push(alive(out));
      break;
    case jtTypes.location:
      location(out, body, 'live', word);
      break;
    case jtTypes.batch:
      batch(out, body);
      break;
    case jtTypes.answer:
      answer(out, body);
      break;
    case jtTypes.located:
    case jtTypes.parameters:
    case jtTypes.attributes:
      queried(out, type, body);
      break;
    case jtTypes.transparent:
      info(out, hex4(type), body.toString('hex'));
      break;
    case jtTypes.time:
      break;
    default:
      return { events: [], discarded: 0, known: false };
  }
  return { events: urgentFirst(out.events), discarded: out.discarded, known: true };
}
