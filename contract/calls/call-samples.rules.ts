/** Which calls of a week a plan draws: the same ones whenever it is asked, and none that was drawn before. Pure. */
import { dayOf, midnightOf, weekdayOf } from '../time.ts';

export const sampleWays = { number: 1, share: 2 } as const;
export const sampleWayLabels: Readonly<Record<number, string>> = { 1: '每坐席每周固定数量', 2: '每坐席每周按比例' };
export const sampleDirections = { both: 0, inbound: 1, outbound: 2 } as const;
export const sampleDirectionLabels: Readonly<Record<number, string>> = { 0: '呼入和呼出', 1: '呼入', 2: '呼出' };
/** Stars of callers up to which a call is rated badly. */
export const BAD_STARS = 2;

const WEEK = 7;

/** The Monday of the last week that is over at `now`, and the Monday after it: `yyyy-MM-dd`. */
export function lastWeek(now: number): { week: string; until: string } {
  const sinceMonday = (weekdayOf(now) + WEEK - 1) % WEEK;
  return { week: dayOf(midnightOf(now, -sinceMonday - WEEK)), until: dayOf(midnightOf(now, -sinceMonday)) };
}

/** A whole number of 32 bits that looks as if thrown, and is always the same of the same two (the finish of murmur3). */
function mixed(a: number, b: number): number {
  let x = Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b) >>> 0;
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35) >>> 0;
  return (x ^ (x >>> 16)) >>> 0;
}

export interface Candidate {
  readonly id: number;
  readonly seatId: number;
}
export interface Draw {
  readonly planId: number;
  /** Its Monday. */
  readonly week: string;
  readonly way: number;
  readonly amount: number;
}

/** How many of a seat's calls are drawn. A share of few calls is one at least. */
export const drawnOf = ({ way, amount }: Pick<Draw, 'way' | 'amount'>, calls: number): number =>
  Math.min(calls, way === sampleWays.number ? amount : Math.ceil((calls * amount) / 100));

/** The ids of the calls that are drawn of these, whatever order they stand in: those of each seat for itself. */
export function drawOf(draw: Draw, candidates: readonly Candidate[]): number[] {
  const seed = mixed(draw.planId, Number(draw.week.replaceAll('-', '')));
  const bySeat = Map.groupBy(candidates, ({ seatId }) => seatId);
  return [...bySeat.values()]
    .flatMap((calls) =>
      calls
        .map(({ id }) => ({ id, place: mixed(seed, id) }))
        .toSorted((one, other) => one.place - other.place || one.id - other.id)
        .slice(0, drawnOf(draw, calls.length)),
    )
    .map(({ id }) => id)
    .toSorted((one, other) => one - other);
}
