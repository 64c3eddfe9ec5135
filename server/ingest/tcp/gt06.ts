/** Decodes GT06 packets into canonical events. What is read how: docs/device-protocols.md. */
import { alarmCodes, plainMeaning } from '#contract/devices/alarm-codes.rules.ts';
import { accessPointList, bcd, cellList, slice } from '#server/ingest/tcp/binary-fields.ts';
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
import { readCell, readPlace, readStatus, readTime, stateAlarms, type Gt06Status } from '#server/ingest/tcp/gt06-fields.ts';
import type { Gt06Frame } from '#server/ingest/tcp/gt06-frames.ts';
import type { Decoded, FrameContext } from '#server/ingest/tcp/protocol.ts';

export const gt06Types = {
  login: 0x01,
  heartbeat: 0x13,
  status: 0x36,
  alarm: 0x16,
  alarm2: 0x26,
  alarmFence: 0x27,
  alarmCell: 0x19,
  alarm4g: 0xa4,
  time: 0x8a,
} as const;

/** What one connection has already said in its heartbeats, and was stored: an SOS state that lasts is one alarm. */
export interface Gt06Memory {
  state: number;
  commands: number;
}

/** The 15-digit IMEI in a login, written as sixteen digits with a leading zero. */
export function loginId({ body }: Gt06Frame): string | null {
  return bcd(slice(body, 0, 8) ?? Buffer.from('x'))?.replace(/^0/, '') ?? null;
}

function found(status: Gt06Status, out: Output): FoundAlarm[] {
  const own = out.profile.alarms;
  const byCode = status.alarm ? meaning(status.alarm, own, alarmCodes.gt06.meanings) : null;
  const byState = meaning(status.state, undefined, stateAlarms);
  const alarms: FoundAlarm[] = byCode ? [{ alarm: byCode, bit: status.alarm }] : [];
  if (byState && byState !== byCode) alarms.push({ alarm: byState, bit: null });
  return alarms;
}

function device(out: Output, when: ReturnType<typeof stamp>, { battery, signal }: Gt06Status): void {
  readings(out, when, [
    ['battery', battery],
    ['signal', signal],
  ]);
}

function heartbeat(out: Output, body: Buffer, memory: Gt06Memory): void {
  const when = stamp(out);
  const status = { ...readStatus(body, 0), alarm: 0 };
  out.events.push({ ...when, kind: 'heartbeat' });
  if (status.state !== memory.state) raise(out, when, found(status, out), { place: null, late: false, written: null });
  device(out, when, status);
}

const SHOCK_OR_POWER: ReadonlySet<number> = new Set([1, 2]);

interface Layout {
  readonly wide: boolean;
  /** Behind the position: a cell alone, or its length, the cell, then status and alarm. */
  readonly alarm: boolean;
}

function located(out: Output, body: Buffer, { wide, alarm }: Layout): void {
  const { time, written } = readTime(body, out.profile.utcOffsetMinutes ?? 0);
  const when = stamp(out, time);
  const { cells, end } = readCell(body, alarm ? 19 : 18, wide);
  const place = readPlace(body, cells);
  // Two bytes behind the ignition say why the position was sent, and whether it was kept during an outage.
  const stored = !alarm && body[end + 2] === 1;
  const late = stored || isOld(when);
  if (alarm) {
    // The length before the cell counts itself with some firmware and not with other.
    const said = 18 + (body[18] ?? 0);
    const status = readStatus(body, wide && said > end ? said : end);
    const alarms = found(status, out);
    const quiet = status.alarm ? plainMeaning('gt06', status.alarm) === 'none' : SHOCK_OR_POWER.has(status.state);
    if (quiet) info(out, 'alarm', `0x${status.alarm.toString(16).padStart(2, '0')}`);
    // An alarm that says nothing is still somebody asking for help.
    if (alarms.length === 0 && !quiet && out.profile.alarms?.[status.alarm] === undefined) alarms.push({ alarm: 'other', bit: status.alarm });
    raise(out, when, alarms, { place, late, written });
    device(out, when, status);
  }
  if (stored && when.clock === 'server') out.discarded++;
  else if (place) out.events.push({ ...when, kind: 'position', place, late });
}

/** An alarm that knows only its cell; it carries no time. */
function cellAlarm(out: Output, body: Buffer): void {
  const { cells, end } = readCell(body, 0, false);
  const when = stamp(out);
  const status = readStatus(body, end);
  const alarms = found(status, out);
  raise(out, when, alarms.length ? alarms : [{ alarm: 'other', bit: status.alarm }], { place: { ...noPlace, cells }, late: false, written: null });
  device(out, when, status);
}

/** Neighbouring cells and, in the second form, Wi-Fi: a report without a fix. */
function network(out: Output, body: Buffer, wifi: boolean): void {
  const { time } = readTime(body, out.profile.utcOffsetMinutes ?? 0);
  const when = stamp(out, time);
  const head = slice(body, 6, 3);
  if (!head) return void out.discarded++;
  const cells = cellList(body, 9, 7, head.readUInt16BE(0), head[2]!);
  const accessPoints = wifi ? accessPointList(body, 53, body[52] ?? 0) : [];
  out.events.push({ ...when, kind: 'position', place: { ...noPlace, cells, accessPoints }, late: isOld(when) });
}

/** The answer to a command: the four bytes that the command carried, and text. */
function answer(out: Output, text: Buffer, flag: Buffer | null): void {
  const [command = '', ...values] = clean(text.toString('latin1')).split(/[,=#:]/);
  out.events.push({ ...stamp(out), kind: 'reply', command: command.trim().toUpperCase(), values, index: flag?.toString('hex') ?? null });
}

function information(out: Output, body: Buffer): void {
  if (body[0] === 0x0a) info(out, 'ICCID', slice(body, 17, 10)?.toString('hex') ?? '');
  else info(out, `0x${(body[0] ?? 0).toString(16).padStart(2, '0')}`, body.subarray(1).toString('hex'));
}

type Decode = (out: Output, body: Buffer, memory: Gt06Memory) => void;

const decoders: Record<number, Decode> = {
  0x01: (out) => out.events.push({ ...stamp(out), kind: 'heartbeat' }),
  0x13: heartbeat,
  0x36: heartbeat,
  0x12: (out, body) => located(out, body, { wide: false, alarm: false }),
  0x22: (out, body) => located(out, body, { wide: false, alarm: false }),
  0xa0: (out, body) => located(out, body, { wide: true, alarm: false }),
  0x16: (out, body) => located(out, body, { wide: false, alarm: true }),
  0x26: (out, body) => located(out, body, { wide: false, alarm: true }),
  0x27: (out, body) => located(out, body, { wide: false, alarm: true }),
  0xa4: (out, body) => located(out, body, { wide: true, alarm: true }),
  0x19: cellAlarm,
  0x28: (out, body) => network(out, body, false),
  0x2c: (out, body) => network(out, body, true),
  0x15: (out, body) => answer(out, body.subarray(5, Math.max(5, 1 + (body[0] ?? 0))), slice(body, 1, 4)),
  0x21: (out, body) => answer(out, body.subarray(5), slice(body, 0, 4)),
  0x8a: () => {},
  0x94: information,
};

/** Decodes one packet. Never throws; alarms come first, SOS first among them. */
export function decodeGt06({ type, body }: Gt06Frame, context: FrameContext, memory: Gt06Memory): Decoded {
  const out = noOutput(context);
  const decode = decoders[type];
  decode?.(out, body, memory);
  return { events: urgentFirst(out.events), discarded: out.discarded, known: decode !== undefined };
}
