/** An EV07B pendant. */
import { crc16, type AlarmKind, type Heard, type Speaker } from './speaker.ts';
import type { Fix } from './frames.ts';

/** It does not notice that it is taken off. */
const ALARM_BITS: Record<AlarmKind, number> = { sos: 1 << 12, fall: 1 << 2, removed: 0, lowBattery: 1 };

function numbers(...values: [value: number, bytes: number][]): number[] {
  return values.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, n) => Math.floor(value / 256 ** n) & 0xff));
}

const degrees = (value: number): [number, number] => [Math.round(value * 1e7) >>> 0, 4];
const seconds = (at: number): [number, number] => [Math.floor(at / 1000), 4];

/** Command and key of what a pendant can be told: contacts, intervals, to ring. */
const TOLD = new Set(['2:48', '2:68', '4:19']);

/** Whether every record of a command is whole, and one that the pendant has a use for. */
function understands(body: Buffer): boolean {
  let at = 1;
  for (; at + 1 < body.length && TOLD.has(`${body[0]}:${body[at + 1]}`); at += 1 + body[at]!);
  return at > 1 && at === body.length;
}

/** The pendant with this 15-digit IMEI. */
export function ev07bSpeaker(imei: string): Speaker {
  let serial = 0;
  let waiting = Buffer.alloc(0);
  const alarmSerials = new Set<number>();

  function packet(command: number, ...records: number[][]): Buffer {
    serial = (serial + 1) & 0xffff;
    const body = Buffer.from([command, ...[[0x01, ...Buffer.from(imei)], ...records].flatMap((record) => [record.length, ...record])]);
    const crc = crc16(body, { start: 0, reflected: false });
    return Buffer.from([0xab, 0x10, ...numbers([body.length, 2], [crc, 2], [serial, 2]), ...body]);
  }

  const status = (at: number, battery = 80) => [0x24, ...numbers(seconds(at)), 0x01, 0, 0, battery];
  const gps = ({ lat, lng, speed = 0, fix = true }: Fix) => [
    0x20,
    ...numbers(degrees(lat), degrees(lng), [Math.round(speed), 2], [90, 2], [12, 2], [fix ? 85 : 0, 2], [0, 4], [9, 1]),
  ];

  /** Strength and address of each access point. */
  const wifi = ({ around = [] }: Fix) =>
    around.length === 0
      ? []
      : [[0x22, ...around.flatMap(({ mac, rssi }) => [rssi & 0xff, ...Buffer.from(mac.replaceAll(':', ''), 'hex')])]];

  return {
    protocol: 'ev07b',
    hello: () => packet(0x03, [0x12]),
    heartbeat: ({ battery = 80 }) => packet(0x03, [0x10, battery]),
    position: (fix) => packet(0x01, status(fix.at, fix.battery), gps(fix), ...wifi(fix)),
    vitals({ heartRate, oxygen, steps, battery }, at) {
      const records = [status(at, battery)];
      if (heartRate !== undefined) records.push([0x40, ...numbers(seconds(at)), heartRate]);
      if (oxygen !== undefined) records.push([0x41, ...numbers(seconds(at)), oxygen]);
      if (steps !== undefined) records.push([0x30, ...numbers(seconds(at), [steps, 4])]);
      return [packet(0x01, ...records)];
    },
    alarm(kind, fix) {
      const bytes = packet(0x01, status(fix.at, fix.battery), gps(fix), ...wifi(fix), [
        0x02,
        ...numbers([ALARM_BITS[kind], 4], seconds(fix.at)),
      ]);
      alarmSerials.add(serial);
      return bytes;
    },
    hear(chunk) {
      waiting = Buffer.concat([waiting, chunk]);
      const heard: Heard[] = [];
      while (waiting.length >= 8 && waiting.length >= 8 + waiting.readUInt16LE(2)) {
        const end = 8 + waiting.readUInt16LE(2);
        const number = waiting.readUInt16LE(6);
        const [command, , key] = waiting.subarray(8, end);
        if (command === 0x03 && key === 0x12) heard.push({ kind: 'welcome' });
        else if (command === 0x7f) heard.push({ kind: alarmSerials.has(number) ? 'alarm' : 'data' });
        else {
          const body = Buffer.from([0x7f, 1, understands(waiting.subarray(8, end)) ? 0 : 0x05]);
          const crc = crc16(body, { start: 0, reflected: false });
          heard.push({ kind: 'command', answer: Buffer.from([0xab, 0, ...numbers([body.length, 2], [crc, 2], [number, 2]), ...body]) });
        }
        waiting = waiting.subarray(end);
      }
      return heard;
    },
  };
}
