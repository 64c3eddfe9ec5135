import { readFile, stat } from 'node:fs/promises';
import { BoundedMap } from '../bounded-map.ts';
import { FRAME, QUIET } from './alaw.ts';
import type { MediaEvent, Playing, Said } from './media.ts';
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

/** What is told when something was heard to its end. */
export const played = (legId: string, playing: Playing): MediaEvent => ({
  type: 'leg.played',
  legId,
  turn: playing.kind === 'file' ? (playing.turn ?? null) : null,
});

export const samePlaying = (one: Playing | null, other: Playing | null): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A frame of the bytes from `at` on; the last one is filled up with silence. */
function frameAt(bytes: Uint8Array, at: number): Uint8Array {
  const frame = bytes.subarray(at, at + FRAME);
  if (frame.length === FRAME) return frame;
  const whole = new Uint8Array(FRAME).fill(QUIET);
  whole.set(frame);
  return whole;
}

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
    const frame = frameAt(bytes, this.#at);
    this.#at += FRAME;
    return frame;
  }
}

/** Says files one after the other, once. Where one of them cannot be read none is said: half of a sentence would mislead. */
export class Saying {
  readonly turn: string;
  #bytes: Uint8Array | null = null;
  #at = 0;

  constructor({ paths, turn }: Said, onError: (text: string) => void) {
    this.turn = turn;
    Promise.all(paths.map(soundOf)).then(
      (sounds) => (this.#bytes = new Uint8Array(Buffer.concat(sounds))),
      (error: Error) => onError(`What is to be said cannot be played: ${error.message}`),
    );
  }

  /** The next frame; null before it begins and after it ended. */
  next(): Uint8Array | null {
    const bytes = this.#bytes;
    if (!bytes || this.#at >= bytes.length) return null;
    const frame = frameAt(bytes, this.#at);
    this.#at += FRAME;
    return frame;
  }
}
