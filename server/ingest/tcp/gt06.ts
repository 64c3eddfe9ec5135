/** Decodes GT06 packets into canonical events. What is read how: docs/device-protocols.md. */
import type { Cell, Place } from '#server/ingest/events.ts';
import { bcd, slice } from '#server/ingest/tcp/binary-fields.ts';
import { clean, info, isOld, noOutput, noPlace, raise, stamp, urgentFirst } from '#server/ingest/tcp/decoding.ts';
import * as alarms from '#server/ingest/tcp/gt06-alarms.ts';
import { loginZone } from '#server/ingest/tcp/gt06-clock.ts';
import { cellForms, readCell, readPlace, readTime, type Gt06CellForm, type Gt06Time } from '#server/ingest/tcp/gt06-fields.ts';
import type { Gt06Frame } from '#server/ingest/tcp/gt06-frames.ts';
import { lastingStatus, type LastingStatus } from '#server/ingest/tcp/gt06-heartbeats.ts';
import { modules } from '#server/ingest/tcp/gt06-layouts.ts';
import { networkForm, plainAccessPoints, readHeard, readNeighbours } from '#server/ingest/tcp/gt06-networks.ts';
import { alarmsOf, device, moment, placeWith, type Gt06Memory, type Gt06Output } from '#server/ingest/tcp/gt06-output.ts';
import type { Decoded, FrameContext } from '#server/ingest/tcp/protocol.ts';

export const LOGIN = 0x01;
export const TIME = 0x8a;

/** The 15-digit IMEI in a login, written as sixteen digits with a leading zero. */
export function loginId({ body }: Gt06Frame): string | null {
  return bcd(slice(body, 0, 8) ?? Buffer.from('x'))?.replace(/^0/, '') ?? null;
}

function login(out: Gt06Output, body: Buffer): void {
  out.memory.zone = loginZone(body);
  out.events.push({ ...stamp(out), kind: 'heartbeat' });
}

/** What a heartbeat or a position says of the device: its alarms count when they begin. */
function lasting(
  out: Gt06Output,
  status: LastingStatus,
  time: Gt06Time | null = null,
  when = stamp(out),
  place: Place | null = null,
): void {
  const begun = alarmsOf(status, out.profile).filter(({ alarm }) => !out.memory.lasting.includes(alarm));
  raise(out, when, begun, { place, late: isOld(when), written: null });
  device(out, when, status, time);
}

function heartbeat(out: Gt06Output, _: Buffer, frame: Gt06Frame): void {
  out.events.push({ ...stamp(out), kind: 'heartbeat' });
  const status = lastingStatus(frame);
  if (status) lasting(out, status);
}

/** The cells behind the 18 bytes of a position, and where they end. */
function positionCells(type: number, body: Buffer): { cells: readonly Cell[]; end: number } {
  const read = (form: Gt06CellForm, at = 18) => readCell(body, at, form);
  const { length } = body;
  switch (type) {
    case 0x10:
    case 0x1a:
    case 0x2a:
      return { cells: [], end: length };
    case 0x11:
      return read(cellForms.long);
    case 0x1e:
      return { cells: readNeighbours(body, 18, 45), end: 63 };
    case 0x22:
      return read(length === 42 ? cellForms.four : cellForms.narrow);
    case 0x31:
      return read(length === 31 || length === 37 ? cellForms.long : cellForms.narrow);
    case 0x38:
      return read((body[20] ?? 0) >= 3 ? cellForms.wide : cellForms.narrow, 21);
    case 0xa0:
      return read(cellForms.wide);
    default:
      return read(cellForms.narrow);
  }
}

/** Positions in which ignition, reason and "kept during an outage" follow the cell, one byte each. */
const MARKED: ReadonlySet<number> = new Set([0x22, 0x2d, 0x31, 0x37, 0xa0]);
const ACCURACY = 0x3b;

function located(out: Gt06Output, body: Buffer, frame: Gt06Frame): void {
  const { type } = frame;
  const { cells, end } = positionCells(type, body);
  const extra = body.length - end;
  const kept = type === 0x38 ? body[19] === 1 : (MARKED.has(type) || extra === 3 || extra === 7) && body[end + 2] === 1;
  const time = readTime(body);
  const when = moment(out, time, !kept);
  const found = readPlace(body);
  let place = found && { ...found, cells };
  for (const { id, value } of type === 0x37 ? modules(body, end + 3) : []) {
    if (place && id === ACCURACY && value.length === 2) place = { ...place, accuracy: value.readUInt16BE(0) / 100 };
  }
  const status = lastingStatus(frame);
  if (status) lasting(out, status, time, when, place);
  // A kept position with a time that cannot be believed belongs nowhere.
  if (!place || (kept && when.clock === 'server')) out.discarded++;
  else out.events.push({ ...when, kind: 'position', place, late: kept || isOld(when) });
}

/** A position behind four bytes of data and alarm, with two more before its cell. */
function locatedBehindData(out: Gt06Output, body: Buffer): void {
  const when = moment(out, readTime(body, 4));
  const place = placeWith(readPlace(body, 10), readCell(body, 28, cellForms.four).cells);
  if (place) out.events.push({ ...when, kind: 'position', place, late: isOld(when) });
}

/** Cells and access points: a report without a fix. */
function network(out: Gt06Output, body: Buffer, { type }: Gt06Frame): void {
  const heard = readHeard(body, networkForm(type, body.length)!);
  if (!heard) return void out.discarded++;
  const { cells, accessPoints } = heard;
  const when = moment(out, readTime(body));
  out.events.push({ ...when, kind: 'position', place: { ...noPlace, cells, accessPoints }, late: isOld(when) });
}

/** What a device near something tells without a position. */
function near(out: Gt06Output, body: Buffer, heard: Partial<Pick<Place, 'cells' | 'accessPoints'>>, timed = true): void {
  const when = timed ? moment(out, readTime(body)) : stamp(out);
  out.events.push({ ...when, kind: 'position', place: { ...noPlace, ...heard }, late: isOld(when) });
}

/** The answer to a command: the four bytes that the command carried, and text. */
function answer(out: Gt06Output, text: Buffer, flag: Buffer | null): void {
  const [command = '', ...values] = clean(text.toString('latin1')).split(/[,=#:]/);
  out.events.push({ ...stamp(out), kind: 'reply', command: command.trim().toUpperCase(), values, index: flag?.toString('hex') ?? null });
}

function information(out: Gt06Output, body: Buffer): void {
  if (body[0] === 0x0a) info(out, 'ICCID', slice(body, 17, 10)?.toString('hex') ?? '');
  else info(out, `0x${(body[0] ?? 0).toString(16).padStart(2, '0')}`, body.subarray(1).toString('hex'));
}

type Decode = (out: Gt06Output, body: Buffer, frame: Gt06Frame) => void;

const withPosition: Decode = (out, body, { type }) => alarms.alarmWithPosition(out, body, type);
const byCell: Decode = (out, body, { type }) => alarms.alarmByCell(out, body, type);
const nothing: Decode = () => {};

const each = (types: readonly number[], decode: Decode): Record<number, Decode> => Object.fromEntries(types.map((type) => [type, decode]));

const decoders: Readonly<Record<number, Decode>> = {
  ...each([0x10, 0x12, 0x1a, 0x1e, 0x22, 0x2a, 0x2d, 0x31, 0x37, 0x38, 0xa0], located),
  ...each([0x13, 0x23, 0x36], heartbeat),
  ...each([0x18, 0x24, 0x28, 0x2c, 0x2e, 0x33, 0x34, 0xa1, 0xa2], network),
  ...each([0x16, 0x26, 0x27, 0x32, 0x39, 0xa3, 0xa4], withPosition),
  ...each([0x19, 0xa5], byCell),
  // Satellites, RFID and phone, photos, batteries, faults and probes of vehicles, serial data, addresses.
  ...each([0x14, 0x17, 0x1f, 0x35, 0x40, 0x41, 0x65, 0x66, 0x8c, 0x9b, 0xf2, TIME], nothing),
  [LOGIN]: login,
  0x11: (out, body, frame) => (body.length >= 28 ? located(out, body, frame) : near(out, body, readCell(body, 6, cellForms.narrow))),
  0x15: (out, body) => answer(out, body.subarray(5, Math.max(5, 1 + (body[0] ?? 0))), slice(body, 1, 4)),
  0x21: (out, body) => answer(out, body.subarray(5), slice(body, 0, 4)),
  0x70: alarms.modularReport,
  0x94: information,
  0x95: alarms.alarmOfRecorder,
  0xa7: (out, body) => near(out, body, readCell(body, 0, cellForms.wide), false),
  0xa9: alarms.alarmByWifi,
  0xf3: (out, body) => near(out, body, { accessPoints: plainAccessPoints(body, 6) }),
};

/** By type, and where a type has several layouts, by form and length. */
function decoderOf({ type, body, long }: Gt06Frame): Decode | undefined {
  if (long && (type === 0x32 || type === 0x33)) return (out) => alarms.badgeRecord(out, body, type === 0x33);
  if (long && (type === 0x36 || type === 0x34)) return type === 0x34 && body.length === 55 ? locatedBehindData : nothing;
  if (type === 0x24 && body.length === 41) return located;
  if (type === 0x17 && body.length === 35) return located;
  if (type === 0x34 && body.length === 55) return locatedBehindData;
  if (type === 0xa2 && body.length === 59) return alarms.statusWithPosition;
  if (type === 0xa3 && body.length < 18) return heartbeat;
  return decoders[type];
}

/** Decodes one packet. Never throws; alarms come first, SOS first among them. */
export function decodeGt06(frame: Gt06Frame, context: FrameContext, memory: Gt06Memory): Decoded {
  const out = { ...noOutput(context), memory };
  const decode = decoderOf(frame);
  decode?.(out, frame.body, frame);
  return { events: urgentFirst(out.events), discarded: out.discarded, known: decode !== undefined };
}
