/** Golden vectors of stays that lasted several months: 1500, 1800 and 900 yuan a month. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chargedFrom, stayFees, staySettingDefaults, type StayAbsence } from './stay-fees.rules.ts';
import { amounts, D30, stay, terms, total, YEAR } from '#test/stay-terms.ts';

describe('a stay of several months', () => {
  const months = (lines: ReturnType<typeof stayFees>) => {
    const sums: Record<string, number> = {};
    for (const { from, amountFen } of lines) sums[from!.slice(0, 7)] = (sums[from!.slice(0, 7)] ?? 0) + amountFen;
    return sums;
  };

  it('is charged month by month, each line by the days of its month', () => {
    const lines = stayFees(stay('2026-01-17', '2026-03-11', true), YEAR, [], staySettingDefaults);
    assert.deepEqual(amounts(lines), [
      ['bed', 72_581],
      ['care', 87_097],
      ['meal', 43_548],
      ['bed', 150_000],
      ['care', 180_000],
      ['meal', 90_000],
      ['bed', 48_387],
      ['care', 58_065],
      ['meal', 29_032],
    ]);
    assert.deepEqual(months(lines), { '2026-01': 203_226, '2026-02': 420_000, '2026-03': 135_484 });
    assert.equal(total(lines), 758_710);
    assert.deepEqual(months(stayFees(stay('2026-01-17', '2026-03-11', true), YEAR, [], D30)), {
      '2026-01': 210_000,
      '2026-02': 420_000,
      '2026-03': 140_000,
    });
  });

  it('after a settled month is charged as the whole would be, less that month', () => {
    const whole = stayFees(stay('2026-01-17', '2026-03-11', true), YEAR, [], staySettingDefaults);
    const { from, arrives } = chargedFrom({ firstTermsOn: '2026-01-17', admittedOn: null, settledUntil: '2026-01-31' });
    const rest = stayFees(stay(from, '2026-03-11', arrives), YEAR, [], staySettingDefaults);
    assert.deepEqual(
      rest,
      whole.filter((line) => line.from! >= '2026-02-01'),
    );
    assert.equal(total(rest), 758_710 - 203_226);
  });

  it('follows a change of the contract in the middle of it', () => {
    const versions = [...YEAR, terms('2026-02-10', { careFen: 240_000, bedFen: 210_000 })];
    const lines = stayFees(stay('2026-01-01', '2026-04-01'), versions, [], staySettingDefaults);
    assert.deepEqual(
      lines.filter(({ kind }) => kind === 'bed' || kind === 'care').map(({ kind, from, days, amountFen }) => [kind, from, days, amountFen]),
      [
        ['bed', '2026-01-01', 31, 150_000],
        ['care', '2026-01-01', 31, 180_000],
        ['bed', '2026-02-01', 9, 48_214],
        ['care', '2026-02-01', 9, 57_857],
        ['bed', '2026-02-10', 19, 142_500],
        ['care', '2026-02-10', 19, 162_857],
        ['bed', '2026-03-01', 31, 210_000],
        ['care', '2026-03-01', 31, 240_000],
      ],
    );
    assert.deepEqual(months(lines), { '2026-01': 420_000, '2026-02': 501_428, '2026-03': 540_000 });
  });

  it('gives back an outing over the end of a month in both, and counts its days together', () => {
    const away: StayAbsence[] = [{ kind: 'outing', from: '2026-06-28', until: '2026-07-02' }];
    const lines = stayFees(stay('2026-06-01', '2026-08-01'), YEAR, away, staySettingDefaults);
    assert.deepEqual(
      lines.filter(({ kind }) => kind === 'meal_back').map(({ from, to, days, amountFen }) => [from, to, days, amountFen]),
      [
        ['2026-06-29', '2026-06-30', 2, -6000],
        ['2026-07-01', '2026-07-01', 1, -2903],
      ],
    );
    assert.deepEqual(months(lines), { '2026-06': 414_000, '2026-07': 417_097 });
    // June was settled: only what falls into July is given back, and the outing is still one of three days.
    const rest = stayFees(stay('2026-07-01', '2026-08-01'), YEAR, away, staySettingDefaults);
    assert.equal(total(rest), 417_097);
  });

  it('gives back all of February in hospital but the bed, in a year with 28 days and in one with 29', () => {
    const ill = (year: string): StayAbsence[] => [{ kind: 'hospital', from: `${year}-01-30`, until: `${year}-03-02` }];
    const of = (year: string) =>
      months(stayFees(stay(`${year}-01-01`, `${year}-04-01`), [terms(`${year}-01-01`)], ill(year), staySettingDefaults));
    // Away wholly: 31 January, February, 1 March.
    assert.deepEqual(of('2026'), { '2026-01': 411_291, '2026-02': 150_000, '2026-03': 411_291 });
    assert.deepEqual(of('2028'), { '2028-01': 411_291, '2028-02': 150_000, '2028-03': 411_291 });
  });

  it('ends on the day of a death, in hospital too', () => {
    const ill: StayAbsence[] = [{ kind: 'hospital', from: '2026-09-25', until: null }];
    const lines = stayFees(stay('2026-08-15', '2026-10-06', true), YEAR, ill, staySettingDefaults);
    assert.equal(
      lines.every(({ to }) => to! < '2026-10-06'),
      true,
    );
    assert.deepEqual(months(lines), { '2026-08': 230_323, '2026-09': 375_000, '2026-10': 24_194 });
  });
});
