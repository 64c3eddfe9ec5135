/** When somebody who gives no sign of life is looked after. Pure; times are epoch ms, hours are Shanghai's. */
import { AHEAD, DAY, MINUTE, dayNumberOf } from '../time.ts';
import { minutesOf, type TimeWindow } from '../time-windows.rules.ts';

export interface LifeWindow extends TimeWindow {
  /** How long somebody may be quiet inside the window. */
  readonly quietMinutes: number;
}

/** What counts as a sign of life. */
export const lifeSources = {
  steps: '步数增加',
  rolls: '翻身',
  bed: '上下床',
  presence: '进出雷达范围',
  door: '开关门',
  button: '按键',
  manual: '人工确认',
} as const;
export type LifeSource = keyof typeof lifeSources;
/** What a device of each kind (contract/devices/devices.ts) can notice; one that is not listed may notice anything. */
const noticedBy: Record<string, readonly LifeSource[]> = {
  watch: ['steps', 'rolls', 'button'],
  pendant: ['steps', 'button'],
  bed: ['rolls', 'bed', 'button'],
  radar: ['presence', 'bed', 'button'],
  lock: ['door'],
  camera: [],
  hub: [],
};

export interface Sensor {
  /** Of the device. */
  readonly kind: string;
  /** It was heard of within its interval. */
  readonly alive: boolean;
  /** Bound for long enough to be relied on. */
  readonly settled: boolean;
  /** A bed sensor whose bed is empty notices nobody. */
  readonly emptyBed: boolean;
  /** It belongs to the room in which the person is alone, not to them. */
  readonly ofRoom: boolean;
}

/** What a device tells of its surroundings: of a room's device only these are signs of life, and only when they turn. */
const turns = ['bed', 'presence', 'door'] as const satisfies readonly LifeSource[];
/** Whether a source tells that a device's surroundings have turned: a person left a bed or a room, or used a door. */
export const isTurn = (source: LifeSource): boolean => (turns as readonly LifeSource[]).includes(source);

/**
 * What a sensor could notice of what is waited for. A room may have things on its walls that
 * never tell of anybody: only what is known of their kind counts.
 */
const noticed = ({ kind, ofRoom }: Sensor, sources: readonly LifeSource[]): boolean =>
  ofRoom
    ? (noticedBy[kind] ?? []).some((source) => isTurn(source) && sources.includes(source))
    : (noticedBy[kind] ?? sources).some((source) => sources.includes(source));

/**
 * Why nothing can be concluded from silence, given the sensors of a person and what is waited
 * for; null when it can. A dead sensor is never a quiet person.
 */
export function blindness(sensors: readonly Sensor[], sources: readonly LifeSource[]): 'no sensor' | 'new' | null {
  if (sources.every((source) => source === 'manual')) return null;
  const able = sensors.filter((sensor) => noticed(sensor, sources));
  const seeing = able.filter(({ alive, emptyBed }) => alive && !emptyBed);
  if (seeing.length === 0) return 'no sensor';
  return seeing.every(({ settled }) => !settled) ? 'new' : null;
}

export const lifeSourceNames = Object.keys(lifeSources) as [LifeSource, ...LifeSource[]];

/** Minutes of a window; over midnight it goes on. */
export const lengthOf = ({ from, to }: { from: string; to: string }): number => {
  const length = minutesOf(to) - minutesOf(from);
  return length > 0 ? length : length + 1440;
};

/** The windows of the days around `at`, as [start, end, window]. */
function occurrences(windows: readonly LifeWindow[], at: number): [start: number, end: number, window: LifeWindow][] {
  const today = dayNumberOf(at);
  return Array.from({ length: 10 }, (_, ahead) => today - 1 + ahead).flatMap((day) => {
    // 1970-01-01 was a Thursday.
    const weekday = ((day + 3) % 7) + 1;
    return windows
      .filter(({ days }) => days.length === 0 || days.includes(weekday))
      .map((window): [number, number, LifeWindow] => {
        const start = day * DAY - AHEAD + minutesOf(window.from) * MINUTE;
        return [start, start + lengthOf(window) * MINUTE, window];
      });
  });
}

/** When it has been quiet for too long, and by which window; null without any. The hours before a window opens do not count. */
export function nextDue<W extends LifeWindow>(windows: readonly W[], lastAt: number): { at: number; window: W } | null {
  let first: { at: number; window: W } | null = null;
  for (const [start, end, window] of occurrences(windows, lastAt)) {
    const at = Math.max(lastAt, start) + window.quietMinutes * MINUTE;
    if (end > lastAt && at <= end && (first === null || at < first.at)) first = { at, window: window as W };
  }
  return first;
}
