/** A GT06 terminal: an SOS card or badge. */
import { crc16, digits, type AlarmKind, type Heard, type Speaker } from './speaker.ts';
import type { Fix } from './frames.ts';

const ALARMS: Record<AlarmKind, number> = { sos: 0x01, fall: 0x23, removed: 0x13, lowBattery: 0x19 };
const CELL = '01cc00247c001fb8';

/** The terminal with this 15-digit IMEI. */
export function gt06Speaker(imei: string): Speaker {
  let serial = 0;
  let waiting = Buffer.alloc(0);

  function packet(type: number, hex: string): Buffer {
    serial = (serial + 1) & 0xffff;
    const body = Buffer.from(hex, 'hex');
    const inner = Buffer.from([body.length + 5, type, ...body, serial >> 8, serial & 0xff]);
    const crc = crc16(inner, { start: 0xffff, reflected: true }) ^ 0xffff;
    return Buffer.from([0x78, 0x78, ...inner, crc >> 8, crc & 0xff, 0x0d, 0x0a]);
  }

  const byte = (value: number) =>
    Math.max(0, Math.min(255, Math.round(value)))
      .toString(16)
      .padStart(2, '0');
  const level = (battery = 80) => byte((battery * 6) / 100);

  function place({ at, lat, lng, fix = true, speed = 0 }: Fix): string {
    const time = digits(at)
      .match(/\d\d/g)!
      .map((two) => byte(Number(two)))
      .join('');
    const units = (degrees: number) =>
      Math.round(Math.abs(degrees) * 1_800_000)
        .toString(16)
        .padStart(8, '0');
    const flags = (fix ? 0x1000 : 0) | (lat >= 0 ? 0x0400 : 0) | (lng < 0 ? 0x0800 : 0) | 90;
    return `${time}c9${units(lat)}${units(lng)}${byte(speed)}${flags.toString(16).padStart(4, '0')}`;
  }

  return {
    protocol: 'gt06',
    hello: () => packet(0x01, imei.padStart(16, '0')),
    heartbeat: ({ battery }) => packet(0x13, `40${level(battery)}040002`),
    position: (fix, late = false) => packet(0x22, `${place(fix)}${CELL}0000${late ? '01' : '00'}`),
    vitals: ({ battery }) => [packet(0x13, `40${level(battery)}030002`)],
    alarm: (kind, fix) => packet(0x26, `${place(fix)}09${CELL}40${level(fix.battery)}04${byte(ALARMS[kind])}02`),
    hear(chunk) {
      waiting = Buffer.concat([waiting, chunk]);
      const heard: Heard[] = [];
      while (waiting.length > 2 && waiting.length >= waiting[2]! + 5) {
        const type = waiting[3];
        const body = waiting.subarray(4, waiting[2]! - 1);
        if (type === 0x01) heard.push({ kind: 'welcome' });
        else if (type === 0x13) heard.push({ kind: 'heartbeat' });
        else if (type === 0x26) heard.push({ kind: 'alarm' });
        else if (type === 0x80) {
          const flag = body.subarray(1, 5).toString('hex');
          const text = body.subarray(5, 1 + body[0]!).toString('hex');
          heard.push({ kind: 'command', answer: packet(0x15, `${byte(body[0]!)}${flag}${text}0002`) });
        } else heard.push({ kind: 'data' });
        waiting = waiting.subarray(waiting[2]! + 5);
      }
      return heard;
    },
  };
}
