/** G.711: A-law, and µ-law for phones that know nothing else. A frame is 20 ms: 160 bytes. */

export const FRAME = 160;
export const RATE = 8000;
/** The A-law byte of no sound. */
export const QUIET = 0xd5;
export const QUIET_FRAME: Uint8Array = new Uint8Array(FRAME).fill(QUIET);

function expandA(byte: number): number {
  const value = byte ^ 0x55;
  const exponent = (value >> 4) & 7;
  const mantissa = value & 15;
  const size = exponent === 0 ? (mantissa << 4) + 8 : ((mantissa << 4) + 0x108) << (exponent - 1);
  return value & 0x80 ? size : -size;
}

function expandU(byte: number): number {
  const value = ~byte & 0xff;
  const size = ((((value & 15) << 3) + 0x84) << ((value >> 4) & 7)) - 0x84;
  return value & 0x80 ? -size : size;
}

function compressA(sample: number): number {
  const sign = sample >= 0 ? 0x80 : 0;
  const size = Math.min(32767, sample >= 0 ? sample : -sample - 1);
  const exponent = size < 256 ? 0 : 31 - Math.clz32(size) - 7;
  const mantissa = (exponent === 0 ? size >> 4 : size >> (exponent + 3)) & 15;
  return (sign | (exponent << 4) | mantissa) ^ 0x55;
}

function compressU(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const size = Math.min(32635, Math.abs(sample)) + 0x84;
  const exponent = 31 - Math.clz32(size) - 7;
  return ~(sign | (exponent << 4) | ((size >> (exponent + 3)) & 15)) & 0xff;
}

/** The 16-bit sample of each A-law byte. */
export const SAMPLE_OF_A: Int16Array = Int16Array.from({ length: 256 }, (_, byte) => expandA(byte));
const A_OF_SAMPLE = Uint8Array.from({ length: 65536 }, (_, index) => compressA(index - 32768));
const A_OF_U = Uint8Array.from({ length: 256 }, (_, byte) => compressA(expandU(byte)));
const U_OF_A = Uint8Array.from({ length: 256 }, (_, byte) => compressU(expandA(byte)));

/** The A-law byte of a sample; what is too loud is clipped. */
export function alaw(sample: number): number {
  const clipped = sample > 32767 ? 32767 : sample < -32768 ? -32768 : sample;
  return A_OF_SAMPLE[(clipped | 0) + 32768] as number;
}

/** A-law bytes of samples. */
export function encode(samples: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(samples.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = alaw(samples[index] as number);
  return bytes;
}

/** Samples of A-law bytes. */
export function decode(bytes: Uint8Array): Int16Array {
  const samples = new Int16Array(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) samples[index] = SAMPLE_OF_A[bytes[index] as number] as number;
  return samples;
}

const translated = (bytes: Uint8Array, table: Uint8Array) => {
  const out = new Uint8Array(bytes.length);
  for (let index = 0; index < bytes.length; index += 1) out[index] = table[bytes[index] as number] as number;
  return out;
};
export const fromUlaw = (bytes: Uint8Array): Uint8Array => translated(bytes, A_OF_U);
export const toUlaw = (bytes: Uint8Array): Uint8Array => translated(bytes, U_OF_A);
