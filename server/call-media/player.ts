import { readFile, stat } from 'node:fs/promises';
import { BoundedMap } from '../bounded-map.ts';
import { FRAME, QUIET } from './alaw.ts';
import type { Playing } from './media.ts';
import { loopOf } from './tones.ts';

/** Ten minutes. */
const LONGEST_FILE = 600 * 8000;
const files = new BoundedMap<string, { changed: number; bytes: Uint8Array }>(64);

/** The bytes of a file of A-law; kept while the file does not change. Rejects one that is missing or too long. */
export async function soundOf(path: string): Promise<Uint8Array> {
  const { mtimeMs, size } = await stat(path);
  const kept = files.get(path);
  if (kept?.changed === mtimeMs) return kept.bytes;
  if (size > LONGEST_FILE) throw new Error('longer than ten minutes');
  const bytes = new Uint8Array(await readFile(path));
  files.set(path, { changed: mtimeMs, bytes });
  return bytes;
}

export const samePlaying = (one: Playing | null, other: Playing | null): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Plays one thing, a frame at a time. */
export class Player {
  readonly playing: Playing;
  readonly #onEnd: () => void;
  #bytes: Uint8Array | null = null;
  #at = 0;
  #ended = false;

  /** `onEnd` is called once when a file that does not loop is over, also when it cannot be read. */
  constructor(playing: Playing, onEnd: () => void, onError: (text: string) => void) {
    this.playing = playing;
    this.#onEnd = onEnd;
    if (playing.kind === 'echo') return;
    if (playing.kind !== 'file') {
      this.#bytes = loopOf(playing.kind);
      return;
    }
    soundOf(playing.path).then(
      (bytes) => (this.#bytes = bytes),
      (error: Error) => {
        onError(`The file ${playing.path} cannot be played: ${error.message}`);
        this.#end();
      },
    );
  }

  #end() {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd();
  }

  /** The next frame; null when there is nothing to hear. `said` is what the leg itself says, for its echo. */
  next(said: Uint8Array | null): Uint8Array | null {
    if (this.playing.kind === 'echo') return said;
    const bytes = this.#bytes;
    if (!bytes || this.#ended) return null;
    if (this.#at >= bytes.length) {
      if (bytes.length === 0 || (this.playing.kind === 'file' && !this.playing.loop)) {
        this.#end();
        return null;
      }
      this.#at = 0;
    }
    const frame = bytes.subarray(this.#at, this.#at + FRAME);
    this.#at += FRAME;
    if (frame.length === FRAME) return frame;
    const whole = new Uint8Array(FRAME).fill(QUIET);
    whole.set(frame);
    return whole;
  }
}
