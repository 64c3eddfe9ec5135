import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { isOfRecord, occurrences, recordProblem, ruleInWords, type PlanRule } from './work-order-plans.rules.ts';

const rule = (more: Partial<PlanRule>): PlanRule => ({
  frequency: 1,
  every: 1,
  weekdays: [],
  monthDays: [],
  holidayMode: 1,
  startsOn: '2026-09-21',
  endsOn: null,
  maxCount: null,
  ...more,
});
const none = new Map<string, string>();
/** 中秋 2026: Friday to Sunday, and the first days of October. */
const autumn = new Map([
  ...['2026-09-25', '2026-09-26', '2026-09-27'].map((day) => [day, '中秋节'] as const),
  ...['01', '02', '03', '04', '05', '06', '07'].map((day) => [`2026-10-${day}`, '国庆节'] as const),
]);
const days = (more: Partial<PlanRule>, from: string, to: string, holidays = none) =>
  occurrences(rule(more), from, to, holidays).map(({ day, on }) => (on === day ? day.slice(5) : `${day.slice(5)}→${on?.slice(5) ?? '×'}`));

describe('the days of a plan', () => {
  const cases: [string, Partial<PlanRule>, string, string, string[], ReadonlyMap<string, string>?][] = [
    ['every day', {}, '2026-09-21', '2026-09-23', ['09-21', '09-22', '09-23']],
    ['every third day counts from its start', { every: 3 }, '2026-09-22', '2026-09-30', ['09-24', '09-27', '09-30']],
    ['never before it starts', {}, '2026-09-01', '2026-09-22', ['09-21', '09-22']],
    ['never after it ends', { endsOn: '2026-09-22' }, '2026-09-21', '2026-09-30', ['09-21', '09-22']],
    ['so many and no more, wherever one begins to look', { maxCount: 4 }, '2026-09-23', '2026-09-30', ['09-23', '09-24']],
    ['Mondays and Thursdays', { frequency: 2, weekdays: [1, 4] }, '2026-09-21', '2026-10-02', ['09-21', '09-24', '09-28', '10-01']],
    [
      'every second week, counted in weeks from Monday',
      { frequency: 2, every: 2, weekdays: [1, 7], startsOn: '2026-09-23' },
      '2026-09-21',
      '2026-10-12',
      ['09-27', '10-05', '10-11'],
    ],
    [
      'the 15th and the last of months',
      { frequency: 3, monthDays: [15, 31], startsOn: '2027-01-01' },
      '2027-01-01',
      '2027-03-31',
      ['01-15', '01-31', '02-15', '02-28', '03-15', '03-31'],
    ],
    [
      '29 and 31 in February are one day',
      { frequency: 3, monthDays: [29, 31], startsOn: '2027-02-01' },
      '2027-02-01',
      '2027-02-28',
      ['02-28'],
    ],
    [
      'every third month over a new year',
      { frequency: 3, every: 3, monthDays: [1], startsOn: '2026-11-01' },
      '2026-11-01',
      '2027-06-01',
      ['11-01', '02-01', '05-01'],
    ],
    ['a leap day', { frequency: 3, monthDays: [29], startsOn: '2028-02-01' }, '2028-02-01', '2028-03-31', ['02-29', '03-29']],
    ['on holidays as on any day', { frequency: 2, weekdays: [5] }, '2026-09-21', '2026-10-03', ['09-25', '10-02'], autumn],
    [
      'left out on holidays',
      { frequency: 2, weekdays: [5], holidayMode: 2 },
      '2026-09-21',
      '2026-10-10',
      ['09-25→×', '10-02→×', '10-09'],
      autumn,
    ],
    [
      'before a holiday',
      { frequency: 2, weekdays: [5], holidayMode: 3 },
      '2026-09-21',
      '2026-10-03',
      ['09-25→09-24', '10-02→09-30'],
      autumn,
    ],
    [
      'after a holiday',
      { frequency: 2, weekdays: [5], holidayMode: 4 },
      '2026-09-21',
      '2026-10-03',
      ['09-25→09-28', '10-02→10-08'],
      autumn,
    ],
    [
      'moved onto a day of its own, left out',
      { frequency: 2, weekdays: [1, 5], holidayMode: 4 },
      '2026-09-21',
      '2026-09-28',
      ['09-21', '09-25→×', '09-28'],
      autumn,
    ],
    [
      'two that a holiday moves to one day are one',
      { frequency: 2, weekdays: [5, 6], holidayMode: 4 },
      '2026-09-25',
      '2026-09-26',
      ['09-25→09-28', '09-26→×'],
      autumn,
    ],
  ];
  for (const [name, more, from, to, expected, holidays] of cases)
    it(name, () => assert.deepEqual(days(more, from, to, holidays as never), expected));

  it('are the same whether one looks at them together or one by one', () => {
    const all = rule({ frequency: 2, weekdays: [1, 5, 6], holidayMode: 4, maxCount: 40 });
    const whole = occurrences(all, '2026-09-21', '2026-12-31', autumn);
    for (const one of whole) assert.deepEqual(occurrences(all, one.day, one.day, autumn), [one]);
  });

  it('are said in words', () => {
    assert.equal(ruleInWords(rule({})), '每天');
    assert.equal(ruleInWords(rule({ every: 3 })), '每3天');
    assert.equal(ruleInWords(rule({ frequency: 2, every: 2, weekdays: [4, 1] })), '每2周 周一、周四');
    assert.equal(ruleInWords(rule({ frequency: 3, monthDays: [15, 1] })), '每月 1、15日');
  });
});

describe('what is wrong with a person’s record', () => {
  it('is named, and told from what is wrong with the plan', () => {
    assert.equal(recordProblem(['联系电话']), '服务对象档案缺少联系电话');
    assert.equal(recordProblem(['联系电话', '地址']), '服务对象档案缺少联系电话、地址');
    assert.equal(recordProblem(['联系电话'], '有误：'), '服务对象档案有误：联系电话');
    for (const problem of [recordProblem(['地址']), recordProblem(['地址'], '有误：')]) assert.equal(isOfRecord(problem), true, problem);
    for (const problem of ['', '服务项目已停用', '服务对象已离院', '请补全服务对象档案']) assert.equal(isOfRecord(problem), false, problem);
  });
});
