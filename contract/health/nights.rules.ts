/** When somebody lay in bed and when not, from what a bed sensor said. Pure; times are epoch ms. */
import { MINUTE } from '../time.ts';

export interface BedTurn {
  readonly out: boolean;
  readonly at: number;
}

export interface BedSpell {
  readonly out: boolean;
  readonly from: number;
  /** Null: it went on at the end of the night, or goes on now. */
  readonly to: number | null;
  /** Within the night, rounded. */
  readonly minutes: number;
}

/**
 * The stretches of a night from its turns, ascending; turns before it say how it
 * began. A stretch that began before the night begins with it.
 * What is said twice is one stretch. Without any turn nothing is known, and nothing is said.
 */
export function bedSpells(turns: readonly BedTurn[], night: { readonly from: number; readonly to: number }): BedSpell[] {
  const spells: { out: boolean; from: number; to: number | null }[] = [];
  for (const { out, at } of turns) {
    const last = spells.at(-1);
    if (last?.out === out) continue;
    if (last) last.to = at;
    spells.push({ out, from: at, to: null });
  }
  return spells
    .filter(({ from, to }) => from < night.to && (to === null || to > night.from))
    .map(({ out, from, to }) => {
      const begins = Math.max(from, night.from);
      const ends = to === null || to >= night.to ? null : to;
      return { out, from: begins, to: ends, minutes: Math.round(((ends ?? night.to) - begins) / MINUTE) };
    });
}

export interface BedSums {
  /** Minutes in bed. */
  readonly inBed: number;
  /** Times that the bed was left and how many minutes altogether, between the first lying down and the last getting up. */
  readonly leaves: number;
  readonly away: number;
}

/** What a night in bed adds up to; getting up for good in the morning is no leave. */
export function bedSums(spells: readonly Pick<BedSpell, 'out' | 'minutes'>[]): BedSums {
  const first = spells.findIndex(({ out }) => !out);
  const last = spells.findLastIndex(({ out }) => !out);
  const away = spells.filter(({ out }, at) => out && at > first && at < last);
  return {
    inBed: spells.filter(({ out }) => !out).reduce((sum, { minutes }) => sum + minutes, 0),
    leaves: first < 0 ? 0 : away.length,
    away: first < 0 ? 0 : away.reduce((sum, { minutes }) => sum + minutes, 0),
  };
}

/** When a night begins in the evening and ends in the morning, as hours of Shanghai: what `GET /tenant-device/health/night` sums up. */
export const NIGHT_BEGINS = 20;
export const NIGHT_ENDS = 8;

/**
 * Which nights to offer at a time `yyyy-MM-dd HH:mm:ss`: the last one that has ended, and
 * the one that goes on (null by day). A night is named by the day of getting up, `yyyy-MM-dd`. A night that goes on has no report yet, so a
 * page opens with the one that has ended.
 */
export function nightsAt(time: string): { readonly ended: string; readonly running: string | null } {
  const day = (days: number) => new Date(Date.parse(`${time.slice(0, 10)}T00:00:00Z`) + days * 24 * 60 * MINUTE).toISOString().slice(0, 10);
  const hour = Number(time.slice(11, 13));
  if (hour < NIGHT_ENDS) return { ended: day(-1), running: day(0) };
  return { ended: day(0), running: hour >= NIGHT_BEGINS ? day(1) : null };
}

/**
 * What the page of nights shows at a time `yyyy-MM-dd HH:mm:ss` when the night `chosen`
 * is selected (null: none yet): the night, whether it goes on, the last one that can be
 * chosen, and those between which a press changes: none by day.
 */
export function nightChoice(time: string, chosen: string | null) {
  const { ended, running } = nightsAt(time);
  const day = chosen ?? ended;
  const offered =
    running === null ? [] : [{ value: ended, label: '上一晚' } as const, { value: running, label: '今晚（进行中）' } as const];
  return { day, goesOn: day === running, last: running ?? ended, offered };
}
