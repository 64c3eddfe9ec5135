/**
 * The head of a bracket frame: `[MM*ID*LLLL*` or `[MM*ID*SSSS*LLLL*`, read from bytes because it may arrive in pieces. Makers have two to
 * four letters or digits, ids may hold letters (a hexadecimal number).
 */

export interface Head {
  readonly vendor: string;
  readonly id: string;
  /** `SSSS` of the ZJ dialect as sent, otherwise null. */
  readonly index: string | null;
  /** Declared content length in bytes; often wrong. */
  readonly length: number;
  /** Offset of the `*` after the id, and of the first content byte. */
  readonly idEnd: number;
  readonly content: number;
}

const STAR = 0x2a;
const ZERO = 0x30;
const MIN_VENDOR = 2;
const MAX_VENDOR = 4;
// Real ids have 10 or 15 characters; a wider range lets a foreign device be counted as unknown instead of as noise.
const MIN_ID = 8;
const MAX_ID = 20;

function digit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}

function hex(byte: number): number {
  if (digit(byte)) return byte - ZERO;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function tag(byte: number): boolean {
  const lower = byte | 0x20;
  return digit(byte) || (lower >= 0x61 && lower <= 0x7a);
}

/**
 * The offset of the star behind `least` to `most` letters and digits at `at`; false when
 * there is something else, null when more bytes are needed.
 */
function word(data: Buffer, at: number, end: number, least: number, most: number): number | null | false {
  const last = Math.min(end, at + most + 1);
  let stop = at;
  while (stop < last && tag(data[stop]!)) stop++;
  if (stop === end && stop - at <= most) return null;
  return data[stop] === STAR && stop - at >= least && stop - at <= most ? stop : false;
}

/** Four hex digits and a star at `at`: the value; -1 when there is something else, null when more bytes are needed to tell. */
function quad(data: Buffer, at: number, end: number): number | null {
  let value = 0;
  for (let i = 0; i < 4; i++) {
    if (at + i >= end) return null;
    const nibble = hex(data[at + i]!);
    if (nibble < 0) return -1;
    value = value * 16 + nibble;
  }
  if (at + 4 >= end) return null;
  return data[at + 4] === STAR ? value : -1;
}

/**
 * Reads a head from the `[` at `at`; `end` is where the data ends.
 * Gives false when this is not a head, null when it may become one with more bytes. Looks at 40 bytes at most.
 */
export function readHead(data: Buffer, at: number, end: number): Head | null | false {
  const vendorEnd = word(data, at + 1, end, MIN_VENDOR, MAX_VENDOR);
  if (typeof vendorEnd !== 'number') return vendorEnd;
  const idStart = vendorEnd + 1;
  const idEnd = word(data, idStart, end, MIN_ID, MAX_ID);
  if (typeof idEnd !== 'number') return idEnd;
  const first = quad(data, idEnd + 1, end);
  if (first === null) return null;
  if (first < 0) return false;
  const second = quad(data, idEnd + 6, end);
  if (second === null) return null;
  const indexed = second >= 0;
  return {
    vendor: data.toString('latin1', at + 1, vendorEnd),
    id: data.toString('latin1', idStart, idEnd),
    index: indexed ? data.toString('latin1', idEnd + 1, idEnd + 5) : null,
    length: indexed ? second : first,
    idEnd,
    content: indexed ? idEnd + 11 : idEnd + 6,
  };
}
