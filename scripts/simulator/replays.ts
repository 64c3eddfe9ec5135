/**
 * Replay files: one frame a line, `offset-ms device frame`, blank lines and lines from `#` on ignored. In a frame
 * `{date}` and `{time}` become the moment of sending (`ddMMyy`, `HHmmss`, UTC), `{ago:N}` the date and time N seconds
 * earlier, and `{len}` the true content length; a length written out is sent as it stands, right or wrong.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { blockDate } from './frames.ts';
import type { Fleet } from './watches.ts';

export interface ReplayEntry {
  /** Milliseconds from the start of the replay. */
  offset: number;
  device: string;
  frame: string;
}

/** Reads a replay file. Throws with the line number when a line cannot be understood. */
export function parseReplay(text: string): ReplayEntry[] {
  const entries: ReplayEntry[] = [];
  for (const [n, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const match = /^\s*(\d+)\s+(\d{10}|\d{15})\s+(\S.*)$/.exec(line);
    if (!match) throw new Error(`replay line ${n + 1}: expected "offset-ms device frame"`);
    entries.push({ offset: Number(match[1]), device: match[2]!, frame: match[3]!.trimEnd() });
  }
  return entries.sort((a, b) => a.offset - b.offset);
}

/** The frame as it is sent at `now` (epoch ms). */
export function expandFrame(frame: string, now: number): string {
  const [date = '', time = ''] = blockDate(now).split(',');
  const filled = frame
    .replaceAll('{date}', date)
    .replaceAll('{time}', time)
    .replaceAll(/\{ago:(\d{1,6})\}/g, (_, seconds: string) => blockDate(now - Number(seconds) * 1000));
  const content = filled.indexOf('{len}*') + '{len}*'.length;
  const length = filled.lastIndexOf(']') - content;
  return filled.replace('{len}', length.toString(16).toUpperCase().padStart(4, '0'));
}

/** The command of a frame text: what follows the last star, up to a comma. */
function commandOf(frame: string): string {
  return /\*([^*,\]]*)[,\]]/.exec(frame.slice(1))?.[1] ?? '';
}

/**
 * Plays entries on the watches of a fleet, `speed` times as fast as written, and resolves after the last one.
 * A device the fleet does not have is an error.
 */
export async function playReplay(fleet: Fleet, entries: readonly ReplayEntry[], speed = 1): Promise<void> {
  const start = performance.now();
  for (const { offset, device, frame } of entries) {
    const left = offset / speed - (performance.now() - start);
    if (left > 0) await wait(left);
    const watch = fleet.watch(device);
    if (!watch) throw new Error(`replay: no watch ${device}`);
    const text = expandFrame(frame, Date.now());
    watch.say(Buffer.from(text, 'latin1'), commandOf(text));
  }
}
