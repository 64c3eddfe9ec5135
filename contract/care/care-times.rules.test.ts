import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { clockOf, instantOf, textOf } from '../time.ts';
import { careShiftAt, duesOf, ownTimes, spanInForce, timesProblem, timesText, type CareTimes } from './care-times.rules.ts';

const times = (more: Partial<CareTimes>): CareTimes => ({
  mode: 'clock',
  clocks: [],
  everyHours: null,
  windowStart: null,
  windowEnd: null,
  weekdays: [],
  beforeMinutes: 30,
  afterMinutes: 60,
  ...more,
});
const at = instantOf;
/** A Thursday. */
const THURSDAY = '2026-11-26';
const day = (from = THURSDAY, until = '2026-11-27') => ({ from: at(from), until: at(until) });
const dues = (rule: CareTimes, span = day()) => duesOf(rule, span).map(({ due }) => textOf(due).slice(8, 16));

describe('what falls due', () => {
  it('at clock times, with its window', () => {
    const rule = times({ clocks: ['08:00', '20:30'] });
    assert.deepEqual(dues(rule), ['26 08:00', '26 20:30']);
    assert.deepEqual(
      duesOf(rule, day()).map(({ opens, closes }) => [clockOf(opens), clockOf(closes)]),
      [
        ['07:30', '09:00'],
        ['20:00', '21:30'],
      ],
    );
  });

  it('every so many hours within a window, its end included', () => {
    const every = (everyHours: number, windowStart: string, windowEnd: string) =>
      times({ mode: 'every', everyHours, windowStart, windowEnd });
    assert.deepEqual(dues(every(4, '06:00', '22:00')), ['26 06:00', '26 10:00', '26 14:00', '26 18:00', '26 22:00']);
    assert.deepEqual(dues(every(5, '06:00', '22:00')), ['26 06:00', '26 11:00', '26 16:00', '26 21:00']);
    assert.deepEqual(dues(every(6, '00:00', '00:00')), ['26 00:00', '26 06:00', '26 12:00', '26 18:00']);
    assert.equal(dues(every(2, '00:00', '00:00')).length, 12);
    assert.deepEqual(dues(every(24, '09:00', '09:00')), ['26 09:00']);
    // Over midnight: the end of the night before, then the beginning of the next.
    assert.deepEqual(dues(every(3, '21:00', '06:00')), ['26 00:00', '26 03:00', '26 06:00', '26 21:00']);
  });

  it('once in every shift, until so long before its end', () => {
    const rule = times({ mode: 'shift' });
    assert.deepEqual(dues(rule), ['26 07:00', '26 15:00', '26 23:00']);
    assert.deepEqual(
      duesOf(rule, day()).map(({ opens, closes }) => [textOf(opens).slice(8, 16), textOf(closes).slice(8, 16)]),
      [
        ['26 00:00', '26 08:00'],
        ['26 08:00', '26 16:00'],
        ['26 16:00', '27 00:00'],
      ],
    );
    const late = duesOf({ ...rule, afterMinutes: 720 }, day());
    assert.deepEqual(
      late.map(({ opens, due }) => due - opens),
      [0, 0, 0],
    );
  });

  it('on some weekdays only; a night belongs to the day on which it begins', () => {
    const week = { from: at('2026-11-23'), until: at('2026-11-30') };
    assert.deepEqual(dues(times({ clocks: ['09:30'], weekdays: [2, 4] }), week), ['24 09:30', '26 09:30']);
    assert.deepEqual(dues(times({ clocks: ['09:30'], weekdays: [7] }), week), ['29 09:30']);
    const night = times({ mode: 'every', everyHours: 4, windowStart: '22:00', windowEnd: '06:00', weekdays: [4] });
    assert.deepEqual(dues(night, week), ['26 22:00', '27 02:00', '27 06:00']);
  });

  it('within the span only: on the day on which a plan begins, ends, or is replaced at noon', () => {
    const rule = times({ clocks: ['08:00', '12:00', '20:00'] });
    const span = day();
    const within = (starts_at: string, ends_at: string | null) => {
      const part = spanInForce({ starts_at, ends_at }, span);
      return part === null ? [] : dues(rule, part);
    };
    assert.deepEqual(within('2026-11-20 00:00:00', null), ['26 08:00', '26 12:00', '26 20:00']);
    assert.deepEqual(within(`${THURSDAY} 10:00:00`, null), ['26 12:00', '26 20:00']);
    assert.deepEqual(within('2026-11-20 00:00:00', `${THURSDAY} 12:00:00`), ['26 08:00']);
    // What replaces it begins with what is due at that very moment.
    assert.deepEqual(within(`${THURSDAY} 12:00:00`, null), ['26 12:00', '26 20:00']);
    assert.deepEqual(within('2026-11-20 00:00:00', `${THURSDAY} 00:00:00`), []);
    assert.deepEqual(within('2026-11-27 00:00:00', null), []);
    assert.equal(
      spanInForce({ starts_at: '2026-11-20 00:00:00', ends_at: null }, { from: at('2026-11-27'), until: at('2026-11-27') }),
      null,
    );
  });
});

describe('times', () => {
  it('are refused where they cannot be', () => {
    for (const [rule, problem] of [
      [times({ clocks: ['08:00'] }), null],
      [times({}), '请填写执行时刻'],
      [times({ clocks: ['08:00', '08:00'] }), '执行时刻不能重复'],
      [times({ clocks: ['08:00'], weekdays: [1, 1] }), '星期不能重复'],
      [times({ mode: 'every' }), '请填写间隔小时数'],
      [times({ mode: 'every', everyHours: 2, windowStart: '06:00' }), '请填写开始和结束时刻'],
      [times({ mode: 'every', everyHours: 2, windowStart: '06:00', windowEnd: '22:00' }), null],
      [times({ mode: 'shift' }), null],
    ] as const)
      assert.equal(timesProblem(rule), problem);
  });

  it('keep only what belongs to their mode, in order', () => {
    assert.deepEqual(
      ownTimes(times({ mode: 'shift', clocks: ['08:00'], everyHours: 2, windowStart: '06:00', windowEnd: '22:00', weekdays: [5, 2] })),
      times({ mode: 'shift', weekdays: [2, 5] }),
    );
    assert.deepEqual(ownTimes(times({ clocks: ['20:00', '08:00'] })).clocks, ['08:00', '20:00']);
  });

  it('are said in words', () => {
    for (const [rule, text] of [
      [times({ clocks: ['08:00', '20:00'] }), '每天 08:00、20:00'],
      [times({ clocks: ['09:30'], weekdays: [2, 5] }), '周二、周五 09:30'],
      [times({ mode: 'shift' }), '每天 每班一次'],
      [times({ mode: 'every', everyHours: 2, windowStart: '06:00', windowEnd: '22:00' }), '每天 06:00至22:00每2小时'],
      [times({ mode: 'every', everyHours: 2, windowStart: '00:00', windowEnd: '00:00' }), '每天 全天每2小时'],
    ] as const)
      assert.equal(timesText(rule), text);
  });

  it('know the shift of a moment', () => {
    const shift = (text: string) => {
      const { from, until } = careShiftAt(at(text));
      return [textOf(from).slice(8, 16), textOf(until).slice(8, 16)];
    };
    assert.deepEqual(shift('2026-11-26 07:59:59'), ['26 00:00', '26 08:00']);
    assert.deepEqual(shift('2026-11-26 08:00:00'), ['26 08:00', '26 16:00']);
    assert.deepEqual(shift('2026-11-26 23:10:00'), ['26 16:00', '27 00:00']);
  });
});
