/** The head of a bracket frame: `[MM*ID*LLLL*` or `[MM*ID*SSSS*LLLL*`, read from bytes because it may arrive in pieces. */

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
// Real ids have 10 or 15 digits; a wider range lets a foreign device be counted as unknown instead of as noise.
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
  for (let i = 1; i <= 2; i++) {
    if (at + i >= end) return null;
    if (!tag(data[at + i]!)) return false;
  }
  if (at + 3 >= end) return null;
  if (data[at + 3] !== STAR) return false;
  const idStart = at + 4;
  let idEnd = idStart;
  while (idEnd < end && idEnd - idStart <= MAX_ID && digit(data[idEnd]!)) idEnd++;
  if (idEnd === end) return idEnd - idStart > MAX_ID ? false : null;
  if (data[idEnd] !== STAR || idEnd - idStart < MIN_ID || idEnd - idStart > MAX_ID) return false;
  const first = quad(data, idEnd + 1, end);
  if (first === null) return null;
  if (first < 0) return false;
  const second = quad(data, idEnd + 6, end);
  if (second === null) return null;
  const indexed = second >= 0;
  return {
    vendor: data.toString('latin1', at + 1, at + 3),
    id: data.toString('latin1', idStart, idEnd),
    index: indexed ? data.toString('latin1', idEnd + 1, idEnd + 5) : null,
    length: indexed ? second : first,
    idEnd,
    content: indexed ? idEnd + 11 : idEnd + 6,
  };
}
