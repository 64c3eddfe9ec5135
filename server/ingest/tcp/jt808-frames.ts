/** JT/T 808 messages: between `7E`, escaped, header of 2011/2013 or 2019, body, one byte of exclusive or. */
import { terminalNumber } from '#server/ingest/tcp/jt808-numbers.ts';
import { xorSum } from '#server/ingest/tcp/checksums.ts';
import { holdBytes } from '#server/ingest/tcp/held-bytes.ts';
import type { Framer, FramerCounts } from '#server/ingest/tcp/protocol.ts';

export interface JtHeader {
  /** Message id. */
  readonly type: number;
  /** The header of 2019: a version byte and a number of twenty digits. */
  readonly modern: boolean;
  /** All digits of the terminal's number as sent, or the IMEI that stands there in binary; null when it is neither. */
  readonly phone: string | null;
  /** The same bytes in hex: what we send repeats them. */
  readonly number: string;
  /** The reports 5501 and 5502 say by bit 15 whether they wait for their answer; every other message does. */
  readonly waits: boolean;
  readonly serial: number;
}

export interface JtFrame extends JtHeader {
  readonly body: Buffer;
  readonly encrypted: boolean;
  /** 1-based number and count of the parts of a long message; 1 of 1 otherwise. */
  readonly part: number;
  readonly total: number;
  readonly size: number;
}

/** 1,023 bytes of body, every byte escaped, and the header. */
export const JT_LARGEST = 4096;
const FLAG = 0x7e;
const ESCAPE = 0x7d;
const BODY_LENGTH = 0x3ff;
const ENCRYPTION = 0x1c00;
const IN_PARTS = 0x2000;
const MODERN = 0x4000;
const WAITS = 0x8000;
/** Their header has one byte for the serial number, and of the properties only length and bit 15 mean the same. */
const COMPACT: ReadonlySet<number> = new Set([0x5501, 0x5502]);

/** Takes the escapes out; null when a `7D` escapes nothing. */
function unescaped(bytes: Buffer): Buffer | null {
  const first = bytes.indexOf(ESCAPE);
  if (first < 0) return Buffer.from(bytes);
  const out = Buffer.allocUnsafe(bytes.length);
  let length = bytes.copy(out, 0, 0, first);
  for (let at = first; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte !== ESCAPE) out[length++] = byte;
    else if (bytes[at + 1] === 1 || bytes[at + 1] === 2) out[length++] = bytes[++at] === 1 ? ESCAPE : FLAG;
    else return null;
  }
  return out.subarray(0, length);
}

/** The message between two flags; null when checksum or header are wrong. */
function read(bytes: Buffer, counts: FramerCounts): JtFrame | null {
  const data = unescaped(bytes);
  if (!data || data.length < 13 || xorSum(data) !== 0) return null;
  const type = data.readUInt16BE(0);
  const compact = COMPACT.has(type);
  const properties = data.readUInt16BE(2);
  const modern = !compact && (properties & MODERN) !== 0;
  const [digits, end] = modern ? [data.subarray(5, 15), 15] : [data.subarray(4, 10), 10];
  const inParts = !compact && (properties & IN_PARTS) !== 0;
  const start = end + (compact ? 1 : 2) + (inParts ? 4 : 0);
  const stop = data.length - 1;
  if (start > stop) return null;
  if (stop - start !== (properties & BODY_LENGTH)) counts.wrongLengths++;
  return {
    type,
    modern,
    phone: terminalNumber(digits),
    number: digits.toString('hex'),
    waits: !compact || (properties & WAITS) !== 0,
    serial: compact ? data[end]! : data.readUInt16BE(end),
    body: data.subarray(start, stop),
    encrypted: !compact && (properties & ENCRYPTION) !== 0,
    part: inParts ? data.readUInt16BE(end + 4) : 1,
    total: inParts ? data.readUInt16BE(end + 2) : 1,
    size: bytes.length + 2,
  };
}

/** Makes one framer for one connection. */
export function createJtFramer(counts: FramerCounts, limit = JT_LARGEST): Framer<JtFrame> {
  const held = holdBytes();
  let scanned = 1;

  function cut(data: Buffer, out: JtFrame[]): number {
    let at = 0;
    while (at < data.length) {
      const flag = data.indexOf(FLAG, at);
      const start = flag < 0 ? data.length : flag;
      counts.garbageBytes += start - at;
      at = start;
      if (flag < 0) break;
      const end = data.indexOf(FLAG, start + scanned);
      if (end < 0) {
        scanned = Math.max(1, data.length - start);
        break;
      }
      scanned = 1;
      // Two flags side by side: the end of one message and the beginning of the next.
      if (end === start + 1) {
        at = end;
        continue;
      }
      const frame = end - start < framer.limit ? read(data.subarray(start + 1, end), counts) : null;
      if (frame) {
        counts.frames++;
        out.push(frame);
        at = end + 1;
      } else {
        // What looked like an end may be a beginning.
        counts.broken++;
        at = end;
      }
    }
    return at;
  }

  const framer: Framer<JtFrame> & { overflow: boolean } = {
    overflow: false,
    limit,
    push(chunk) {
      const out: JtFrame[] = [];
      if (framer.overflow) return out;
      const data = held.join(chunk);
      const rest = cut(data, out);
      if (data.length - rest > framer.limit) {
        framer.overflow = true;
        held.clear();
      } else held.keep(data, rest);
      return out;
    },
  };
  return framer;
}

/** Who a message goes to, in the form in which the terminal writes its own. */
export interface JtAddress {
  readonly modern: boolean;
  /** The number in hex, as the terminal wrote it. */
  readonly phone: string;
  readonly serial: number;
  /** One byte of serial number: in the answer to 5501 and 5502. */
  readonly compact?: boolean;
}

/** One message to a terminal; `body` up to 1,023 bytes. */
export function encodeJt(type: number, body: Uint8Array, { modern, phone, serial, compact = false }: JtAddress): Buffer {
  if (body.length > BODY_LENGTH) throw new RangeError('指令内容超过1023字节');
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(body.length | (modern ? MODERN : 0), 2);
  const number = Buffer.from(phone.padStart(modern ? 20 : 12, '0'), 'hex');
  const count = Buffer.from(compact ? [serial & 0xff] : [(serial >> 8) & 0xff, serial & 0xff]);
  const plain = Buffer.concat([head, Buffer.from(modern ? [1] : []), number, count, body]);
  const out = Buffer.allocUnsafe(plain.length * 2 + 4);
  let length = 0;
  const put = (byte: number): void => {
    if (byte === FLAG || byte === ESCAPE) {
      out[length++] = ESCAPE;
      out[length++] = byte === FLAG ? 2 : 1;
    } else out[length++] = byte;
  };
  out[length++] = FLAG;
  for (let at = 0; at < plain.length; at++) put(plain[at]!);
  put(xorSum(plain));
  out[length++] = FLAG;
  return out.subarray(0, length);
}
