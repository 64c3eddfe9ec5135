/** GT06 packets: `7878` and one length byte, or `7979` and two; type, content, serial number, CRC-ITU, `0D0A`. */
import { crcItu } from '#server/ingest/tcp/checksums.ts';
import { createPacketFramer, type PacketShape } from '#server/ingest/tcp/packet-framer.ts';
import type { Framer, FramerCounts } from '#server/ingest/tcp/protocol.ts';

export interface Gt06Frame {
  readonly type: number;
  readonly body: Buffer;
  readonly serial: number;
  /** The form with two length bytes; an answer takes the same. */
  readonly long: boolean;
  readonly size: number;
}

/** Device information and Wi-Fi lists stay far below it. */
export const GT06_LARGEST = 4096;
const SHORT = 0x78;
const LONG = 0x79;
const STOP = 0x0d0a;
/** Type, serial number and checksum. */
const LEAST = 5;

const shape: PacketShape<Gt06Frame> = {
  marks: [SHORT, LONG],
  measure(data, at) {
    if (at + 1 >= data.length) return null;
    const mark = data[at]!;
    if (data[at + 1] !== mark) return 0;
    const head = mark === SHORT ? 3 : 4;
    if (at + head > data.length) return null;
    const length = mark === SHORT ? data[at + 2]! : data.readUInt16BE(at + 2);
    return length < LEAST ? 0 : head + length + 2;
  },
  read(packet) {
    const end = packet.length - 2;
    if (packet.readUInt16BE(end) !== STOP || packet.readUInt16BE(end - 2) !== crcItu(packet.subarray(2, end - 2))) return null;
    const long = packet[0] === LONG;
    const head = long ? 4 : 3;
    return {
      type: packet[head]!,
      body: Buffer.from(packet.subarray(head + 1, end - 4)),
      serial: packet.readUInt16BE(end - 4),
      long,
      size: packet.length,
    };
  },
};

export function createGt06Framer(counts: FramerCounts, limit = GT06_LARGEST): Framer<Gt06Frame> {
  return createPacketFramer(shape, counts, limit);
}

/** One packet to a device. */
export function encodeGt06(type: number, body: Uint8Array, serial: number, long = false): Buffer {
  const length = body.length + LEAST;
  const wide = long || length > 0xff;
  const head = wide ? [LONG, LONG, length >> 8, length & 0xff] : [SHORT, SHORT, length];
  const packet = Buffer.concat([Buffer.from([...head, type]), body, Buffer.alloc(6)]);
  const end = packet.length - 2;
  packet.writeUInt16BE(serial & 0xffff, end - 4);
  packet.writeUInt16BE(crcItu(packet.subarray(2, end - 2)), end - 2);
  packet.writeUInt16BE(STOP, end);
  return packet;
}
