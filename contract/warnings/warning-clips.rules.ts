/** What a camera recorded of an alarm: how a clip comes to be kept. Pure. */

/** `expired`: it was here, and was removed after its time. */
export const clipStates = { fetching: 1, kept: 2, failed: 3, expired: 4 } as const;
export const clipStateLabels: Record<number, string> = { 1: '录像获取中', 2: '已保存', 3: '获取失败', 4: '已过期删除' };

/** Said wherever somebody looks at one. */
export const CLIP_PRIVACY = '录像涉及个人隐私：仅限照护和核实需要时查看，不得截屏外传；每次查看都会记入操作日志。播放不带声音。';

/** Of one warning: a device that raises its alarm again and again fills no disk. */
export const MOST_CLIPS = 10;
/** Bytes of one clip. */
export const LARGEST_CLIP = 50 * 1024 * 1024;
/** Days that a clip is kept where the institution's CLIP_DAYS does not say otherwise. */
export const CLIP_DAYS = 180;
const LONGEST_ADDRESS = 2000;

/** An address that a clip may be fetched from, as it is written; null for anything else. */
export function clipAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS || !URL.canParse(value)) return null;
  const { protocol, username, password, hostname } = new URL(value);
  return /^https?:$/.test(protocol) && hostname !== '' && username === '' && password === '' ? value : null;
}

/** Seconds until the next try; makers often name a clip before it is there. */
const PAUSES = [15, 60, 180, 600, 1800];
/** The pause after try number `attempts` (from 1); null when that was the last. */
export const pauseAfter = (attempts: number): number | null => PAUSES[attempts - 1] ?? null;
