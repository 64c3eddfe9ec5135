/** EV07B packets: `AB`, flags, length, CRC-16/XMODEM, serial number (little-endian), then a command and its records. */
import { crcXmodem } from '#server/ingest/tcp/checksums.ts';
import { createPacketFramer, type PacketShape } from '#server/ingest/tcp/packet-framer.ts';
import type { Framer, FramerCounts } from '#server/ingest/tcp/protocol.ts';

export interface EvRecord {
  readonly key: number;
  readonly value: Buffer;
}

export interface EvFrame {
  /** 1 data, 2 configuration, 3 service, 4 system control, 0x7F response. */
  readonly command: number;
  readonly records: readonly EvRecord[];
  readonly serial: number;
  /** Of the protocol: 0 is what is read here; another may have other records. */
  readonly version: number;
  /** Whether the device waits for an answer. */
  readonly wantsAnswer: boolean;
  readonly size: number;
}

/** Some sixty stored positions with their Wi-Fi lists. */
export const EV_LARGEST = 8192;
const MARK = 0xab;
const HEAD = 8;
const WANTS_ANSWER = 0x10;
/** Bit 3 is set by devices whose records are those of version 0. */
const VERSION = 0x07;

/** Length, key, value; a record that says more than there is ends the list. */
function readRecords(body: Buffer): EvRecord[] {
  const records: EvRecord[] = [];
  for (let at = 1; at + 1 < body.length;) {
    const length = body[at]!;
    const end = at + 1 + length;
    if (length === 0 || end > body.length) break;
    records.push({ key: body[at + 1]!, value: body.subarray(at + 2, end) });
    at = end;
  }
  return records;
}

const shape: PacketShape<EvFrame> = {
  marks: [MARK],
  measure(data, at) {
    if (at + 4 > data.length) return null;
    const length = data.readUInt16LE(at + 2);
    return length === 0 ? 0 : HEAD + length;
  },
  read(packet) {
    if (packet.readUInt16LE(4) !== crcXmodem(packet.subarray(HEAD))) return null;
    const body = Buffer.from(packet.subarray(HEAD));
    return {
      command: body[0]!,
      records: readRecords(body),
      serial: packet.readUInt16LE(6),
      version: packet[1]! & VERSION,
      wantsAnswer: (packet[1]! & WANTS_ANSWER) !== 0,
      size: packet.length,
    };
  },
};

export function createEvFramer(counts: FramerCounts, limit = EV_LARGEST): Framer<EvFrame> {
  return createPacketFramer(shape, counts, limit);
}

/** One packet to a device: the command and, already encoded, its records. */
export function encodeEv(body: Uint8Array, serial: number, wantsAnswer = false): Buffer {
  const packet = Buffer.concat([Buffer.alloc(HEAD), body]);
  packet[0] = MARK;
  packet[1] = wantsAnswer ? WANTS_ANSWER : 0;
  packet.writeUInt16LE(body.length, 2);
  packet.writeUInt16LE(crcXmodem(body), 4);
  packet.writeUInt16LE(serial & 0xffff, 6);
  return packet;
}
