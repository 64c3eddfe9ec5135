import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { DAY, clockOf, dayOf, instantOf } from '../time.ts';
import {
  coverageOf,
  missedWindows,
  monthSpan,
  patrolWindowAt,
  patrolWindows,
  shiftNumberAt,
  windowsBetween,
} from './patrol-windows.rules.ts';

const at = (text: string) => instantOf(`2026-03-${text}`);
const settings = { PATROL_DAY_HOURS: 2, PATROL_NIGHT_ROUNDS: 4 };
const text = ({ from, until }: { from: number; until: number }) => `${clockOf(from)}-${clockOf(until)}`;

describe('when a floor should be walked through', () => {
  it('is by day every so many hours, the last span as short as the shift leaves it', () => {
    assert.deepEqual(patrolWindows(at('05 09:30'), settings).map(text), ['08:00-10:00', '10:00-12:00', '12:00-14:00', '14:00-16:00']);
    assert.deepEqual(patrolWindows(at('05 20:00'), { ...settings, PATROL_DAY_HOURS: 3 }).map(text), [
      '16:00-19:00',
      '19:00-22:00',
      '22:00-00:00',
    ]);
  });

  it('is in the night so often, evenly apart', () => {
    assert.deepEqual(patrolWindows(at('05 03:00'), settings).map(text), ['00:00-02:00', '02:00-04:00', '04:00-06:00', '06:00-08:00']);
    assert.deepEqual(patrolWindows(at('05 03:00'), { ...settings, PATROL_NIGHT_ROUNDS: 2 }).map(text), ['00:00-04:00', '04:00-08:00']);
  });

  it('is never where none is asked for', () => {
    assert.deepEqual(patrolWindows(at('05 09:00'), { ...settings, PATROL_DAY_HOURS: 0 }), []);
    assert.deepEqual(patrolWindows(at('05 01:00'), { ...settings, PATROL_NIGHT_ROUNDS: 0 }), []);
    assert.equal(patrolWindowAt(at('05 09:00'), { ...settings, PATROL_DAY_HOURS: 0 }), null);
  });

  it('is now in the span that has begun and is not over', () => {
    assert.equal(text(patrolWindowAt(at('05 10:00'), settings)!), '10:00-12:00');
    assert.equal(text(patrolWindowAt(at('05 09:59'), settings)!), '08:00-10:00');
    assert.deepEqual(
      ['05 07:59', '05 08:00', '05 23:59'].map((clock) => shiftNumberAt(at(clock))),
      [0, 1, 2],
    );
  });
});

describe('the rounds that are missing', () => {
  const day = windowsBetween(at('05 00:00'), at('06 00:00'), settings);

  it('are the spans of a day that are over and in which none began', () => {
    assert.equal(day.length, 12);
    const begun = [at('05 00:30'), at('05 01:30'), at('05 04:00'), at('05 09:00')];
    assert.deepEqual(missedWindows(day, begun, at('05 10:30')).map(text), ['02:00-04:00', '06:00-08:00']);
    assert.deepEqual(missedWindows(day, [], at('05 01:59')), []);
    assert.deepEqual(windowsBetween(at('05 01:00'), at('05 05:00'), settings).map(text), ['02:00-04:00', '04:00-06:00']);
  });

  it('are counted by shift, two rounds in one span once', () => {
    const begun = [at('05 00:30'), at('05 01:30'), at('05 09:00'), at('05 11:00')];
    const [night, noon, evening] = coverageOf(day, begun, at('05 12:00'));
    assert.deepEqual([night!.expected, night!.done, night!.missed.map(text)], [4, 1, ['02:00-04:00', '04:00-06:00', '06:00-08:00']]);
    assert.deepEqual([noon!.expected, noon!.done], [2, 2]);
    assert.deepEqual([evening!.expected, evening!.done, evening!.missed], [0, 0, []]);
  });

  it('of a month are those from its first day up to the next one', () => {
    const { from, until } = monthSpan('2026-02');
    assert.deepEqual([dayOf(from), dayOf(until), (until - from) / DAY], ['2026-02-01', '2026-03-01', 28]);
    assert.equal(dayOf(monthSpan('2026-12').until), '2027-01-01');
  });
});
