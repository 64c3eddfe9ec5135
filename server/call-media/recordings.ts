/** Recordings as they are listened to: a WAV file that can be read from any place, and the peaks that a page draws. */
import { SAMPLE_OF_A } from './alaw.ts';
import { CHUNK_BYTES, SealedFile } from './sealed-file.ts';

export const WAV_HEADER = 58;

export interface OpenRecording {
  /** Of the WAV file; of one that grows, as it is now. */
  bytes: number;
  durationMs: number;
  /** False while it grows, and of one that was cut off. */
  complete: boolean;
  /** The bytes from `start` to `end` (not included), in pieces. */
  read(start?: number, end?: number): AsyncGenerator<Buffer>;
  close(): Promise<void>;
}

/** Of a WAV file of A-law at 8 kHz. */
export function wavHeader(soundBytes: number, channels: 1 | 2): Buffer {
  const header = Buffer.alloc(WAV_HEADER);
  header.write('RIFF', 0);
  header.writeUInt32LE(WAV_HEADER - 8 + soundBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(18, 16);
  header.writeUInt16LE(6, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000 * channels, 28);
  header.writeUInt16LE(channels, 32);
  header.writeUInt16LE(8, 34);
  header.write('fact', 38);
  header.writeUInt32LE(4, 42);
  header.writeUInt32LE(soundBytes / channels, 46);
  header.write('data', 50);
  header.writeUInt32LE(soundBytes, 54);
  return header;
}

/** Opens a recording as a WAV file. Rejects what is no recording, or is sealed with another key. Close it afterwards. */
export async function openRecording(path: string, key: Uint8Array): Promise<OpenRecording> {
  const file = await SealedFile.open(path, key);
  const bytes = WAV_HEADER + file.soundBytes;
  async function* read(start = 0, end = bytes): AsyncGenerator<Buffer> {
    const last = Math.min(end, bytes);
    let at = Math.max(0, start);
    if (at < WAV_HEADER && at < last) {
      yield wavHeader(file.soundBytes, 2).subarray(at, Math.min(WAV_HEADER, last));
      at = WAV_HEADER;
    }
    while (at < last) {
      const number = Math.floor((at - WAV_HEADER) / CHUNK_BYTES);
      const begin = WAV_HEADER + number * CHUNK_BYTES;
      const chunk = await file.chunk(number);
      yield chunk.subarray(at - begin, Math.min(CHUNK_BYTES, last - begin));
      at = begin + CHUNK_BYTES;
    }
  }
  return { bytes, durationMs: file.soundBytes / 16, complete: file.complete, read, close: () => file.close() };
}

export interface Waveform {
  left: number[];
  right: number[];
}

/** The loudest sample of each of `points` equal parts, from 0 to 1, per channel. */
export async function waveform(path: string, key: Uint8Array, points: number): Promise<Waveform> {
  const file = await SealedFile.open(path, key);
  try {
    const peaks = [new Float64Array(points), new Float64Array(points)] as const;
    const pairs = file.soundBytes / 2;
    for (let number = 0; number * CHUNK_BYTES < file.soundBytes; number += 1) {
      const chunk = await file.chunk(number);
      for (let at = 0; at < chunk.length; at += 1) {
        const pair = (number * CHUNK_BYTES + at) >> 1;
        const point = Math.min(points - 1, Math.floor((pair * points) / pairs));
        const channel = peaks[(at & 1) as 0 | 1];
        const loud = Math.abs(SAMPLE_OF_A[chunk[at] as number] as number);
        if (loud > (channel[point] as number)) channel[point] = loud;
      }
    }
    const scaled = (channel: Float64Array) => Array.from(channel, (peak) => Math.round((peak / 32768) * 1000) / 1000);
    return { left: scaled(peaks[0]), right: scaled(peaks[1]) };
  } finally {
    await file.close();
  }
}
