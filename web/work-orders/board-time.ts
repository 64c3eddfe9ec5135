/** Days, minutes and boxes of the board. Pure: whoever needs the clock passes it. */
import { MINUTE } from '#contract/time.ts';
import { latenessOf } from '#contract/work-orders/boards.rules.ts';
import { metresBetween, travelMinutes } from '#contract/work-orders/routes.rules.ts';
import { formatTime, toMillis } from '#web/ui/display.ts';
import type { BoardJob } from './board-data.ts';

export const DAY_MINUTES = 1440;

/** Minutes after the midnight that `day` (yyyy-MM-dd) begins with; negative before it. */
export const minuteOf = (time: string, day: string) => (toMillis(time) - toMillis(day)) / MINUTE;
export const timeAt = (day: string, minute: number) => formatTime(toMillis(day) + minute * MINUTE);
export const addDays = (day: string, days: number) => formatTime(toMillis(day) + days * DAY_MINUTES * MINUTE, 'yyyy-MM-dd');
export const dayOf = (time: string) => time.slice(0, 10);
export const clockOf = (time: string) => time.slice(11, 16);
export const endClock = ({ serverTime, minutes }: { serverTime: string; minutes: number }) =>
  formatTime(toMillis(serverTime) + minutes * MINUTE, 'HH:mm');
/** How much of a job lies between two times. */
export const minutesWithin = (
  { serverTime, minutes }: { serverTime: string; minutes: number },
  { from, to }: { from: string; to: string },
) => Math.max(0, Math.min(toMillis(serverTime) + minutes * MINUTE, toMillis(to)) - Math.max(toMillis(serverTime), toMillis(from))) / MINUTE;
/** The Monday of the week. */
export const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];
export const weekdayOf = (day: string) => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] as string;
/** `3.5 小时`, `45 分钟`. */
export const durationText = (minutes: number) =>
  minutes < 60 ? `${Math.round(minutes)} 分钟` : `${Number((minutes / 60).toFixed(1))} 小时`;

/** Minutes that a drop is exact to. */
export const STEP = 15;
/** To the nearest step, within the day. */
export const snapped = (minute: number, step = STEP) => Math.min(DAY_MINUTES - step, Math.max(0, Math.round(minute / step) * step));

/** Pixels of a character on a box, and of the frame of one that is wide or narrow (board-calendar.css), at the usual size of text. */
const CHARACTER = 12;
const [WIDE_FRAME, NARROW_FRAME] = [12, 8];
/** Longer names are cut. */
const MOST_CHARACTERS = 4;

/** Pixels that a box has at least: a name of four stands on it in two lines, however large the text is. */
export const leastWidth = (textScale: number) => Math.ceil((MOST_CHARACTERS / 2) * CHARACTER * textScale + NARROW_FRAME);
/** Whether a name has no room in one line of a box: it then stands there alone, and what is done is said by the tooltip. */
export const isNarrow = (width: number, name: string, textScale: number) =>
  width < Math.min(MOST_CHARACTERS, [...name].length) * CHARACTER * textScale + WIDE_FRAME;

export interface Box {
  job: BoardJob;
  /** Minutes of the day, cut at its ends. */
  start: number;
  end: number;
  track: number;
}

/** Boxes of one row, in as many tracks as it takes for none to cover another; none is narrower than `least` minutes. */
export function packed(jobs: readonly BoardJob[], day: string, least: number): { boxes: Box[]; tracks: number } {
  const ends: number[] = [];
  const boxes = jobs
    .map((job) => ({ job, from: minuteOf(job.serverTime, day) }))
    .filter(({ job, from }) => from < DAY_MINUTES && from + job.minutes > 0)
    .toSorted((a, b) => a.from - b.from || a.job.id - b.job.id)
    .map(({ job, from }) => {
      const start = Math.max(0, from);
      const end = Math.min(DAY_MINUTES, Math.max(from + job.minutes, start + least));
      const free = ends.findIndex((taken) => taken <= start);
      const track = free < 0 ? ends.length : free;
      ends[track] = end;
      return { job, start, end, track };
    });
  return { boxes, tracks: Math.max(1, ends.length) };
}

const placeOf = ({ lng, lat }: BoardJob) => (lng === null || lat === null ? null : { lng, lat });
const byTime = (jobs: readonly BoardJob[]) =>
  jobs.toSorted((a, b) => (a.serverTime < b.serverTime ? -1 : a.serverTime > b.serverTime ? 1 : a.id - b.id));

export interface Gap {
  /** Minute of the day at which the way begins, and how long it takes. */
  start: number;
  minutes: number;
  /** There is less time than it takes. */
  tight: boolean;
}

/** The ways between one person's jobs of a day; jobs at the same time have none. */
export function gapsOf(jobs: readonly BoardJob[], day: string): Gap[] {
  const sorted = byTime(jobs);
  return sorted.flatMap((job, index) => {
    const before = sorted[index - 1];
    if (!before) return [];
    const start = minuteOf(before.serverTime, day) + before.minutes;
    const gap = minuteOf(job.serverTime, day) - start;
    const minutes = travelMinutes(metresBetween(placeOf(before), placeOf(job)));
    return gap < 0 || minutes === 0 ? [] : [{ start, minutes: Math.min(minutes, Math.max(gap, 8)), tight: gap < minutes }];
  });
}

/** Ids of jobs that one person would have to do at the same time. */
export function clashesOf(jobs: readonly BoardJob[]): Set<number> {
  const found = new Set<number>();
  let last: { id: number; end: number } | null = null;
  for (const { id, serverTime, minutes } of byTime(jobs)) {
    const start = toMillis(serverTime);
    if (last && start < last.end) found.add(id).add(last.id);
    if (!last || start + minutes * MINUTE > last.end) last = { id, end: start + minutes * MINUTE };
  }
  return found;
}

const instant = (time: string | null) => (time === null ? null : toMillis(time));
/** How a job stands at `now` (epoch milliseconds). */
export const lateAt = (job: BoardJob, now: number) =>
  latenessOf(
    {
      status: job.status,
      startsAt: toMillis(job.serverTime),
      minutes: job.minutes,
      respondBy: instant(job.respondBy),
      completeBy: instant(job.completeBy),
    },
    now,
  );

/** Who is waiting longest for somebody: the more urgent first, then the earlier. */
export const byUrgency = (jobs: readonly BoardJob[]) =>
  jobs.toSorted(
    (a, b) => b.emergencyType - a.emergencyType || (a.serverTime < b.serverTime ? -1 : a.serverTime > b.serverTime ? 1 : a.id - b.id),
  );

/** Pixels between two dots of a map: they can be pressed apart. */
const CELL = 27;
const [HALF, HIGH] = [0.5, Math.sqrt(3) / 2];
const WALK = [
  [-HALF, HIGH],
  [-1, 0],
  [-HALF, -HIGH],
  [HALF, -HIGH],
  [1, 0],
  [HALF, HIGH],
] as const;

/** The place in pixels of the nth cell of a comb around its first: ring by ring, none nearer to another than a dot is wide. */
export function combCell(index: number): [x: number, y: number] {
  let ring = 0;
  while (3 * ring * (ring + 1) < index) ring++;
  let [x, y] = [ring, 0];
  for (let step = index - 3 * ring * (ring - 1) - 1, side = 0; step > 0 && side < 6; step -= ring, side++) {
    const by = Math.min(step, ring);
    x += WALK[side]![0] * by;
    y += WALK[side]![1] * by;
  }
  return [Math.round(x * CELL), Math.round(y * CELL)];
}
