import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { carersNeeded, hoursOf, hoursProblem, ratiosOf, ratiosProblem, shortages, shortOn, withoutLeaves } from './staffing.rules.ts';

const DAY = '2026-11-16';
const shift = (from: string, to: string) => ({ startTime: `2026-11-${from}:00`, endTime: `2026-11-${to}:00` });
const words = (parts: { from: string; to: string; lacking: number }[]) => parts.map(({ from, to, lacking }) => `${from}-${to} ${lacking}`);

describe('ratiosOf, hoursOf', () => {
  it('read five whole numbers by level, and hours of one day', () => {
    assert.deepEqual(ratiosOf('15, 10，6,3,0'), [15, 10, 6, 3, 0]);
    for (const text of ['', '15,10,6,3', '15,10,6,3,x', '15,10,6,3,3.5', '1,2,3,4,5,6', '-1,2,3,4,5']) assert.equal(ratiosOf(text), null);
    assert.deepEqual(hoursOf('07:00 - 21:30'), ['07:00', '21:30']);
    for (const text of ['', '7-21', '21:00-07:00', '07:00-07:00', '07:00-25:00', '07:00-12:00-21:00']) assert.equal(hoursOf(text), null);
    assert.equal(ratiosProblem(''), null);
    assert.match(ratiosProblem('15') ?? '', /5个/);
    assert.match(hoursProblem('') ?? '', /起止时刻/);
  });
});

describe('carersNeeded', () => {
  it('adds the shares of all levels and rounds up once; a level of ratio 0 needs no carer', () => {
    const need = (...levels: [people: number, ratio: number][]) => carersNeeded(levels.map(([people, ratio]) => ({ people, ratio })));
    assert.equal(need(), 0);
    assert.equal(need([15, 15]), 1);
    assert.equal(need([16, 15]), 2);
    assert.equal(need([5, 15], [10, 15]), 1, '1/3 + 2/3 is one');
    assert.equal(need([20, 15], [9, 6], [4, 3]), 5, '1.33 + 1.5 + 1.33');
    assert.equal(need([50, 0], [1, 3]), 1);
  });
});

describe('withoutLeaves', () => {
  it('leaves of a shift what no leave covers', () => {
    const of = (...leaves: ReturnType<typeof shift>[]) =>
      withoutLeaves([shift('16 07:00', '16 15:00')], leaves).map(
        ({ startTime, endTime }) => `${startTime.slice(11, 16)}-${endTime.slice(11, 16)}`,
      );
    assert.deepEqual(of(), ['07:00-15:00']);
    assert.deepEqual(of(shift('16 00:00', '17 00:00')), []);
    assert.deepEqual(of(shift('16 09:00', '16 10:00')), ['07:00-09:00', '10:00-15:00']);
    assert.deepEqual(of(shift('16 00:00', '16 12:00')), ['12:00-15:00']);
    assert.deepEqual(of(shift('15 00:00', '15 12:00'), shift('16 14:00', '16 20:00')), ['07:00-14:00']);
  });
});

describe('shortages', () => {
  it('names the hours in which too few carers are there, and how many are lacking', () => {
    const early = shift('16 07:00', '16 15:00');
    const late = shift('16 15:00', '16 23:00');
    const of = (shifts: ReturnType<typeof shift>[], needed: number) => words(shortages(shifts, DAY, ['07:00', '21:00'], needed));
    assert.deepEqual(of([], 2), ['07:00-21:00 2']);
    assert.deepEqual(of([], 0), []);
    assert.deepEqual(of([early, late], 1), []);
    assert.deepEqual(of([early, late], 2), ['07:00-21:00 1'], 'one for the whole day, though the shifts change');
    assert.deepEqual(of([early, early, late], 2), ['15:00-21:00 1']);
    assert.deepEqual(of([early, early, late, shift('16 19:00', '17 07:00')], 2), ['15:00-19:00 1']);
  });
});

describe('shortOn', () => {
  it('counts nights by their own number, on both sides of the day, and not at all without one', () => {
    const shifts = [shift('15 23:00', '16 07:00'), shift('16 07:00', '16 21:00')];
    const need = { dayFrom: '07:00', dayTo: '21:00', needed: 2 };
    assert.deepEqual(words(shortOn(DAY, shifts, { ...need, neededAtNight: null })), ['07:00-21:00 1']);
    assert.deepEqual(words(shortOn(DAY, shifts, { ...need, neededAtNight: 1 })), ['07:00-21:00 1', '21:00-24:00 1']);
    assert.deepEqual(words(shortOn(DAY, shifts, { ...need, needed: null, neededAtNight: 2 })), ['00:00-07:00 1', '21:00-24:00 2']);
  });
});
