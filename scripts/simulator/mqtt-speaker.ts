/** A device that speaks MQTT: what our own documentation asks for, a bed belt, a radar, or the hub of several belts. */
import type { Fix } from './frames.ts';
import { connectPacket, packetReader, pingPacket, pubackPacket, publishPacket, subscribePacket } from './mqtt-packets.ts';
import type { AlarmKind, Heard, Speaker, Vitals } from './speaker.ts';

export const shapes = ['plain', 'belt', 'radar'] as const;
export type Shape = (typeof shapes)[number] | 'hub';

/** What a radar calls its warnings; it has no button and no battery. */
const WARNINGS: Record<AlarmKind, number> = { sos: 99, fall: 14, removed: 97, lowBattery: 98 };

export interface MqttSpeakerOptions {
  shape?: Shape;
  /** The numbers of the belts that a hub speaks for now. */
  behind?: () => readonly string[];
}

/** `id:password`; the password is the one that the device's page gave. */
export function mqttSpeaker(login: string, { shape = 'plain', behind = () => [] }: MqttSpeakerOptions = {}): Speaker {
  const [id = '', password = ''] = login.split(':');
  const [up, down] = [`devices/${id}/up`, `devices/${id}/down`];
  let read = packetReader();
  let number = 0;
  const alarms = new Set<number>();

  function message(body: object, topic = up): Buffer {
    number = (number % 65_535) + 1;
    alarms.delete(number);
    return publishPacket(topic, JSON.stringify(body), { id: number });
  }

  const rate = () => 12 + Math.floor(Math.random() * 8);
  /** A bed that is empty has no pulse. */
  const lying = ({ heartRate, breathing = rate(), inBed = true }: Vitals) => ({
    inBed: inBed ? 1 : 0,
    pulse: inBed ? heartRate : 0,
    breath: inBed ? breathing : 0,
  });

  function beltValues(mac: string, at: number, given: Vitals): object {
    const { inBed, pulse, breath } = lying(given);
    return { mac, id: at, inbed: inBed, body_movement: 0, heart_rate: pulse, respiration_rate: breath, temp: 26.5 };
  }

  function values(at: number, given: Vitals, place: object = {}): object {
    if (shape === 'belt') return beltValues(id, at, given);
    const { inBed, pulse, breath } = lying(given);
    if (shape === 'radar') return { sn: id, time: at, heart: pulse, breath, inBed, warningType: 0, online: 1 };
    const { inBed: _inBed, ...more } = given;
    return { time: at, ...more, ...place };
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
    // What is fixed to a bed or a wall knows no place.
    position: ({ at, lng, lat }: Fix) => (shape === 'plain' ? message(values(at, {}, { lng, lat })) : pingPacket),
    vitals: (given, at, of) =>
      shape === 'hub'
        ? behind().flatMap((mac) => (of && of !== mac ? [] : [message(beltValues(mac, at, given), `${up}/${mac}`)]))
        : [message(values(at, given))],
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
