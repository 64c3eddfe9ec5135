/** Broken MQTT packets: flipped bits, falsified lengths, cut-off ends, bodies that are anything. The same seed gives the same packets. */
import {
  connectPacket,
  disconnectPacket,
  packet,
  pingPacket,
  pubackPacket,
  publishPacket,
  subscribePacket,
} from '../scripts/simulator/mqtt-packets.ts';
import type { Random } from '../scripts/simulator/random.ts';
import { broken } from './device-frames.ts';

const bodies = [
  '{"id":1,"heart_rate":72,"inbed":1}',
  '[[[[[[[[[[',
  '{"__proto__":{"a":1},"constructor":1}',
  '{"heart_rate":1e999,"id":-1}',
  '"text"',
  '[]',
  'null',
  '{}',
  '\0\0',
];

/** The n-th malformed packet of a device; some are whole after all. */
export function malformedPacket(username: string, n: number, random: Random): Buffer {
  const up = `devices/${username}/up`;
  const body = bodies[n % bodies.length]!;
  const samples = [
    publishPacket(up, body, { qos: n % 3, id: n & 0xffff || 1 }),
    publishPacket(up, body, { id: 0 }),
    publishPacket('', body),
    publishPacket(`${up}/${'a/'.repeat(n % 40)}`, body, { qos: 0 }),
    publishPacket('$SYS/#', body),
    subscribePacket(`devices/${username}/down`, { id: n & 0xffff }),
    subscribePacket('#', { qos: 3 }),
    packet(0x82, Buffer.alloc(0)),
    packet(0xa2, Buffer.from([0, 1, 0, 200, 1])),
    pubackPacket(n & 0xffff),
    packet(0x50, Buffer.from([0, 9])),
    packet(0x62, Buffer.from([0, 9])),
    packet(0x70, Buffer.from([0, 9])),
    packet((n % 16) << 4, Buffer.from(body)),
    packet(0xf0, Buffer.from(body)),
    publishPacket(up, 'x'.repeat(n % 3000)),
    connectPacket(username, 'again'),
    pingPacket,
    disconnectPacket,
    // Says to be as long as a packet can be.
    packet(0x32, Buffer.from(body), 268_435_455),
    Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x7f]),
  ];
  const sample = samples[n % samples.length]!;
  return n % 2 === 0 ? sample : broken(sample, n, random);
}
