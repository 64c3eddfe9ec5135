import { open, type FileHandle } from 'node:fs/promises';
import { FRAME } from './alaw.ts';
import type { Recording, RecordingDone } from './media.ts';
import { interleave } from './mixer.ts';
import { CHUNK_BYTES, Sealer } from './sealed-file.ts';

/** Seconds of sound that may wait for a slow disk. */
const MOST_WAITING = 30;

/** Writes one recording: frames in, a sealed chunk per second out. */
export class RecordingWriter {
  readonly recording: Recording;
  readonly #sealer: Sealer;
  readonly #onFailure: (reason: string) => void;
  #chunk = new Uint8Array(CHUNK_BYTES);
  #filled = 0;
  #frames = 0;
  #bytes = 0;
  #waiting = 0;
  #failed = false;
  #file: FileHandle | null = null;
  #work: Promise<void>;

  /** `onFailure` is called at most once, when the file cannot be made or written. */
  constructor(recording: Recording, onFailure: (reason: string) => void) {
    this.recording = recording;
    this.#onFailure = onFailure;
    this.#sealer = new Sealer(recording.key);
    this.#work = this.#begin();
  }

  async #begin() {
    try {
      this.#file = await open(this.recording.path, 'wx', 0o600);
      await this.#append(this.#sealer.header);
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }
  async #append(bytes: Buffer) {
    await this.#file?.appendFile(bytes);
    this.#bytes += bytes.length;
  }
  #fail(reason: string) {
    if (this.#failed) return;
    this.#failed = true;
    this.#onFailure(reason);
  }

  /** Until what was added is on the disk. */
  written(): Promise<void> {
    return this.#work;
  }

  /** 20 ms of both channels. */
  add(left: Uint8Array, right: Uint8Array) {
    if (this.#failed) return;
    interleave(left, right, this.#chunk, this.#filled);
    this.#filled += 2 * FRAME;
    this.#frames += 1;
    if (this.#filled < CHUNK_BYTES) return;
    this.#filled = 0;
    this.#write(this.#chunk, false);
  }

  #write(bytes: Uint8Array, last: boolean) {
    if (this.#waiting >= MOST_WAITING) return this.#fail('The disk is too slow');
    this.#waiting += 1;
    // Sealed at once: the buffer is filled again.
    const sealed = this.#sealer.seal(bytes, last);
    this.#work = this.#work
      .then(() => (this.#failed ? undefined : this.#append(sealed)))
      .catch((error: Error) => this.#fail(error.message))
      .finally(() => (this.#waiting -= 1));
  }

  /** Writes what is left, with the mark of the end. Gives null when the recording had failed. */
  async end(): Promise<RecordingDone | null> {
    this.#write(this.#chunk.subarray(0, this.#filled), true);
    await this.#work;
    await this.#file?.close().catch(() => {});
    if (this.#failed) return null;
    return { path: this.recording.path, durationMs: this.#frames * 20, bytes: this.#bytes };
  }
}
