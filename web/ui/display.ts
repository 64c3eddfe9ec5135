/** How values are shown and typed (specification 2, section 9; specification 1, section 5). Pure: whoever needs the clock passes it. */
import { grouped, yuanText } from '#contract/money.ts';
import { AHEAD, DAY, SECOND, dayNumberOf, instantOf } from '#contract/time.ts';

/** The wire's times are Shanghai's, which has kept UTC+8 without summer time since 1992. */

export const MISSING = '--';

/** A time as calls and devices give it: epoch seconds (ten digits), epoch milliseconds, `yyyy-MM-dd[ HH:mm:ss]` or ISO 8601. */
export type Time = number | string | Date;

/** Epoch milliseconds; NaN when it is no time. */
export function toMillis(time: Time): number {
  if (time instanceof Date) return time.getTime();
  const text = String(time).trim();
  if (/^\d{10}$/.test(text)) return Number(text) * SECOND;
  if (/^-?\d+$/.test(text)) return Number(text);
  const [, day, clock = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(text) ?? [];
  return day ? instantOf(`${day} ${clock}`) : Date.parse(text);
}

const two = (value: number) => String(value).padStart(2, '0');

/** Shanghai's reading of a time, by default year-month-day hour:minute:second; `--` when there is none. */
export function formatTime(time: Time | null | undefined, pattern = 'yyyy-MM-dd HH:mm:ss'): string {
  const millis = time === null || time === undefined || time === '' ? NaN : toMillis(time);
  if (Number.isNaN(millis)) return MISSING;
  const at = new Date(millis + AHEAD);
  const parts: Record<string, string> = {
    yyyy: String(at.getUTCFullYear()),
    MM: two(at.getUTCMonth() + 1),
    dd: two(at.getUTCDate()),
    HH: two(at.getUTCHours()),
    mm: two(at.getUTCMinutes()),
    ss: two(at.getUTCSeconds()),
  };
  return pattern.replace(/yyyy|MM|dd|HH|mm|ss/g, (part) => parts[part] as string);
}

const NEAR: Readonly<Record<number, string>> = { [-1]: '昨天', 0: '今天', 1: '明天' };

/** `今天`, `昨天`, `11-21`, of another year `2025-11-21`. */
export const shortDay = (time: Time, now: number): string => shortTime(time, now).slice(0, -' HH:mm'.length);

/** `今天 14:05`, `昨天 14:05`, `明天 08:00`, `11-21 14:05`, of another year `2025-11-21 14:05`; `--` when there is none. */
export function shortTime(time: Time | null | undefined, now: number): string {
  const millis = time === null || time === undefined || time === '' ? NaN : toMillis(time);
  if (Number.isNaN(millis)) return MISSING;
  const near = NEAR[dayNumberOf(millis) - dayNumberOf(now)];
  if (near) return `${near} ${formatTime(millis, 'HH:mm')}`;
  const ofYear = formatTime(millis, 'yyyy') === formatTime(now, 'yyyy');
  return formatTime(millis, ofYear ? 'MM-dd HH:mm' : 'yyyy-MM-dd HH:mm');
}

/** `5 minutes`, `1 hour`, `3 days`. */
export function sinceInEnglish(time: Time, now: number): string {
  const seconds = Math.max(0, now - toMillis(time)) / SECOND;
  const [size, unit] = seconds < 3600 ? [60, 'minute'] : seconds < 86_400 ? [3600, 'hour'] : ([86_400, 'day'] as const);
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** `刚刚`, `5分钟前`, `3小时前`, `1天前`, then the date. A clock a little ahead of ours is just now, too. */
export function since(time: Time | null | undefined, now: number): string {
  if (time === null || time === undefined || time === '') return MISSING;
  const seconds = (now - toMillis(time)) / SECOND;
  if (seconds < -30 || Number.isNaN(seconds)) return formatTime(time, 'yyyy-MM-dd');
  if (seconds < 30) return '刚刚';
  if (seconds < 3600) return `${Math.max(1, Math.floor(seconds / 60))}分钟前`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}小时前`;
  if (seconds < 2 * 86_400) return '1天前';
  return formatTime(time, 'yyyy-MM-dd');
}

/** `即将`, `5分钟后`, `49小时后`, from three days on `4天后`: begun units count. Of what is past it says as much as `since`. */
export function until(time: Time | null | undefined, now: number): string {
  if (time === null || time === undefined || time === '') return MISSING;
  const seconds = (toMillis(time) - now) / SECOND;
  if (Number.isNaN(seconds) || seconds <= 0) return since(time, now);
  if (seconds < 30) return '即将';
  if (seconds <= 3600) return `${Math.ceil(seconds / 60)}分钟后`;
  if (seconds < 3 * 86_400) return `${Math.ceil(seconds / 3600)}小时后`;
  return `${Math.ceil(seconds / 86_400)}天后`;
}

const UNITS = ['', 'k', 'M', 'G', 'T', 'P', 'E'];

/** `1234` → `1.2k`; at most `digits` decimals, none that are zero. */
export function abbreviate(value: number, digits = 1): string {
  let step = 0;
  let left = Math.abs(value);
  // Rounding may reach the next unit: 999,999 is 1M, not 1000k.
  while (step < UNITS.length - 1 && Number(left.toFixed(step ? digits : 0)) >= 1000) {
    left /= 1000;
    step += 1;
  }
  const text = step ? String(Number(left.toFixed(digits))) : String(left);
  return `${value < 0 ? '-' : ''}${text}${UNITS[step]}`;
}

/** `1234567.5` → `1,234,567.5`. */
export function thousands(value: number | string | null | undefined): string {
  if (value === null || value === undefined || value === '') return MISSING;
  return grouped(value);
}

/** Yuan with two decimals and separators: `¥1,280.00`. */
export const yuan = (value: number | null | undefined) => (value === null || value === undefined ? MISSING : yuanText(value));

/** Begun minutes count. */
export const minutesOf = (seconds: number) => Math.ceil(seconds / 60);

export interface Option {
  label: string;
  value: string | number;
}

/** Options of labels whose keys are numbers, as numbers: what radios and forms send. */
export const numbered = (labels: Readonly<Record<number, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value: Number(value), label }));

/** Label of a value; dictionaries hold text where rows hold numbers, so both are compared as text. `--` when unmapped. */
export function labelOf(options: readonly Option[], value: unknown): string {
  if (value === null || value === undefined || value === '') return MISSING;
  return options.find((option) => String(option.value) === String(value))?.label ?? MISSING;
}

/** Where a warning comes from (`sourceType`); 9 has a video. */
const SOURCES: readonly Option[] = [
  { value: 1, label: '穿戴设备' },
  { value: 2, label: '床垫雷达' },
  { value: 3, label: '呼叫按钮' },
  { value: 9, label: '视频监控' },
];
export const sourceLabel = (sourceType: unknown) => labelOf(SOURCES, sourceType);

/** Breakpoints of the layout: 1200 and wider 3, 992 2, 768 1, otherwise 0. Above 1 the sidebar may collapse. */
export const screenSize = (width: number) => (width >= 1200 ? 3 : width >= 992 ? 2 : width >= 768 ? 1 : 0);

/** Longitude first: no place in China lies west of 73°, so a first value below is a latitude. */
export const inMapOrder = (first: number, second: number): [lng: number, lat: number] => (first < 73 ? [second, first] : [first, second]);

export interface Preset {
  label: string;
  /** `yyyy-MM-dd HH:mm:ss`, first and last second. */
  start: string;
  end: string;
}

/** 本周 … 全年 around a moment; weeks begin on Monday, the past days include today. */
export function timePresets(now: number): Preset[] {
  const today = dayNumberOf(now) * DAY;
  const at = new Date(today);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const monday = today - ((at.getUTCDay() + 6) % 7) * DAY;
  const preset = (label: string, first: number, last: number): Preset => {
    const day = (millis: number) => new Date(millis).toISOString().slice(0, 10);
    return { label, start: `${day(first)} 00:00:00`, end: `${day(last)} 23:59:59` };
  };
  return [
    preset('本周', monday, monday + 6 * DAY),
    preset('本月', Date.UTC(year, month, 1), Date.UTC(year, month + 1, 0)),
    preset('上月', Date.UTC(year, month - 1, 1), Date.UTC(year, month, 0)),
    preset('上周', monday - 7 * DAY, monday - DAY),
    preset('过去7天', today - 6 * DAY, today),
    preset('过去30天', today - 29 * DAY, today),
    preset('全年', Date.UTC(year, 0, 1), Date.UTC(year, 11, 31)),
  ];
}
