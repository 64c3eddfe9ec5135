/** What tests of fees say of a stay: 1500, 1800 and 900 yuan a month. */
import { stayFees, staySettingDefaults, type StayTerms } from '#contract/stay/stay-fees.rules.ts';

export const terms = (effectiveDate: string, more: Partial<StayTerms> = {}): StayTerms => ({
  effectiveDate,
  endedDate: null,
  bedFen: 150_000,
  careFen: 180_000,
  mealFen: 90_000,
  otherFen: 0,
  ...more,
});
export const YEAR = [terms('2026-01-01')];
export const D30 = { ...staySettingDefaults, basis: 'D30' } as const;
export const stay = (from: string, leaveDate: string, arrives = false) => ({ from, leaveDate, arrives });
export const amounts = (lines: ReturnType<typeof stayFees>) => lines.map(({ kind, amountFen }) => [kind, amountFen]);
export const total = (lines: ReturnType<typeof stayFees>) => lines.reduce((sum, { amountFen }) => sum + amountFen, 0);
