/** Voice messages of watches (AMR) as browsers play them, by ffmpeg where this machine has it. */
import { environment } from '../config.ts';
import { spawn } from 'node:child_process';
import { canRemux } from './remux.ts';

const MOST_MS = 5000;
/** Ten minutes at 8 kHz. */
const MOST_BYTES = 10 * 1024 * 1024;
/** Fixed, and nothing but the pipe: what a device sent names no file and no address. */
const ARGUMENTS = '-hide_banner -v error -protocol_whitelist pipe -f amr -i pipe:0 -vn -ac 1 -ar 8000 -t 600 -f wav -bitexact pipe:1'.split(
  ' ',
);
const WAV_HEAD = 44;
/** A message begins with it, when the watch does not leave it out. */
const HEAD = Buffer.from('#!AMR\n');

/** The voice as wav; null when there is no ffmpeg, or the bytes are no voice. */
export async function wavOf(amr: Buffer): Promise<Buffer | null> {
  if (!canRemux()) return null;
  const child = spawn(environment.ffmpeg(), ARGUMENTS, { stdio: ['pipe', 'pipe', 'ignore'], timeout: MOST_MS, killSignal: 'SIGKILL' });
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if ((size += chunk.length) > MOST_BYTES) child.kill('SIGKILL');
  });
  child.stdin.on('error', () => {});
  child.stdin.end(amr.subarray(0, HEAD.length).equals(HEAD) ? amr : Buffer.concat([HEAD, amr]));
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  if (code !== 0 || size <= WAV_HEAD) return null;
  const wav = Buffer.concat(chunks);
  // Into a pipe nobody can write afterwards how long it became: without that players know no end.
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.writeUInt32LE(wav.length - WAV_HEAD, WAV_HEAD - 4);
  return wav;
}
