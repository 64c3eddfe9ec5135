/** Sounds of the demonstration's call centre: short chimes and a quiet loop, made here; an institution records its own words. */
import { encode, RATE } from '../../server/call-media/alaw.ts';

/** Frequency in hertz, and the seconds after which the next note begins. */
type Note = readonly [frequency: number, seconds: number];

/** Bells: each note rings on for a second and a half. */
function bells(notes: readonly Note[]): Uint8Array {
  const length = notes.reduce((sum, [, seconds]) => sum + seconds, 0) + 1;
  const sound = new Float64Array(Math.round(length * RATE));
  let begins = 0;
  for (const [frequency, seconds] of notes) {
    const first = Math.round(begins * RATE);
    for (let at = 0; at < 1.5 * RATE && first + at < sound.length; at += 1) {
      const angle = (2 * Math.PI * frequency * at) / RATE;
      const fades = Math.exp((-3 * at) / RATE) * Math.min(1, at / 80);
      sound[first + at] = (sound[first + at] as number) + 5000 * fades * (Math.sin(angle) + 0.3 * Math.sin(2 * angle));
    }
    begins += seconds;
  }
  return encode(sound);
}

const [C, D, E, G, A, HIGH] = [523.25, 587.33, 659.25, 783.99, 880, 1046.5];

export const demoSounds = {
  greeting: { name: '来电提示铃', said: '四声上行铃音，提示来电人看菜单或等待人工', sound: bells([[C, 0.3], [E, 0.3], [G, 0.3], [HIGH, 0.6]]) },
  closed: { name: '下班提示铃', said: '三声下行铃音', sound: bells([[G, 0.4], [E, 0.4], [C, 0.8]]) },
  music: {
    name: '等待音乐（铃音）',
    said: '循环播放',
    sound: bells([[C, 0.8], [G, 0.8], [E, 0.8], [A, 0.8], [G, 1.6], [D, 0.8], [A, 0.8], [E, 0.8], [G, 0.8], [C, 1.6]]),
  },
} as const; // prettier-ignore
