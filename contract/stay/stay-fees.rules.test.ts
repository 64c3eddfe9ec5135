import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  chargedFrom,
  divideHalfUp,
  settledProblem,
  stayFees,
  staySettingDefaults,
  wholeDaysAway,
  type StayAbsence,
} from './stay-fees.rules.ts';
import { amounts, D30, stay, terms, total, YEAR } from '#test/stay-terms.ts';

describe('a line', () => {
  it('is rounded once, halves upwards', () => {
    assert.deepEqual([divideHalfUp(1, 2), divideHalfUp(149, 100), divideHalfUp(150, 100), divideHalfUp(0, 31)], [1, 1, 2, 0]);
  });

  it('says in Chinese how it was reckoned, from when to when', () => {
    const [bed] = stayFees(stay('2026-06-01', '2026-06-13'), YEAR, [], staySettingDefaults);
    assert.deepEqual(bed, {
      kind: 'bed',
      text: '床位费 ¥1,500.00/月 × 12天 ÷ 30天',
      from: '2026-06-01',
      to: '2026-06-12',
      days: 12,
      monthFen: 150_000,
      amountFen: 60_000,
    });
  });
});

describe('a stay', () => {
  it('is charged for the day of arrival', () => {
    assert.deepEqual(amounts(stayFees(stay('2026-01-31', '2026-02-01', true), YEAR, [], staySettingDefaults)), [
      ['bed', 4839],
      ['care', 5806],
      ['meal', 2903],
    ]);
    assert.equal(total(stayFees(stay('2026-01-31', '2026-02-01', true), YEAR, [], D30)), 14_000);
  });

  it('is charged a full month at its price, whatever days the month has and the basis says', () => {
    for (const settings of [staySettingDefaults, D30])
      for (const [from, leave] of [
        ['2026-02-01', '2026-03-01'],
        ['2026-01-01', '2026-02-01'],
        ['2026-04-01', '2026-05-01'],
      ] as const)
        assert.equal(total(stayFees(stay(from, leave), YEAR, [], settings)), 420_000);
    assert.match(stayFees(stay('2026-02-01', '2026-03-01'), YEAR, [], D30)[0]!.text, /× 整月$/);
  });

  it('is charged a part of a month by the days of that month, or by thirty', () => {
    assert.deepEqual(amounts(stayFees(stay('2026-02-10', '2026-03-01', true), YEAR, [], staySettingDefaults)), [
      ['bed', 101_786],
      ['care', 122_143],
      ['meal', 61_071],
    ]);
    assert.equal(total(stayFees(stay('2026-02-10', '2026-03-01', true), YEAR, [], D30)), 95_000 + 114_000 + 57_000);
  });

  it('is cut where a version begins: the old price to the day before', () => {
    const versions = [terms('2026-05-12', { careFen: 240_000 }), ...YEAR];
    const lines = stayFees(stay('2026-05-01', '2026-06-01'), versions, [], staySettingDefaults);
    assert.deepEqual(
      lines.filter(({ kind }) => kind === 'care').map(({ from, to, days, amountFen }) => [from, to, days, amountFen]),
      [
        ['2026-05-01', '2026-05-11', 11, 63_871],
        ['2026-05-12', '2026-05-31', 20, 154_839],
      ],
    );
    // The two of whom change beds on one day pay together what the beds cost.
    const [one, other] = [
      [terms('2026-01-01'), terms('2026-08-11', { bedFen: 210_000 })],
      [terms('2026-01-01', { bedFen: 210_000 }), terms('2026-08-11')],
    ].map((of) => amounts(stayFees(stay('2026-08-01', '2026-09-01'), of, [], staySettingDefaults)).filter(([kind]) => kind === 'bed'));
    assert.deepEqual(
      one!.concat(other!).map(([, fen]) => fen),
      [48_387, 142_258, 67_742, 101_613],
    );
  });

  it('of thirty days a month is never more than a month when it is cut', () => {
    const lines = stayFees(stay('2026-05-01', '2026-06-01'), [terms('2026-05-12'), ...YEAR], [], D30);
    assert.equal(total(lines), 420_000);
    assert.deepEqual(
      lines.filter(({ kind }) => kind === 'bed').map(({ text }) => text),
      ['床位费 ¥1,500.00/月 × 11天 ÷ 30天', '床位费 ¥1,500.00/月 × 19天 ÷ 30天'],
    );
  });

  it('is cut at the end of a month', () => {
    const lines = stayFees(stay('2026-01-17', '2026-02-15', true), YEAR, [], staySettingDefaults);
    assert.deepEqual(
      lines.filter(({ kind }) => kind === 'bed').map(({ from, to, amountFen }) => [from, to, amountFen]),
      [
        ['2026-01-17', '2026-01-31', 72_581],
        ['2026-02-01', '2026-02-14', 75_000],
      ],
    );
  });

  it('is charged for arrival and leave day as the institution says', () => {
    const days = (firstDay: 'full' | 'half' | 'none', lastDay: 'full' | 'half' | 'none', leave = '2026-06-20') =>
      stayFees(stay('2026-06-11', leave, true), YEAR, [], { ...staySettingDefaults, firstDay, lastDay })[0]?.days;
    assert.deepEqual(
      [days('full', 'none'), days('full', 'full'), days('half', 'half'), days('none', 'none'), days('none', 'half')],
      [9, 10, 9, 8, 8.5],
    );
    // Who leaves on the day of arrival pays what the dearer of the two says; the day of a death is a leave day.
    assert.deepEqual(
      [days('full', 'none', '2026-06-11'), days('none', 'half', '2026-06-11'), days('none', 'none', '2026-06-11')],
      [1, 0.5, undefined],
    );
  });

  it('costs nothing before it was agreed and after that ended, and nothing for what is free', () => {
    const lines = stayFees(stay('2026-06-01', '2026-06-21'), [terms('2026-06-06', { endedDate: '2026-06-16', mealFen: 0 })], [], D30);
    assert.deepEqual(
      lines.map(({ kind, from, to }) => [kind, from, to]),
      [
        ['bed', '2026-06-06', '2026-06-15'],
        ['care', '2026-06-06', '2026-06-15'],
      ],
    );
    assert.deepEqual(stayFees(stay('2026-06-01', '2026-06-21'), [], [], D30), []);
  });

  it('is charged from the day after the last settled one on, or from the arrival', () => {
    const from = (firstTermsOn: string, admittedOn: string | null, settledUntil: string | null) =>
      Object.values(chargedFrom({ firstTermsOn, admittedOn, settledUntil }));
    assert.deepEqual(from('2026-01-05', null, null), ['2026-01-05', true]);
    assert.deepEqual(from('2026-01-01', '2026-01-05', null), ['2026-01-05', true]);
    assert.deepEqual(from('2026-01-05', null, '2026-04-30'), ['2026-05-01', false]);
    assert.deepEqual(from('2026-01-05', null, '2025-12-31'), ['2026-01-05', true], 'settled before they came');
    assert.deepEqual(from('2026-01-05', '2026-01-05', '2026-01-04'), ['2026-01-05', true], 'the day before the arrival');
    assert.deepEqual(from('2026-02-01', '2026-01-05', null), ['2026-02-01', false], 'a contract that began after the arrival');
  });

  it('takes as the last settled day none that is to come, nor the leave day', () => {
    assert.equal(settledProblem('2026-06-19', '2026-06-20', '2026-06-25'), null);
    assert.equal(settledProblem('2026-06-20', '2026-06-20', '2026-06-25'), '已结算日期应早于退住日期，多收的费用请用手工项目退还');
    assert.equal(settledProblem('2026-06-26', '2026-07-20', '2026-06-25'), '已结算日期不能晚于今天');
  });
});

describe('an absence', () => {
  const away = (from: string, until: string | null, kind: StayAbsence['kind'] = 'outing'): StayAbsence => ({ kind, from, until });
  const back = (absences: StayAbsence[], leave = '2026-07-01', month = '2026-06') =>
    stayFees(stay(`${month}-01`, leave), YEAR, absences, staySettingDefaults)
      .filter(({ kind }) => kind.endsWith('back'))
      .map(({ kind, from, to, amountFen }) => [kind, from, to, amountFen]);

  it('has as whole days those between leaving and coming back', () => {
    assert.deepEqual(wholeDaysAway(away('2026-06-10', '2026-06-13'), '2026-07-01'), ['2026-06-11', '2026-06-12']);
    assert.deepEqual(wholeDaysAway(away('2026-06-10', null), '2026-06-12'), ['2026-06-11']);
    assert.deepEqual(wholeDaysAway(away('2026-06-10', '2026-06-10'), '2026-07-01'), []);
  });

  it('gives meals back from the third whole day on, for all of them', () => {
    assert.deepEqual(back([away('2026-06-10', '2026-06-15')]), [['meal_back', '2026-06-11', '2026-06-14', -12_000]]);
    assert.deepEqual(back([away('2026-06-10', '2026-06-13')]), []);
  });

  it('in hospital gives meals and care back from the day after admission, and no bed', () => {
    const lines = back([away('2026-07-05', '2026-07-20', 'hospital')], '2026-08-01', '2026-07');
    assert.deepEqual(lines, [
      ['meal_back', '2026-07-06', '2026-07-19', -40_645],
      ['care_back', '2026-07-06', '2026-07-19', -81_290],
    ]);
    assert.deepEqual(
      back([away('2026-06-10', '2026-06-12', 'hospital')]).map(([kind]) => kind),
      ['meal_back', 'care_back'],
    );
  });

  it('that overlaps another one gives a day back once, and never more than was charged', () => {
    assert.deepEqual(
      back([away('2026-06-10', '2026-06-15'), away('2026-06-12', '2026-06-16', 'hospital')]).map(([kind, , to, fen]) => [kind, to, fen]),
      [
        ['meal_back', '2026-06-15', -15_000],
        ['care_back', '2026-06-15', -18_000],
      ],
    );
    const february = stayFees(stay('2026-02-01', '2026-03-01'), YEAR, [away('2026-01-20', null, 'hospital')], D30);
    assert.equal(total(february), 150_000);
  });
});
