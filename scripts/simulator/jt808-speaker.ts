/** A JT/T 808 terminal of 2013 or 2019 with a vendor's health item. */
import { digits, type AlarmKind, type Heard, type Speaker, type Vitals } from './speaker.ts';
import type { Fix } from './frames.ts';

/** Bit 3 is a danger ahead by the standard, and the badge taken off by the demonstration's model. */
const ALARM_BITS: Record<AlarmKind, number> = { sos: 1, fall: 1 << 29, removed: 1 << 3, lowBattery: 1 << 7 };
const BEIJING = 480;

export interface JtSpeakerOptions {
  /** The header and registration of 2019 instead of 2013. */
  modern?: boolean;
  /** What the terminal authenticates with; absent, it registers first. */
  code?: string;
  terminalId?: string;
}

const hex = (value: number, bytes: number) =>
  Math.round(value)
    .toString(16)
    .padStart(bytes * 2, '0');
const ascii = (text: string, bytes: number) => Buffer.from(text.padEnd(bytes, '\0')).toString('hex');

/** The body of a position report; heart rate, systolic, diastolic and oxygen are item E1 of this vendor. */
export function locationHex(
  { at, lat, lng, fix = true, speed = 0 }: Fix,
  alarm = 0,
  { heartRate, systolic = 0, diastolic = 0, oxygen = 0 }: Vitals = {},
): string {
  const status = (fix ? 2 : 0) | (lat < 0 ? 4 : 0) | (lng < 0 ? 8 : 0);
  const health = heartRate === undefined ? '' : `e104${hex(heartRate, 1)}${hex(systolic, 1)}${hex(diastolic, 1)}${hex(oxygen, 1)}`;
  const where = `${hex(Math.abs(lat) * 1e6, 4)}${hex(Math.abs(lng) * 1e6, 4)}${hex(12, 2)}${hex(speed * 10, 2)}${hex(90, 2)}`;
  return `${hex(alarm >>> 0, 4)}${hex(status, 4)}${where}${digits(at, BEIJING)}300119310109${health}`;
}

/** The terminal with this number (digits, at most twelve, or twenty in 2019). */
export function jt808Speaker(
  phone: string,
  { modern = false, code: given, terminalId = 'T000001' }: JtSpeakerOptions = {},
): Speaker & { raw(type: number, hex: string): Buffer; inParts(type: number, hex: string, bytes: number): Buffer[] } {
  let serial = -1;
  let waiting: number[] = [];
  let home: Fix = { at: Date.now(), lat: 30.2592, lng: 120.1303 };
  const alarmSerials = new Set<number>();

  function raw(type: number, bodyHex: string, part?: { number: number; total: number }): Buffer {
    serial = (serial + 1) & 0xffff;
    const properties = (bodyHex.length / 2) | (modern ? 0x4000 : 0) | (part ? 0x2000 : 0);
    const parts = part ? hex(part.total, 2) + hex(part.number, 2) : '';
    const head = `${hex(type, 2)}${hex(properties, 2)}${modern ? '01' : ''}${phone.padStart(modern ? 20 : 12, '0')}${hex(serial, 2)}${parts}`;
    const plain = Buffer.from(head + bodyHex, 'hex');
    const sum = plain.reduce((all, byte) => all ^ byte, 0);
    const escaped = [...plain, sum].flatMap((byte) => (byte === 0x7e ? [0x7d, 2] : byte === 0x7d ? [0x7d, 1] : [byte]));
    return Buffer.from([0x7e, ...escaped, 0x7e]);
  }

  /** A message too long for one: pieces of so many bytes each, with serial numbers one after the other. */
  function inParts(type: number, bodyHex: string, bytes: number): Buffer[] {
    const pieces = bodyHex.match(new RegExp(`.{1,${bytes * 2}}`, 'g')) ?? [];
    return pieces.map((piece, n) => raw(type, piece, { number: n + 1, total: pieces.length }));
  }

  function authenticate(code: string): Buffer {
    const text = Buffer.from(code).toString('hex');
    return raw(0x0102, modern ? `${hex(code.length, 1)}${text}${ascii('863788000000152', 15)}${ascii('1.0', 20)}` : text);
  }

  function register(): Buffer {
    const [maker, model, id] = modern ? [11, 30, 30] : [5, 20, 7];
    return raw(0x0100, `002c012f${ascii('YIAN', maker)}${ascii('BADGE', model)}${ascii(terminalId, id)}00`);
  }

  function hearOne(bytes: number[]): Heard {
    const plain: number[] = [];
    for (let at = 0; at < bytes.length; at++) plain.push(bytes[at] === 0x7d ? (bytes[++at] === 2 ? 0x7e : 0x7d) : bytes[at]!);
    const data = Buffer.from(plain);
    const type = data.readUInt16BE(0);
    const body = data.subarray(modern ? 17 : 12, -1);
    const own = data.subarray(modern ? 15 : 10).readUInt16BE(0);
    if (type === 0x8100) return body[2] === 0 ? { kind: 'step', answer: authenticate(body.subarray(3).toString()) } : { kind: 'refused' };
    if (type !== 0x8001) return { kind: 'command', answer: raw(0x0001, `${hex(own, 2)}${hex(type, 2)}00`) };
    const [answered, message, result] = [body.readUInt16BE(0), body.readUInt16BE(2), body[4]];
    if (result !== 0) return { kind: 'refused' };
    if (message === 0x0102) return { kind: 'welcome' };
    if (message === 0x0002) return { kind: 'heartbeat' };
    return { kind: alarmSerials.delete(answered) ? 'alarm' : 'data' };
  }

  return {
    protocol: 'jt808',
    raw,
    inParts,
    hello: () => (given === undefined ? register() : authenticate(given)),
    heartbeat: () => raw(0x0002, ''),
    position(fix, late = false) {
      home = fix;
      const body = locationHex(fix);
      return late ? raw(0x0704, `000101${hex(body.length / 2, 2)}${body}`) : raw(0x0200, body);
    },
    vitals: (values, at) => [raw(0x0200, locationHex({ ...home, at }, 0, values))],
    alarm(kind, fix) {
      const bytes = raw(0x0200, locationHex(fix, ALARM_BITS[kind]));
      alarmSerials.add(serial);
      return bytes;
    },
    hear(chunk) {
      const heard: Heard[] = [];
      for (const byte of chunk) {
        if (byte !== 0x7e) waiting.push(byte);
        else {
          if (waiting.length > 0) heard.push(hearOne(waiting));
          waiting = [];
        }
      }
      return heard;
    },
  };
}
