/** What bad networks and bad firmware do to frames on their way. */
import type { Random } from './random.ts';

export type Mishap = 'whole' | 'bytes' | 'pieces' | 'merged' | 'dropped' | 'truncated' | 'length' | 'garbage';

export interface Chaos {
  /** Takes a whole frame and gives what is written now, each entry in a write of its own. */
  mangle(frame: Buffer): Buffer[];
}

// Out of 100; what loses a frame is rarer than what only tears it.
const table: [Mishap, number][] = [
  ['whole', 30],
  ['bytes', 12],
  ['pieces', 18],
  ['merged', 14],
  ['length', 12],
  ['garbage', 8],
  ['dropped', 3],
  ['truncated', 3],
];

function pick(random: Random): Mishap {
  let left = random.next() * 100;
  for (const [mishap, share] of table) {
    left -= share;
    if (left < 0) return mishap;
  }
  return 'whole';
}

/** Replaces the declared length, the last four hex digits before the content. */
function wrongLength(frame: Buffer, random: Random): Buffer {
  const out = Buffer.from(frame);
  const head = /^\[..\*\d+(?:\*[0-9a-f]{4}){1,2}(?=\*)/i.exec(frame.toString('latin1'));
  if (head) out.write(random.between(0, 0xffff).toString(16).padStart(4, '0'), head[0].length - 4, 'latin1');
  return out;
}

function pieces(frame: Buffer, random: Random): Buffer[] {
  const out: Buffer[] = [];
  for (let at = 0; at < frame.length;) {
    const size = random.between(1, 24);
    out.push(frame.subarray(at, at + size));
    at += size;
  }
  return out;
}

function garbage(random: Random): Buffer {
  const noise = Buffer.alloc(random.between(1, 64));
  for (let i = 0; i < noise.length; i++) noise[i] = random.between(0, 255);
  return noise;
}

export function noMishaps(): Record<Mishap, number> {
  return { whole: 0, bytes: 0, pieces: 0, merged: 0, dropped: 0, truncated: 0, length: 0, garbage: 0 };
}

/** The bad luck of one connection; `counts` may be shared. */
export function createChaos(random: Random, counts = noMishaps()): Chaos {
  let kept: Buffer[] = [];
  return {
    mangle(frame) {
      const mishap = pick(random);
      counts[mishap]++;
      if (mishap === 'dropped') return [];
      if (mishap === 'merged') {
        kept.push(frame);
        return [];
      }
      const before = kept;
      kept = [];
      if (mishap === 'bytes') return [...before, ...Array.from(frame, (byte) => Buffer.from([byte]))];
      if (mishap === 'pieces') return [...before, ...pieces(frame, random)];
      if (mishap === 'length') return [Buffer.concat([...before, wrongLength(frame, random)])];
      if (mishap === 'truncated') return [...before, frame.subarray(0, random.between(1, frame.length - 1))];
      if (mishap === 'garbage') return [...before, Buffer.concat([garbage(random), frame])];
      return [Buffer.concat([...before, frame])];
    },
  };
}
