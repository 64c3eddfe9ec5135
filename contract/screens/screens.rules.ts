/** What a screen on a wall shows of a person, and what covers all of it. Pure. */

/** Values of the parameter SCREEN_NAMES: whose names are covered. */
export type NameCover = '' | 'all' | 'none';

/** 王* of two characters, 王*英 of three, 欧阳*珊 and longer: the first and the last stay. A name that is not Chinese keeps its first letter. */
export function maskName(name: string): string {
  const letters = [...name.trim()];
  const [first = ''] = letters;
  if (letters.length <= 1) return `${first}*`;
  if (letters.length === 2 || !/^\p{Script=Han}/u.test(first)) return first + '*'.repeat(Math.min(3, letters.length - 1));
  return first + '*'.repeat(letters.length - 2) + (letters.at(-1) as string);
}

/** A name as the wall shows it. */
export const shownName = (name: string, cover: NameCover, whose: 'person' | 'staff') =>
  cover === 'all' || (cover === '' && whose === 'person') ? maskName(name) : name;

/** First years of the age groups after "under 60". */
export const AGES = [60, 70, 80, 90] as const;
/** Labels of the groups, youngest first. */
export const ageLabels = ['60岁以下', '60–69岁', '70–79岁', '80–89岁', '90岁以上'] as const;

/** Rules whose warnings take over the screen. */
export const TAKING_OVER = ['sos', 'fall'] as const;

/**
 * Older than this when the screen was opened, it is a matter for the red line above the figures: nothing else could ever be read otherwise.
 */
export const RECENT_MS = 30 * 60_000;
/** Pressed again after somebody had confirmed: covers the screen once more for so long. */
export const AGAIN_MS = 2 * 60_000;

export interface Urgent {
  id: number;
  /** Occurrences so far. */
  count: number;
  /** Epoch milliseconds; `at` is when the server knew, `last` when it happened last. */
  at: number;
  last: number;
  /** Null: nobody has confirmed. */
  acknowledgedAt: number | null;
}

/** Whether a warning covers the screen at `now`. `openedAt`: since when this screen watches. */
export function takesOver({ at, last, acknowledgedAt }: Urgent, now: number, openedAt: number): boolean {
  const latest = Math.max(at, last);
  if (acknowledgedAt === null) return latest >= openedAt || now - latest < RECENT_MS;
  return last > acknowledgedAt && now - last < AGAIN_MS;
}

/** The figures are read again this often, and whenever an event says that something happened. */
export const POLL_MS = 15_000;
/** After a failed reading the next one comes sooner. */
export const RETRY_MS = 3000;
/** Older than three readings: not to be believed. */
export const STALE_MS = 3 * POLL_MS;

/**
 * What stands behind the figures: `live`, `polled` when news does not come by itself, `cut` when the last reading failed or is too old.
 * A screen that shows what was as if it were is worse than none.
 */
export function freshness({
  readAt,
  failing,
  pushed,
  now,
}: {
  readAt: number;
  failing: boolean;
  pushed: boolean;
  now: number;
}): 'live' | 'polled' | 'cut' {
  if (failing || now - readAt > STALE_MS) return 'cut';
  return pushed ? 'live' : 'polled';
}

/** The first to be shown of those that cover the screen: SOS before falls, whoever waits longest before the others. */
export const gravest = <W extends { rule: string; at: number }>(those: readonly W[]): W[] =>
  those.toSorted((a, b) => TAKING_OVER.indexOf(a.rule as 'sos') - TAKING_OVER.indexOf(b.rule as 'sos') || a.at - b.at);

export interface PlanRoom {
  building: string;
  floor: string;
}

/**
 * The floors of a house, highest first, in pages of at most `most` lines; a floor of more than
 * `wide` rooms takes several lines. A building is not torn when it fits.
 */
export function planPages<R extends PlanRoom>(
  rooms: readonly R[],
  most: number,
  wide: number,
): { building: string; floors: { floor: string; rooms: R[] }[] }[][] {
  const pages: { building: string; floors: { floor: string; rooms: R[] }[] }[][] = [];
  let left = 0;
  for (const [building, own] of Map.groupBy(rooms, (room) => room.building)) {
    const floors = [...Map.groupBy(own, ({ floor }) => floor)]
      .map(([floor, those]) => ({ floor, rooms: those, lines: Math.ceil(those.length / wide) }))
      .toReversed();
    const whole = floors.reduce((all, { lines }) => all + lines, 0);
    if (whole <= most && whole > left) left = 0;
    for (const { lines, ...floor } of floors) {
      if (lines > left || pages.length === 0) {
        pages.push([]);
        left = most;
      }
      const page = pages.at(-1) as { building: string; floors: { floor: string; rooms: R[] }[] }[];
      const there = page.find((part) => part.building === building);
      if (there) there.floors.push(floor);
      else page.push({ building, floors: [floor] });
      left -= lines;
    }
  }
  return pages;
}

/** Pixels by which everything moves once a minute against burn-in: a small walk that comes back. */
export function nudge(minute: number): readonly [x: number, y: number] {
  const ways = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
    [-2, 2],
    [-2, 0],
    [-2, -2],
    [0, -2],
    [2, -2],
  ] as const;
  return ways[((minute % ways.length) + ways.length) % ways.length] as readonly [number, number];
}
