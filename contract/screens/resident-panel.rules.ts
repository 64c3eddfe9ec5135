/** The figures of those who are looked after, from groups of equals. Pure. */
import { serviceKinds } from '../elderly/service-kinds.ts';
import { nextDay } from '../time.ts';

/** So many people of the same state, service, sex, care level and band of ages. */
export interface Group {
  status: number;
  serviceType: number;
  gender: number | null;
  careLevel: number | null;
  /** Place in `ageBands`; null where the birth date is not known. */
  band: number | null;
  count: number;
  /** All their days since birth. */
  days: number | null;
  /** When the oldest of them was born. */
  born: string | null;
}

/** By age: the first band is of those younger, the last of those older. */
export const ageBands = [
  { key: 'young', from: 0, label: '60岁以下' },
  { key: 'sixties', from: 60, label: '60–69岁' },
  { key: 'seventies', from: 70, label: '70–79岁' },
  { key: 'eighties', from: 80, label: '80–89岁' },
  { key: 'nineties', from: 90, label: '90岁及以上' },
] as const;
export type AgeBand = (typeof ageBands)[number]['key'];

const DAYS_PER_YEAR = 365.2425;

/** Full years on a day. */
const ageOn = (day: string, born: string) => Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0);

const sum = (groups: readonly Group[], of: (group: Group) => boolean = () => true) =>
  groups.filter(of).reduce((all, { count }) => all + count, 0);

/** How many there are of each value, those without one last. */
function counted(groups: readonly Group[], valueOf: (group: Group) => number | null) {
  const values = [...new Set(groups.map(valueOf))].sort((a, b) => (a ?? Infinity) - (b ?? Infinity));
  return values.map((value) => ({ value, count: sum(groups, (group) => valueOf(group) === value) }));
}

/**
 * Of those in care, on leave and in hospital. Who lives at home is in none of the house's states; ages, sexes and levels are of all,
 * ages of those whose birth date is known.
 */
export function residentFigures(groups: readonly Group[], today: string) {
  const inState = (status: number) => sum(groups, (group) => group.serviceType === serviceKinds.institution && group.status === status);
  const aged = groups.filter(({ band }) => band !== null);
  const days = aged.reduce((all, group) => all + (group.days as number), 0);
  const oldest = aged.map(({ born }) => born as string).sort()[0];
  return {
    total: sum(groups),
    inHouse: inState(1),
    away: inState(2),
    inHospital: inState(3),
    atHome: sum(groups, ({ serviceType }) => serviceType === serviceKinds.home),
    averageAge: aged.length > 0 ? Math.round((days / DAYS_PER_YEAR / sum(aged)) * 10) / 10 : null,
    oldest: oldest === undefined ? null : ageOn(today, oldest),
    genders: counted(groups, ({ gender }) => gender),
    careLevels: counted(groups, ({ careLevel }) => careLevel),
    ages: ageBands.map(({ key }, at) => ({ key, count: sum(aged, ({ band }) => band === at) })),
  };
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

/** A person born on 29 February has their birthday on the 28th in other years. */
const birthdayIn = (year: number, born: string) => (born.endsWith('-02-29') && !isLeap(year) ? `${year}-02-28` : `${year}${born.slice(4)}`);

/** The birth dates of up to `oldest` years ago whose birthday is on one of `days` days from `today` on. */
export function birthDatesOf(today: string, days: number, oldest: number): string[] {
  return Array.from({ length: days }, (_, at) => nextDay(today, at)).flatMap((day) => {
    const year = Number(day.slice(0, 4));
    const rests = day.endsWith('-02-28') && !isLeap(year) ? ['-02-28', '-02-29'] : [day.slice(4)];
    return Array.from({ length: oldest }, (_, at) => year - at - 1).flatMap((born) =>
      rests.filter((rest) => rest !== '-02-29' || isLeap(born)).map((rest) => `${born}${rest}`),
    );
  });
}

/** The first birthday from `today` on of a person born on `born`, and the age that they turn. */
export function birthdayOf(born: string, today: string): { day: string; age: number } {
  const year = Number(today.slice(0, 4));
  const thisYear = birthdayIn(year, born);
  const day = thisYear >= today ? thisYear : birthdayIn(year + 1, born);
  return { day, age: Number(day.slice(0, 4)) - Number(born.slice(0, 4)) };
}

/** The share of beds that have a person, in whole percent; null where there are none. */
export const occupancy = (occupied: number, total: number): number | null => (total > 0 ? Math.round((occupied / total) * 100) : null);
