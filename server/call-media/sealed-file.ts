/**
 * A recording at rest. A header of 40 bytes (`YIANREC1`, channels, format, rate, salt) and chunks of A-law, left and right in turns,
 * one per second, each sealed with AES-256-GCM. A file's key is derived from the given one and the file's salt, so that no nonce
 * (the number of the chunk) is used twice with one key, even if it is given twice. A chunk is bound to the header; the last one, which may
 * be empty, is marked in its nonce: a file without it was cut off, and is read up to its last whole chunk.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';

const MAGIC = 'YIANREC1';
export const HEADER_BYTES = 40;
const TAG_BYTES = 16;
/** A second of two channels. */
export const CHUNK_BYTES = 16_000;
const A_LAW = 6;

export function newHeader(): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write(MAGIC, 'latin1');
  header[8] = 2;
  header[9] = A_LAW;
  header.writeUInt32BE(8000, 12);
  randomBytes(16).copy(header, 16);
  return header;
}

const keyOf = (key: Uint8Array, header: Buffer) => {
  if (key.length !== 32) throw new Error('The key of a recording has 32 bytes');
  return Buffer.from(hkdfSync('sha256', key, header.subarray(16, 32), 'recording', 32));
};
const nonceOf = (chunk: number, last: boolean) => {
  const nonce = Buffer.alloc(12);
  nonce[0] = last ? 1 : 0;
  nonce.writeUInt32BE(chunk, 8);
  return nonce;
};

/** Seals the chunks of one file in their order. */
export class Sealer {
  readonly header = newHeader();
  readonly #key: Buffer;
  #chunk = 0;

  constructor(key: Uint8Array) {
    this.#key = keyOf(key, this.header);
  }

  seal(bytes: Uint8Array, last: boolean): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(this.#chunk, last));
    cipher.setAAD(this.header);
    this.#chunk += 1;
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Reads chunks of a file, also while it grows. */
export class SealedFile {
  readonly #file: FileHandle;
  readonly #header: Buffer;
  readonly #key: Buffer;
  /** Bytes of sound that can be read: whole chunks, and the marked last one. */
  readonly soundBytes: number;
  /** Whether it was ended, and not cut off. */
  readonly complete: boolean;

  private constructor(file: FileHandle, header: Buffer, key: Buffer, soundBytes: number, complete: boolean) {
    this.#file = file;
    this.#header = header;
    this.#key = key;
    this.soundBytes = soundBytes;
    this.complete = complete;
  }

  /** Rejects what is no recording, or is sealed with another key. */
  static async open(path: string, key: Uint8Array): Promise<SealedFile> {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const header = Buffer.alloc(HEADER_BYTES);
      await file.read(header, 0, HEADER_BYTES, 0);
      if (header.toString('latin1', 0, 8) !== MAGIC) throw new Error('This is no recording');
      const sealed = size - HEADER_BYTES;
      const whole = Math.floor(sealed / (CHUNK_BYTES + TAG_BYTES));
      const rest = sealed - whole * (CHUNK_BYTES + TAG_BYTES);
      const chunkKey = keyOf(key, header);
      const probe = new SealedFile(file, header, chunkKey, 0, false);
      if (whole > 0) await probe.#read(0, CHUNK_BYTES, false);
      const end = rest >= TAG_BYTES ? await probe.#read(whole, rest - TAG_BYTES, true).catch(() => null) : null;
      if (whole === 0 && !end && rest >= TAG_BYTES) throw new Error('This recording is sealed with another key');
      return new SealedFile(file, header, chunkKey, whole * CHUNK_BYTES + (end?.length ?? 0), end !== null);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async #read(chunk: number, length: number, last: boolean): Promise<Buffer> {
    const sealed = Buffer.alloc(length + TAG_BYTES);
    const { bytesRead } = await this.#file.read(sealed, 0, sealed.length, HEADER_BYTES + chunk * (CHUNK_BYTES + TAG_BYTES));
    if (bytesRead < sealed.length) throw new Error('The recording ends here');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonceOf(chunk, last));
    decipher.setAAD(this.#header);
    decipher.setAuthTag(sealed.subarray(length));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, length)), decipher.final()]);
    } catch {
      throw new Error('This recording is sealed with another key, or was changed');
    }
  }

  /** The sound of chunk `number`, the first being 0. */
  chunk(number: number): Promise<Buffer> {
    const left = this.soundBytes - number * CHUNK_BYTES;
    return left >= CHUNK_BYTES ? this.#read(number, CHUNK_BYTES, false) : this.#read(number, left, true);
  }
  close(): Promise<void> {
    return this.#file.close();
  }
}
