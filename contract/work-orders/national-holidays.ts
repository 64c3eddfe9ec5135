/**
 * The national holidays and the weekend days worked for them, by the notice of the
 * General Office of the State Council of 4 November 2025. The next year's comes each November: until it is here, an institution writes the
 * days down itself. Each span: name, first day, last day.
 */
import { DAY } from '../time.ts';

type Span = readonly [name: string, first: string, last: string];

const nationalHolidays: Record<number, { off: readonly Span[]; worked: readonly (readonly [name: string, day: string])[] }> = {
  2026: {
    off: [
      ['元旦', '2026-01-01', '2026-01-03'],
      ['春节', '2026-02-15', '2026-02-23'],
      ['清明节', '2026-04-04', '2026-04-06'],
      ['劳动节', '2026-05-01', '2026-05-05'],
      ['端午节', '2026-06-19', '2026-06-21'],
      ['中秋节', '2026-09-25', '2026-09-27'],
      ['国庆节', '2026-10-01', '2026-10-07'],
    ],
    worked: [
      ['元旦', '2026-01-04'],
      ['春节', '2026-02-14'],
      ['春节', '2026-02-28'],
      ['劳动节', '2026-05-09'],
      ['国庆节', '2026-09-20'],
      ['国庆节', '2026-10-10'],
    ],
  },
};

export interface NationalDay {
  /** yyyy-MM-dd. */
  day: string;
  name: string;
  /** 1 off, 2 a weekend day that is worked. */
  kind: number;
}

/** Every day off and every weekend day worked of a year; null of one that is not known yet. */
export function nationalDays(year: number): NationalDay[] | null {
  const known = nationalHolidays[year];
  if (!known) return null;
  const span = ([name, first, last]: Span) =>
    Array.from({ length: (Date.parse(last) - Date.parse(first)) / DAY + 1 }, (_, n) => ({
      day: new Date(Date.parse(first) + n * DAY).toISOString().slice(0, 10),
      name,
      kind: 1,
    }));
  return [...known.off.flatMap(span), ...known.worked.map(([name, day]) => ({ day, name: `${name}调休上班`, kind: 2 }))];
}
