/** GT06 records that are alarms by their type. Each of them raises at least one; an SOS is one in every layout. */
import { dbm } from '#contract/devices/heard.rules.ts';
import { alarmCodes } from '#contract/devices/alarm-codes.rules.ts';
import type { Alarm, Cell } from '#server/ingest/events.ts';
import { accessPointList, cellList, slice } from '#server/ingest/tcp/binary-fields.ts';
import { info, isOld, noPlace, stamp } from '#server/ingest/tcp/decoding.ts';
import { cellForms, placeOf, readCell, readNetwork, readPlace, readStatus, readTime } from '#server/ingest/tcp/gt06-fields.ts';
import { alarmLayouts, longAlarm, readAlarm } from '#server/ingest/tcp/gt06-layouts.ts';
import { networkForm, readHeard } from '#server/ingest/tcp/gt06-networks.ts';
import { cry, device, moment, placeWith, type Gt06Output } from '#server/ingest/tcp/gt06-output.ts';

type Meanings = Readonly<Record<number, Alarm | 'none'>>;

/** The code where it usually stands, in a record whose layout is not known. */
const lastCode = (body: Buffer) => (body.at(-2) === 1 ? { alarm: 1, state: 0 } : null);

/** Time, position, cells, status, alarm, language. */
export function alarmWithPosition(out: Gt06Output, body: Buffer, type: number): void {
  const time = readTime(body);
  const { cells, status } = readAlarm(body, type === 0x32 ? longAlarm : alarmLayouts[type]!);
  const when = moment(out, time);
  const place = placeWith(readPlace(body), cells);
  cry(out, { when, place, written: time.written, status: status ?? lastCode(body) });
  if (status) device(out, when, status, time);
  if (place) out.events.push({ ...when, kind: 'position', place, late: isOld(when) });
}

/** Cells that stand alone behind a time and a number of them, then an alarm code: an alarm only when the code says so. */
function cellsAlone(out: Gt06Output, body: Buffer): boolean {
  const time = readTime(body);
  const count = body[9] ?? 0;
  if (time.utc === null || count === 0 || body.length !== 12 + count * 6) return false;
  const cells: Cell[] = [];
  for (let i = 0; i < count; i++) {
    const single = Buffer.concat([body.subarray(6, 9), body.subarray(10 + i * 6, 16 + i * 6)]);
    cells.push(...readCell(single, 0, cellForms.four).cells);
  }
  const when = moment(out, time);
  const place = { ...noPlace, cells };
  const status = { alarm: body.at(-2)!, state: 0 };
  if (status.alarm) cry(out, { when, place, written: time.written, status });
  out.events.push({ ...when, kind: 'position', place, late: isOld(when) });
  return true;
}

/** A cell, status, alarm; some models write the time in front. The cells are told as a position too: they are where the device is. */
export function alarmByCell(out: Gt06Output, body: Buffer, type: number): void {
  if (type === 0x19 && cellsAlone(out, body)) return;
  const layout = alarmLayouts[type]!;
  let time = { utc: null as number | null, written: null as string | null };
  let found = readAlarm(body, layout);
  if (!found.status && readTime(body).utc !== null) {
    const timed = readAlarm(body, { ...layout, start: 6 });
    if (timed.status) [found, time] = [timed, readTime(body)];
  }
  const { cells, status } = found;
  const when = moment(out, time);
  const place = placeWith(null, cells);
  cry(out, { when, place, written: time.written, status: status ?? lastCode(body) });
  if (status) device(out, when, status, time);
  if (place) out.events.push({ ...when, kind: 'position', place, late: isOld(when) });
}

/** Cells and access points, then alarm and language, or the whole status. */
export function alarmByWifi(out: Gt06Output, body: Buffer): void {
  const time = readTime(body);
  const heard = readHeard(body, networkForm(0xa9, body.length)!, 6);
  const when = moment(out, time);
  const place = placeWith(null, heard?.cells ?? [], heard?.accessPoints);
  const rest = heard ? body.length - heard.end : 0;
  const whole = heard && rest >= 5 ? readStatus(body, heard.end) : null;
  const code = heard && rest >= 1 ? { alarm: body[heard.end]!, state: 0 } : null;
  cry(out, { when, place, written: time.written, status: whole ?? code ?? lastCode(body) });
  if (whole) device(out, when, whole, time);
  if (place) out.events.push({ ...when, kind: 'position', place, late: isOld(when) });
}

/** Position, cell, status and alarm of a model that sends them in one record, alarm or not (A2 of 59 bytes). */
export function statusWithPosition(out: Gt06Output, body: Buffer): void {
  const time = readTime(body);
  const { cells, end } = readCell(body, 18, cellForms.wide);
  const when = moment(out, time);
  const place = placeWith(readPlace(body), cells);
  // Kind of network, terminal information, voltage, charge, signal, alarm.
  const status = { ...readStatus(body, end + 3), state: readStatus(body, end + 1).state };
  if (status.alarm || status.state) cry(out, { when, place, written: time.written, status });
  device(out, when, status, time);
  if (place) out.events.push({ ...when, kind: 'position', place, late: isOld(when) });
}

/** Of recorders in vehicles: those of the vehicle concern no person. */
const recorder: Meanings = {
  ...Object.fromEntries([0x80, 0x87, 0x88, 0x90, 0x91, 0x92].map((code) => [code, 'none' as const])),
  0x01: 'sos',
  0x0e: 'lowBattery',
};

/** Time and code; longer ones have coordinates in between, and those of one model a head and a voltage. */
export function alarmOfRecorder(out: Gt06Output, body: Buffer): void {
  const headed = body.length >= 25 && body.readUInt16BE(0) === 0xffff;
  const at = headed ? 3 : 0;
  const time = readTime(body, at);
  const when = moment(out, time);
  const gps = slice(body, at + 6, headed ? 13 : 10);
  const place =
    gps &&
    (headed ? { ...placeOf(gps.subarray(1, 9), gps.readUInt16BE(11)), satellites: gps[0]! & 15 } : placeOf(gps, gps.readUInt16BE(8)));
  const code = headed ? body[24] : place ? body[16] : body[6];
  cry(out, { when, place, written: time.written, status: code ? { alarm: code, state: 0 } : null, table: recorder });
  if (place) out.events.push({ ...when, kind: 'position', place, late: isOld(when) });
}

/** Of badges that write lengths in front of every part: position, cell, neighbours, access points, then what happened. */
const badge: Meanings = { 0: 'none', 0xa0: 'none', 0xa1: 'none', 0xa2: 'lowBattery', 0xa3: 'lowBattery', 0xa5: 'none', 0x01: 'sos' };

/** `isAlarm`: the record is one by its type (33). A position (32) is one when it says that something happened, also by an unlisted code. */
export function badgeRecord(out: Gt06Output, body: Buffer, isAlarm: boolean): void {
  const time = readTime(body);
  let at = 6;
  const part = (): Buffer => {
    const length = body[at] ?? 0;
    const bytes = body.subarray(at + 1, at + 1 + length);
    at += 1 + length;
    return bytes;
  };
  const gps = part();
  const cell = part();
  const neighbours = part();
  const wifi = part();
  const code = body[at] ?? 0;
  const network = readNetwork(cell, 0, cellForms.narrow);
  const list = (bytes: Buffer, from: number) =>
    network ? cellList(bytes, from, Math.floor((bytes.length - from) / 6), network, cellForms.narrow) : [];
  const when = moment(out, time);
  const place = placeWith(
    gps.length >= 12 ? readPlace(gps, 0) : null,
    [...list(cell, network?.end ?? 0), ...list(neighbours, 0)],
    accessPointList(wifi, 0, Math.floor(wifi.length / 7)),
  );
  if (isAlarm || code !== 0)
    cry(out, { when, place, written: time.written, status: code ? { alarm: code, state: 0 } : null, table: badge });
  if (place) out.events.push({ ...when, kind: 'position', place, late: isOld(when) });
}

/** Events of a report in modules. What is not in the table and no alarm of the family is a reason to report. */
const events: Meanings = { 0x11: 'lowBattery', 0x12: 'lowBattery', 0x13: 'none', 0x14: 'removed', 0x15: 'none', 0x16: 'none' };

/** Number and length of two bytes each, then the value: position, cell, event, and more that does not concern us. */
export function modularReport(out: Gt06Output, body: Buffer): void {
  let when = stamp(out);
  let position: ReturnType<typeof readPlace> = null;
  let cells: Cell[] = [];
  let code = 0;
  for (let at = 0; at + 4 <= body.length;) {
    const length = body.readUInt16BE(at + 2);
    const value = slice(body, at + 4, length);
    if (!value) break;
    const id = body.readUInt16BE(at);
    if (id === 0x33 && length >= 18) {
      when = stamp(out, value.readUInt32BE(0) * 1000);
      position = {
        ...placeOf(value.subarray(7, 15), value.readUInt16BE(16)),
        satellites: value[4]!,
        altitude: value.readInt16BE(5),
        speed: value[15]!,
      };
    } else if (id === 0x11 && length >= 9) {
      cells = readCell(value, 0, { network: 2, area: 2, cell: 3 }).cells.map((one) => ({ ...one, rssi: dbm(value[9] ?? 0) }));
    } else if (id === 0x2b && length >= 1) code = value[0]!;
    else if (id === 0x03) info(out, 'ICCID', value.toString('hex'));
    at += 4 + length;
  }
  const place = placeWith(position, cells);
  const family = code < 0x10 || code === 0x23 ? alarmCodes.gt06.meanings : {};
  const table: Meanings = { ...family, ...events };
  if (code && (code in table || out.profile.alarms?.[code] !== undefined)) {
    cry(out, { when, place, written: when.clock === 'device' ? String(when.at) : null, status: { alarm: code, state: 0 }, table });
  } else if (code) info(out, 'event', `0x${code.toString(16).padStart(2, '0')}`);
  if (place) out.events.push({ ...when, kind: 'position', place, late: isOld(when) });
}
