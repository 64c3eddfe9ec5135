/** Which rounds were made on each floor and which are missing: now, in a shift, in a month. */
import { sql } from 'kysely';
import { missedWindows, windowsBetween, type PatrolSettings } from '#contract/care/patrol-windows.rules.ts';
import type { CareSpan } from '#contract/care/care-times.rules.ts';
import { floorText } from '#contract/rooms/places.rules.ts';
import { instantOf, textOf } from '#contract/time.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { careSettings } from './care-settings.ts';
import { floorsOf } from './patrol-rows.ts';

export interface FloorRounds {
  building: string;
  floor: string;
  /** When its rounds began, epoch ms. */
  begun: number[];
}

export interface Asked {
  settings: PatrolSettings;
  /** The spans in which each floor should be walked through. */
  windows: CareSpan[];
  floors: FloorRounds[];
}

/** Rounds are asked for since the institution made its first one. Null: it has made none. */
async function begunAt(tx: Tx): Promise<number | null> {
  const first = await tx.row<{ time: string }>(sql`
    select started_at as time from patrols where tenant_id = ${tx.tenantId} and state < 3 order by started_at, id limit 1`);
  return first === undefined ? null : instantOf(first.time);
}

/** What was asked for and made from `from` up to but not at `until` (epoch ms), by floor: those with residents now, or with rounds then. */
export async function roundsBetween(tx: Tx, from: number, until: number): Promise<Asked> {
  const [settings, first, floors] = await Promise.all([careSettings(tx), begunAt(tx), floorsOf(tx)]);
  const rounds = await tx.rows<{ building: string; floor: string; time: string }>(sql`
    select building, floor, started_at as time from patrols where tenant_id = ${tx.tenantId} and state < 3
      and started_at >= ${instant(from)} and started_at < ${instant(until)} order by started_at`);
  const found = new Map<string, FloorRounds>(
    floors.map(({ building, floor }) => [`${building}\n${floor}`, { building, floor, begun: [] }]),
  );
  for (const { building, floor, time } of rounds)
    found.getOrInsertComputed(`${building}\n${floor}`, () => ({ building, floor, begun: [] })).begun.push(instantOf(time));
  // What began before the first round was not asked for.
  const windows = first === null ? [] : windowsBetween(from, until, settings).filter((window) => window.until > first);
  return { settings, windows, floors: [...found.values()] };
}

export const spanText = ({ from, until }: CareSpan) => ({ startTime: textOf(from), endTime: textOf(until) });

/** The rounds that are missing in a span (epoch ms), as a handover names them; what is not over at `now` may still be made. */
export async function missedRounds(tx: Tx, from: number, until: number, now: number): Promise<{ place: string; windows: string[] }[]> {
  const { windows, floors } = await roundsBetween(tx, from, until);
  return floors.flatMap(({ building, floor, begun }) => {
    const missed = missedWindows(windows, begun, now);
    const texts = missed.map((window) => `${textOf(window.from).slice(5, 16)}至${textOf(window.until).slice(11, 16)}`);
    return missed.length === 0 ? [] : [{ place: floorText({ building, floor }), windows: texts }];
  });
}
