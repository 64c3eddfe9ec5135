import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { ageBands, birthDatesOf, birthdayOf, occupancy, residentFigures, type Group } from './resident-panel.rules.ts';

const TODAY = '2026-11-25';
const group = (over: Partial<Group>): Group => ({
  status: 1,
  serviceType: 1,
  gender: 2,
  careLevel: 1,
  band: null,
  count: 1,
  days: null,
  born: null,
  ...over,
});

describe('the figures of residents', () => {
  it('tell who lives in the house by their state, apart from those who are looked after at home', () => {
    const figures = residentFigures(
      [
        group({ count: 5 }),
        group({ status: 2, count: 2 }),
        group({ status: 3 }),
        group({ serviceType: 2, count: 4 }),
        group({ serviceType: 2, status: 3 }),
      ],
      TODAY,
    );
    assert.deepEqual([figures.total, figures.inHouse, figures.away, figures.inHospital, figures.atHome], [13, 5, 2, 1, 5]);
  });

  it('count ages, sexes and levels of all of them; whoever has no birth date is in no band and in no average', () => {
    const figures = residentFigures(
      [
        group({ band: 0, gender: 1, careLevel: null, days: 21_550, born: '1967-11-25' }),
        group({ band: 1, days: 21_915, born: '1966-11-25' }),
        group({ band: 3, count: 2, days: 65_014, born: '1937-11-25' }),
        group({ band: 4, days: 36_889, born: '1925-11-26' }),
        group({ gender: null, careLevel: 3 }),
      ],
      TODAY,
    );
    assert.deepEqual(
      figures.ages.map(({ count }) => count),
      [1, 1, 0, 2, 1],
    );
    assert.deepEqual([figures.averageAge, figures.oldest], [79.6, 100]);
    assert.deepEqual(figures.genders, [
      { value: 1, count: 1 },
      { value: 2, count: 4 },
      { value: null, count: 1 },
    ]);
    assert.deepEqual(figures.careLevels, [
      { value: 1, count: 4 },
      { value: 3, count: 1 },
      { value: null, count: 1 },
    ]);
  });

  it('say nothing of ages and of beds where there are none', () => {
    const { averageAge, oldest, total } = residentFigures([], TODAY);
    assert.deepEqual([averageAge, oldest, total, occupancy(0, 0)], [null, null, 0, null]);
  });

  it('have bands of ages that follow each other', () => {
    assert.deepEqual(
      ageBands.map(({ from }) => from),
      ageBands.map(({ from }) => from).toSorted((a, b) => a - b),
    );
  });
});

describe('birthdays', () => {
  it('of the coming days are those of birth dates that are looked for, over the end of a year too', () => {
    assert.deepEqual(birthDatesOf('2026-12-31', 2, 2), ['2025-12-31', '2024-12-31', '2026-01-01', '2025-01-01']);
  });

  it('of 29 February are on the 28th in other years', () => {
    assert.ok(birthDatesOf('2026-02-28', 1, 100).includes('1940-02-29'));
    assert.ok(!birthDatesOf('2028-02-28', 1, 100).includes('1940-02-29'));
    assert.ok(!birthDatesOf('2028-02-29', 1, 100).includes('1941-02-29'));
    assert.deepEqual(birthdayOf('1940-02-29', '2026-02-28'), { day: '2026-02-28', age: 86 });
    assert.deepEqual(birthdayOf('1940-02-29', '2028-02-28'), { day: '2028-02-29', age: 88 });
  });

  it('are the first from today on, with what the person turns', () => {
    assert.deepEqual(birthdayOf('1940-11-25', TODAY), { day: TODAY, age: 86 });
    assert.deepEqual(birthdayOf('1940-01-02', TODAY), { day: '2027-01-02', age: 87 });
  });
});

describe('the occupancy of a house', () => {
  it('is the share of beds with a person, in whole percent', () => {
    assert.equal(occupancy(2, 3), 67);
  });
});
