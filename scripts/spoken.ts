/**
 * Makes the pieces that are said to callers who wait (server/calls/spoken/*.al, A-law at 8 kHz without a header).
 * Needs espeak-ng 1.51 or later (`apt-get install espeak-ng`). Run `node scripts/spoken.ts` after the words or their pinyin change; what
 * it makes is kept in the repository, so that neither a build nor a start needs it. It prints the length and the level of each piece.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pieces, type Piece } from '#contract/calls/spoken.rules.ts';
import { decode, encode, RATE } from '../server/call-media/alaw.ts';
import { toALaw } from '../server/call-media/to-alaw.ts';

const FOLDER = join(import.meta.dirname, '../server/calls/spoken');

/** The Chinese characters are no part of the voice that Debian has: it reads pinyin. */
const PINYIN: Record<Piece, string> = {
  ahead: 'nin2 qian2mian4 hai2you3',
  next: 'nin2 shi4 xia4yi2wei4',
  zero: 'ling2',
  one: 'yi1',
  two: 'er4',
  three: 'san1',
  four: 'si4',
  five: 'wu3',
  six: 'liu4',
  seven: 'qi1',
  eight: 'ba1',
  nine: 'jiu3',
  ten: 'shi2',
  hundred: 'bai3',
  pair: 'liang3',
  people: 'wei4',
  wait: 'qing3 shao1hou4',
  offer: 'an4 yi1, qing3 wo3men5 hui2dian4',
  promise: 'shao1hou4, wo3men5 gei3 nin2 hui2dian4. zai4jian4',
  unknown: 'mei2you3 nin2 de5 hao4ma3, bu4neng2 hui2dian4. qing3 chong2xin1 bo1da3',
  busy: 'zuo4xi2 dou1 zai4 mang2, qing3 shao1hou4 zai4bo1. zai4jian4',
  closed: 'xian4zai4 bu2zai4 fu2wu4 shi2jian1, qing3 zai4 fu2wu4 shi2jian1 lai2dian4. zai4jian4',
};

/** Parts of a number follow each other closely; a sentence leaves a breath behind it. */
const CLOSE = new Set<Piece>('zero one two three four five six seven eight nine ten hundred pair'.split(' ') as Piece[]);
const LEVEL = 3200;
const PEAK = 24_000;
const WINDOW = RATE / 100;

const rms = (samples: ArrayLike<number>) => Math.sqrt(Array.from(samples).reduce((sum, one) => sum + one * one, 0) / samples.length);

/** The windows of 10 ms that are louder than a fortieth of the loudest: where the voice is. */
function voiced(samples: Float64Array): Float64Array[] {
  const windows = Array.from({ length: Math.floor(samples.length / WINDOW) }, (_, at) => samples.subarray(at * WINDOW, (at + 1) * WINDOW));
  const loudest = Math.max(...windows.map(rms));
  const loud = windows.map((window) => rms(window) > loudest / 40);
  return windows.slice(Math.max(0, loud.indexOf(true) - 1), loud.lastIndexOf(true) + 2);
}

/** Without the silence around it, as loud as the others, with soft ends. */
function finished(samples: Float64Array, piece: Piece): Float64Array {
  const windows = voiced(samples);
  const loudest = Math.max(...windows.map(rms));
  const level = rms(windows.filter((window) => rms(window) > loudest / 8).flatMap((window) => [...window]));
  const voice = Float64Array.from(windows.flatMap((window) => [...window]));
  const peak = voice.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  const gain = Math.min(LEVEL / level, PEAK / peak);
  const fade = (at: number) => Math.min(1, at / 40, (voice.length - 1 - at) / 80);
  const after = Math.round((CLOSE.has(piece) ? 0.02 : 0.18) * RATE);
  const whole = new Float64Array(Math.ceil((voice.length + after) / 160) * 160);
  voice.forEach((one, at) => (whole[at] = one * gain * fade(at)));
  return whole;
}

mkdirSync(FOLDER, { recursive: true });
for (const piece of pieces) {
  const args = ['-v', 'cmn-latn-pinyin+f2', '-s', '150', '-p', '45', '--stdout', PINYIN[piece]];
  const wav = execFileSync('espeak-ng', args, { maxBuffer: 1 << 24 });
  // Written to a pipe it says a length of its own choice; what follows the header is the sound.
  wav.writeUInt32LE(wav.length - 44, 40);
  const samples = Float64Array.from(decode(await toALaw(wav)));
  const sound = encode(finished(samples, piece));
  writeFileSync(join(FOLDER, `${piece}.al`), sound);
  const heard = decode(sound);
  console.log(piece.padEnd(8), `${(sound.length / RATE).toFixed(2)} s`, `rms ${Math.round(rms(heard))}`, `peak ${Math.max(...heard)}`);
}
