/**
 * The national holidays and the weekend days worked for them, by the notice of the General Office of the State Council of 4 November 2025. The next
 * year's comes each November: until it is here, an institution writes the days down itself. Each span: name, first day, last day.
 */
type Span = readonly [name: string, first: string, last: string];

export const nationalHolidays: Record<number, { off: readonly Span[]; worked: readonly (readonly [name: string, day: string])[] }> = {
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
