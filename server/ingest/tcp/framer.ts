/**
 * Cuts a TCP byte stream into bracket frames. Text frames end at `]` whatever length they declare (firmware gets it wrong);
 * only voice and photo content is measured by its length. Work is linear in the bytes received: nothing is scanned twice
 * for the same terminator, and waiting bytes are moved only by amounts that just arrived.
 */
import { holdBytes } from '#server/ingest/tcp/held-bytes.ts';
import { noFramerCounts, type Framer, type FramerCounts } from '#server/ingest/tcp/protocol.ts';
import { readHead } from '#server/ingest/tcp/watch-head.ts';
import type { Head } from '#server/ingest/tcp/watch-head.ts';

export interface Frame {
  readonly vendor: string;
  readonly id: string;
  readonly index: string | null;
  /** Content of a text frame (latin1); of a binary frame only its command name. */
  readonly text: string;
  /** Content after `CMD,` of a binary frame, still escaped; null for text. */
  readonly binary: Buffer | null;
  /** Bytes from `[` to `]`. */
  readonly size: number;
}

export const MAX_FRAME = 1024 * 1024;

const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;
const BINARY = new Set(['TK', 'TK2', 'JXTK', 'IMG']);
const LONGEST_BINARY_NAME = 4;

/** The name before the first comma when it is a binary command, otherwise null; undefined when more bytes are needed. */
function binaryName(data: Buffer, at: number, end: number): string | null | undefined {
  const stop = Math.min(end, at + LONGEST_BINARY_NAME + 1);
  for (let i = at; i < stop; i++) {
    if (data[i] === CLOSE) return null;
    if (data[i] !== COMMA) continue;
    const name = data.toString('latin1', at, i);
    return BINARY.has(name.toUpperCase()) ? name : null;
  }
  return stop < at + LONGEST_BINARY_NAME + 1 ? undefined : null;
}

/** Where a frame ends, or where another begins inside it. */
type End = { close: number; restart?: undefined } | { close?: undefined; restart: number };

/** The last offset before `close` where a whole head begins inside a text frame: what stands before it was cut off. */
function innerHead(data: Buffer, from: number, close: number): number {
  let at = data.lastIndexOf(OPEN, close);
  while (at >= from) {
    if (readHead(data, at, close + 1)) return at;
    at = at > from ? data.lastIndexOf(OPEN, at - 1) : -1;
  }
  return -1;
}

/** Makes one framer for one connection. Counts are added to `counts`, which many framers may share. */
export function createFramer(counts: FramerCounts = noFramerCounts(), limit = MAX_FRAME): Framer<Frame> {
  const held = holdBytes();
  // Offsets from the waiting frame's start: no `]` before the first, no second head of the same device before the other.
  let scanned = 0;
  let searched = 0;

  function emit(data: Buffer, start: number, head: Head, close: number, name: string | null, out: Frame[]): void {
    const size = close + 1 - start;
    if (size > framer.limit) {
      framer.overflow = true;
      return;
    }
    counts.frames++;
    if (close - head.content !== head.length) counts.wrongLengths++;
    const { vendor, id, index } = head;
    const text = name ?? data.toString('latin1', head.content, close);
    const binary = name === null ? null : Buffer.from(data.subarray(head.content + name.length + 1, close));
    out.push({ vendor, id, index, text, binary, size });
  }

  function textEnd(data: Buffer, start: number, head: Head): End | null {
    const close = data.indexOf(CLOSE, Math.max(head.content, start + scanned));
    if (close < 0) {
      scanned = data.length - start;
      return null;
    }
    const restart = innerHead(data, head.content, close);
    return restart < 0 ? { close } : { restart };
  }

  function binaryEnd(data: Buffer, start: number, head: Head): End | null {
    const declared = head.content + head.length;
    const own = data.subarray(start, head.idEnd + 1);
    // The same device has begun another frame at or before the declared end: the length was too long.
    const from = Math.max(head.content, start + searched);
    const until = Math.max(from, Math.min(declared + own.length, data.length));
    const next = data.subarray(from, until).indexOf(own);
    if (next >= 0) {
      const close = data.subarray(head.content, from + next).lastIndexOf(CLOSE);
      return close < 0 ? { restart: from + next } : { close: head.content + close };
    }
    searched = Math.max(0, until - start - own.length + 1);
    if (declared >= data.length) return null;
    if (data[declared] === CLOSE) return { close: declared };
    const close = data.indexOf(CLOSE, Math.max(declared, start + scanned));
    if (close < 0) {
      scanned = data.length - start;
      return null;
    }
    const inner = data.subarray(head.content, close).lastIndexOf(own);
    return inner < 0 ? { close } : { restart: head.content + inner };
  }

  /** Cuts all complete frames out of the data and gives the offset of what has to wait. */
  function cut(data: Buffer, out: Frame[]): number {
    let at = 0;
    while (at < data.length && !framer.overflow) {
      const open = data.indexOf(OPEN, at);
      const start = open < 0 ? data.length : open;
      counts.garbageBytes += start - at;
      at = start;
      if (open < 0) break;
      const head = readHead(data, start, data.length);
      if (head === null) break;
      if (head === false) {
        counts.garbageBytes++;
        at = start + 1;
        continue;
      }
      const name = binaryName(data, head.content, data.length);
      if (name === undefined) break;
      const end = name === null ? textEnd(data, start, head) : binaryEnd(data, start, head);
      if (end === null) break;
      scanned = 0;
      searched = 0;
      if (end.restart !== undefined) {
        counts.broken++;
        at = end.restart;
      } else {
        emit(data, start, head, end.close, name, out);
        at = end.close + 1;
      }
    }
    return at;
  }

  const framer: Framer<Frame> & { overflow: boolean } = {
    overflow: false,
    limit,
    push(chunk) {
      const out: Frame[] = [];
      if (framer.overflow) return out;
      const data = held.join(chunk);
      const rest = cut(data, out);
      if (data.length - rest > framer.limit) framer.overflow = true;
      if (framer.overflow) held.clear();
      else held.keep(data, rest);
      return out;
    },
  };
  return framer;
}
