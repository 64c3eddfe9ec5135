/** Decodes JT/T 808 messages into canonical events. What is read how: docs/device-protocols.md. */
import type { DeviceEvent } from '#server/ingest/events.ts';
import {
  info,
  isOld,
  meaning,
  noOutput,
  raise,
  readings,
  stamp,
  urgentFirst,
  type FoundAlarm,
  type Output,
} from '#server/ingest/tcp/decoding.ts';
import { alarmCodes } from '#contract/devices/alarm-codes.rules.ts';
import { itemName } from '#contract/devices/jt808-items.rules.ts';
import { UNREAD_ITEM } from '#contract/devices/jt808-suggestions.rules.ts';
import type { JtFrame } from '#server/ingest/tcp/jt808-frames.ts';
import { readCompact } from '#server/ingest/tcp/jt808-compact.ts';
import {
  AREA_BIT,
  bcdMoment,
  enteredArea,
  itemReadings,
  readLocation,
  readTags,
  signalOf,
  type JtLocation,
} from '#server/ingest/tcp/jt808-location.ts';
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
  shortBatch: 0x0210,
  compact: 0x5501,
  compactKept: 0x5502,
  transparent: 0x0900,
} as const;

/** What the last stored live report raised: bits of its alarm word, and what its items say. What stays as it is is one alarm. */
export interface JtTold {
  word: number;
  items: ReadonlySet<string>;
}

export const NOTHING_TOLD: JtTold = { word: 0, items: new Set() };

/** Said again with every report however long they last: better counted twice than missed. */
const ALWAYS: ReadonlySet<string> = new Set(['sos', 'fall']);
const BATCH_HEAD = 3;
const BATTERY_REPORT = 7;
const TAGS = 0x53;
const MOST_IN_BATCH = 200;

function alarmsOf(location: JtLocation, out: Output, told: JtTold): FoundAlarm[] {
  const found: FoundAlarm[] = [];
  for (let bit = 0; bit < 32; bit++) {
    if (!((location.alarms >>> bit) & 1)) continue;
    const alarm =
      bit === AREA_BIT && enteredArea(location.items) ? 'enteredFence' : meaning(bit, out.profile.alarms, alarmCodes.jt808.meanings);
    if (alarm && (ALWAYS.has(alarm) || !((told.word >>> bit) & 1))) found.push({ alarm, bit });
  }
  for (const [cause, alarm] of location.vendor.alarms)
    if ((ALWAYS.has(alarm) || !told.items.has(cause)) && !found.some((one) => one.alarm === alarm)) found.push({ alarm, bit: null });
  return found;
}

/** Gives the report; null when it is cut off. */
function location(out: Output, body: Buffer, kind: 'live' | 'stored', told = NOTHING_TOLD): JtLocation | null {
  const report = readLocation(body, out.profile.utcOffsetMinutes, out.profile.items);
  if (!report) {
    out.discarded++;
    return null;
  }
  const { time, written, place } = report;
  const when = stamp(out, time);
  const late = kind === 'stored' || isOld(when);
  raise(out, when, alarmsOf(report, out, late ? NOTHING_TOLD : told), { place, late, written });
  if (kind === 'stored' && when.clock === 'server') {
    out.discarded++;
    return report;
  }
  out.events.push({ ...when, kind: 'position', place, late });
  readings(out, when, itemReadings(report));
  for (const { id, value } of report.vendor.unread) info(out, UNREAD_ITEM + itemName(id), Buffer.from(value).toString('hex'));
  return report;
}

/** Reports one after the other, each with its length of so many bytes. */
function reports(out: Output, body: Buffer, start: number, lengthBytes: number, kind: 'live' | 'stored'): void {
  let left = MOST_IN_BATCH;
  for (let at = start; at + lengthBytes <= body.length && left > 0; left--) {
    const end = at + lengthBytes + body.readUIntBE(at, lengthBytes);
    if (end > body.length) {
      out.discarded++;
      return;
    }
    location(out, body.subarray(at + lengthBytes, end), kind);
    at = end;
  }
}

/** Seven bytes are battery and time; anything longer is reports with one byte of length, each of its own age. */
function shortBatch(out: Output, body: Buffer): void {
  if (body.length !== BATTERY_REPORT) return reports(out, body, 0, 1, 'live');
  const when = stamp(out, bcdMoment(body.subarray(1), out.profile.utcOffsetMinutes));
  out.events.push(alive(out));
  // A value of a time that cannot be believed is not of now.
  if (when.clock === 'server') out.discarded++;
  else readings(out, when, [['battery', body[0]!]]);
}

/** 5501, and 5502 which was kept where there was no network. Its clock is in UTC. */
function compact(out: Output, body: Buffer, kind: 'live' | 'stored'): void {
  const report = readCompact(body, out.profile.utcOffsetMinutes ?? 0);
  if (!report) return void out.discarded++;
  const { time, written, place, alarms, battery, signal } = report;
  const when = stamp(out, time);
  const late = kind === 'stored' || isOld(when);
  raise(
    out,
    when,
    alarms.map((alarm) => ({ alarm, bit: null })),
    { place, late, written },
  );
  if (kind === 'stored' && when.clock === 'server') return void out.discarded++;
  out.events.push({ ...when, kind: 'position', place, late });
  readings(out, when, [
    ['battery', battery],
    ['signal', signal === null ? null : signalOf(signal)],
  ]);
}

/** Passed through: kept as information, and tags that the terminal hears are a place. */
function transparent(out: Output, body: Buffer): void {
  const tags = body[0] === TAGS ? readTags(body, out.profile.utcOffsetMinutes) : null;
  if (tags) {
    const when = stamp(out, tags.time);
    out.events.push({ ...when, kind: 'position', place: tags.place, late: isOld(when) });
  }
  info(out, hex4(jtTypes.transparent), body.toString('hex'));
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
  if (type === jtTypes.located) location(out, body.subarray(2), 'live');
  else info(out, hex4(type), body.subarray(2).toString('hex'));
}

/** Decodes one message; `told` is what was raised and stored already. Never throws; alarms first, SOS first among them. */
export function decodeJt({ type }: JtFrame, body: Buffer, context: FrameContext, told: JtTold): Decoded {
  const out = noOutput(context);
  let lasting: ReadonlySet<string> | undefined;
  switch (type) {
    case jtTypes.heartbeat:
    case jtTypes.logout:
    case jtTypes.authenticate:
      out.events.push(alive(out));
      break;
    case jtTypes.location: {
      const report = location(out, body, 'live', told);
      if (report) lasting = new Set(report.vendor.alarms.keys());
      break;
    }
    case jtTypes.batch:
      // Count, 0 for a usual batch or 1 for what was kept in an area without network, then the reports.
      reports(out, body, BATCH_HEAD, 2, body[2] === 1 ? 'stored' : 'live');
      break;
    case jtTypes.shortBatch:
      shortBatch(out, body);
      break;
    case jtTypes.compact:
      compact(out, body, 'live');
      break;
    case jtTypes.compactKept:
      compact(out, body, 'stored');
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
      transparent(out, body);
      break;
    case jtTypes.time:
      break;
    default:
      return { events: [], discarded: 0, known: false };
  }
  return { events: urgentFirst(out.events), discarded: out.discarded, known: true, ...(lasting ? { lasting } : {}) };
}
