/** When a value that was asked for and does not come is told of. Pure; times are epoch ms, hours are Shanghai's. */
import { HOUR, MINUTE, textOf } from '../time.ts';
import { metricOf } from '../health/metrics.ts';
import { inWindows } from '../time-windows.rules.ts';

/** Nobody is woken to take a temperature, unless it is asked for at night. */
const DAYTIME = [{ days: [], from: '07:00', to: '21:00' }];

/** How long after its time a value is waited for: a twelfth of the interval, between half an hour and four hours. */
export const graceOf = (hours: number): number => Math.min(4 * HOUR, Math.max(30 * MINUTE, (hours * HOUR) / 12));

export interface Expected {
  readonly hours: number;
  readonly atNight: boolean;
  /** The newest value; null: never. */
  readonly lastAt: number | null;
  /** Nothing is waited for before: admission, return, a new wish. */
  readonly waitsFrom: number;
}

/** Whether a value that is missing at `now` is to be told of by now. */
export function isToldOf({ hours, atNight, lastAt, waitsFrom }: Expected, now: number): boolean {
  const from = Math.max(lastAt ?? waitsFrom, waitsFrom);
  return now >= from + hours * HOUR + graceOf(hours) && (atNight || inWindows(DAYTIME, now));
}

/** Why it is missing: the device that gives it is silent, it is there and gives nothing, or nobody measured. */
export type Reason = { kind: 'silent' | 'unworn'; device: string } | { kind: 'unmeasured' };

/** Both pressures are one measurement. */
export const expectedLabel = (metric: number) => (metric === 2 ? '血压' : (metricOf(metric)?.label ?? ''));

const clock = (at: number) => textOf(at).slice(5, 16);

/** Name and text of the warning: `缺测`, `体温已26小时没有测量（要求每24小时一次，最后 11-16 08:10）`. */
export function missingText(
  metric: number,
  { hours, lastAt }: Pick<Expected, 'hours' | 'lastAt'>,
  reason: Reason,
  now: number,
): { title: string; content: string } {
  const label = expectedLabel(metric);
  const last = lastAt === null ? '从未测量' : `最后 ${clock(lastAt)}`;
  const since = lastAt === null ? '一直' : `已${Math.floor((now - lastAt) / HOUR)}小时`;
  const asked = `要求每${hours}小时一次，${last}`;
  if (reason.kind === 'silent')
    return { title: '设备未上报', content: `${label}${since}没有数据：设备「${reason.device}」离线（${asked}）` };
  if (reason.kind === 'unworn')
    return { title: '缺测', content: `${label}${since}没有数据：设备「${reason.device}」在线但没有测到，可能未佩戴（${asked}）` };
  return { title: '缺测', content: `${label}${since}没有测量（${asked}）` };
}
