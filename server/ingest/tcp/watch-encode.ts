/** Bracket frames from server to device, and the two encodings used inside them. */

const ESCAPE = 0x7d;
const escaped = [0x7d, 0x5b, 0x5d, 0x2c, 0x2a];

/** Escapes binary content: `}` `[` `]` `,` `*` become `}` and their number 1 to 5. */
export function escapeBinary(bytes: Uint8Array): Buffer {
  let extra = 0;
  for (const byte of bytes) if (escaped.includes(byte)) extra++;
  const out = Buffer.allocUnsafe(bytes.length + extra);
  let at = 0;
  for (const byte of bytes) {
    const code = escaped.indexOf(byte);
    if (code < 0) out[at++] = byte;
    else {
      out[at++] = ESCAPE;
      out[at++] = code + 1;
    }
  }
  return out;
}

/** Takes escapes out again; a `}` that escapes nothing stays as it is. */
export function unescapeBinary(bytes: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const original = bytes[i] === ESCAPE ? escaped[(bytes[i + 1] ?? 0) - 1] : undefined;
    if (original !== undefined) i++;
    out[length++] = original ?? bytes[i]!;
  }
  return out.subarray(0, length);
}

/** Text as UTF-16 big-endian hex, upper case: the form of names and messages on the device. */
export function utf16Hex(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}

export interface Address {
  readonly vendor: string;
  readonly id: string;
  /** `SSSS` of the ZJ dialect, otherwise null. */
  readonly index: string | null;
}

function hex4(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0');
}

/**
 * One frame of the device's own dialect. Text content is ASCII; binary content is already escaped.
 * Throws RangeError above 65,535 bytes, which the length field cannot say.
 */
export function encodeFrame(to: Address, content: string | Buffer): Buffer {
  const body = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  if (body.length > 0xffff) throw new RangeError('指令内容超过 65535 字节');
  const index = to.index === null ? '' : `${to.index}*`;
  const head = Buffer.from(`[${to.vendor}*${to.id}*${index}${hex4(body.length)}*`, 'latin1');
  return Buffer.concat([head, body, Buffer.from(']')]);
}

/** The next message index of our own commands: 0001 to FFFF, then 0001 again. */
export function nextIndex(last: number): { value: number; text: string } {
  const value = last >= 0xffff ? 1 : last + 1;
  return { value, text: hex4(value) };
}
