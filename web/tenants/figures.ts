/** Figures of tenants in words. Pure: whoever needs the clock passes it. */
import { ENDS_SOON_DAYS } from '#contract/tenants/tenants.ts';
import { DAY } from '#contract/time.ts';
import { thousands, toMillis } from '#web/ui/display.ts';

const GIGABYTE = 1024 ** 3;

/** `512KB`, `3.4MB`, `1.2GB`. */
export function bytes(value: number): string {
  if (value < 1024) return `${value}B`;
  const [size, unit] = value < 1024 ** 2 ? [1024, 'KB'] : value < GIGABYTE ? [1024 ** 2, 'MB'] : [GIGABYTE, 'GB'];
  return `${Number((value / (size as number)).toFixed(1))}${unit}`;
}

/** Storage is typed in gigabytes and sent in bytes. */
export const fromGigabytes = (value: number | null | undefined) =>
  value === null || value === undefined ? null : Math.round(value * GIGABYTE);
export const toGigabytes = (value: number | null) => (value === null ? null : Number((value / GIGABYTE).toFixed(2)));

/** `12 / 50`, or `12` when there is no limit. */
export const ofMost = (has: number, most: number | null) => (most === null ? thousands(has) : `${thousands(has)} / ${thousands(most)}`);

export type Pressure = 'ok' | 'near' | 'full';
/** From nine tenths on it is near. */
export const pressureOf = (has: number, most: number | null): Pressure =>
  most === null || has < most * 0.9 ? 'ok' : has < most ? 'near' : 'full';

/** How the end of a tenant is told: `有效`, `还剩12天`, `已过期3天`. */
export function expiryOf(endTime: string | null, now: number): { text: string; tone: 'ok' | 'soon' | 'over' } {
  if (endTime === null) return { text: '长期有效', tone: 'ok' };
  const left = toMillis(endTime) - now;
  if (left < 0) return { text: `已过期${Math.max(1, Math.floor(-left / DAY))}天`, tone: 'over' };
  const days = Math.floor(left / DAY);
  if (days > ENDS_SOON_DAYS) return { text: endTime.slice(0, 10), tone: 'ok' };
  return { text: days === 0 ? '今天到期' : `还剩${days}天`, tone: 'soon' };
}
