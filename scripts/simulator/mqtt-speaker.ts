/** A device that speaks MQTT: what our own documentation asks for, a bed belt, or a radar. */
import type { Fix } from './frames.ts';
import { connectPacket, packetReader, pingPacket, pubackPacket, publishPacket, subscribePacket } from './mqtt-packets.ts';
import type { AlarmKind, Heard, Speaker } from './speaker.ts';

export const shapes = ['plain', 'belt', 'radar'] as const;
export type Shape = (typeof shapes)[number];

/** What a radar calls its warnings; it has no button and no battery. */
const WARNINGS: Record<AlarmKind, number> = { sos: 99, fall: 14, lowBattery: 98 };

/** `id:password`; the password is the one that the device's page gave. */
export function mqttSpeaker(login: string, { shape = 'plain' }: { shape?: Shape } = {}): Speaker {
  const [id = '', password = ''] = login.split(':');
  const [up, down] = [`devices/${id}/up`, `devices/${id}/down`];
  let read = packetReader();
  let number = 0;
  const alarms = new Set<number>();

  function message(body: object): Buffer {
    number = (number % 65_535) + 1;
    alarms.delete(number);
    return publishPacket(up, JSON.stringify(body), { id: number });
  }

  const breathing = () => 12 + Math.floor(Math.random() * 8);
  function values(at: number, pulse: number | undefined, more: object): object {
    if (shape === 'belt') return { mac: id, id: at, inbed: 1, body_movement: 0, heart_rate: pulse, respiration_rate: breathing(), temp: 26.5 };
    if (shape === 'radar') return { sn: id, time: at, heart: pulse, breath: breathing(), inBed: 1, warningType: 0, online: 1 };
    return { time: at, ...(pulse === undefined ? {} : { heartRate: pulse }), ...more };
  }

  function command(content: Buffer, qos: number): Heard {
    const length = content.readUInt16BE(0);
    const at = 2 + length + (qos > 0 ? 2 : 0);
    const acknowledged = qos > 0 ? [pubackPacket(content.readUInt16BE(2 + length))] : [];
    const { id: told } = JSON.parse(content.subarray(at).toString()) as { id: string };
    return { kind: 'command', answer: Buffer.concat([...acknowledged, message({ reply: told, done: true })]) };
  }

  return {
    protocol: 'mqtt',
    hello() {
      read = packetReader();
      return connectPacket(id, password);
    },
    heartbeat: () => pingPacket,
    position: ({ at, lng, lat }: Fix) => message(values(at, undefined, { lng, lat })),
    vitals: ({ heartRate, ...more }, at) => [message(values(at, heartRate, more))],
    alarm(kind, { at, lng, lat }) {
      const body = shape === 'radar' ? { sn: id, time: at, warningType: WARNINGS[kind] } : { time: at, alarm: kind, lng, lat };
      const bytes = message(body);
      alarms.add(number);
      return bytes;
    },
    hear: (chunk) =>
      read(chunk).map(({ type, qos, content }): Heard => {
        if (type === 2) return content[1] === 0 ? { kind: 'step', answer: subscribePacket(down, { id: 65_535 }) } : { kind: 'refused' };
        if (type === 9) return { kind: 'welcome' };
        if (type === 13) return { kind: 'heartbeat' };
        if (type === 3) return command(content, qos);
        return { kind: alarms.delete(content.readUInt16BE(0)) ? 'alarm' : 'data' };
      }),
  };
}
