/**
 * Cuts a byte stream into packets that begin with a mark, say their length and carry a checksum. A packet that does not hold what it
 * promises is given up byte by byte, so that a falsified length never swallows the good packets behind it for long.
 */
import { holdBytes } from '#server/ingest/tcp/held-bytes.ts';
import type { Framer, FramerCounts } from '#server/ingest/tcp/protocol.ts';

export interface PacketShape<F> {
  /** Bytes with which a packet may begin. */
  readonly marks: readonly number[];
  /** The whole length of the packet that begins at `at`; 0 when none does, null when more bytes are needed to tell. */
  measure(data: Buffer, at: number): number | null;
  /** The packet in exactly these bytes, which it must copy; null when checksum or end are wrong. */
  read(packet: Buffer): F | null;
}

/** How many bytes must have come before the waiting ones are searched again for a good packet. */
const SEARCH_EVERY = 16;
/**
 * Bytes that may be checked in vain: so many at first, and so many for each that came.
 * Noise stays far below, bytes made to cost more do not.
 */
const FREE_WORK = 256 * 1024;
const WORK_PER_BYTE = 32;

/**
 * Makes one framer for one connection. A packet above the limit is none, and less than the limit is held; it overflows when bytes are
 * made to be expensive.
 */
export function createPacketFramer<F>({ marks, measure, read }: PacketShape<F>, counts: FramerCounts, limit: number): Framer<F> {
  const held = holdBytes();
  let searchedAt = 0;
  let allowance = FREE_WORK;

  /** Reads a packet that is there; null when it is none. Work in vain is charged. */
  function attempt(data: Buffer, at: number, length: number): F | null {
    const packet = read(data.subarray(at, at + length));
    if (packet === null) allowance -= length;
    return packet;
  }

  function nextMark(data: Buffer, from: number): number {
    let next = data.length;
    for (const mark of marks) {
      const at = data.indexOf(mark, from);
      if (at >= 0 && at < next) next = at;
    }
    return next;
  }

  /** The offset of the first whole, correct packet behind `from`; -1 when there is none. */
  function innerPacket(data: Buffer, from: number): number {
    for (let at = nextMark(data, from); at < data.length; at = nextMark(data, at + 1)) {
      if (allowance-- <= 0) break;
      const length = measure(data, at);
      if (length && length <= framer.limit && at + length <= data.length && attempt(data, at, length) !== null) return at;
    }
    return -1;
  }

  /** What to do with a packet whose end is not there: -1 to wait, otherwise where a better one begins. */
  function waiting(data: Buffer, start: number): number {
    const there = data.length - start;
    if (there < searchedAt + SEARCH_EVERY) return -1;
    searchedAt = there;
    return innerPacket(data, start + 1);
  }

  function cut(data: Buffer, out: F[]): number {
    let at = 0;
    while (at < data.length && allowance > 0) {
      const start = nextMark(data, at);
      counts.garbageBytes += start - at;
      at = start;
      if (start === data.length) break;
      const length = measure(data, start);
      if (length === 0 || (length !== null && length > framer.limit)) {
        counts.garbageBytes++;
        at = start + 1;
        searchedAt = 0;
        continue;
      }
      if (length === null || start + length > data.length) {
        const better = waiting(data, start);
        if (better < 0) break;
        counts.broken++;
        at = better;
        searchedAt = 0;
        continue;
      }
      const packet = attempt(data, start, length);
      searchedAt = 0;
      if (packet === null) {
        counts.broken++;
        at = start + 1;
        continue;
      }
      counts.frames++;
      out.push(packet);
      at = start + length;
    }
    return at;
  }

  const framer: Framer<F> & { overflow: boolean } = {
    overflow: false,
    limit,
    push(chunk) {
      const out: F[] = [];
      if (framer.overflow) return out;
      allowance = Math.min(FREE_WORK, allowance + chunk.length * WORK_PER_BYTE);
      const data = held.join(chunk);
      held.keep(data, cut(data, out));
      if (allowance <= 0) {
        framer.overflow = true;
        held.clear();
      }
      return out;
    },
  };
  return framer;
}
