import { hourOf } from '#contract/time.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gapOf, nearest, runs, thin, timeTicks, valueTicks } from './trend-scale.ts';

const point = (at: number, value = at) => ({ at, value, low: value, high: value });
const time = (text: string) => Date.parse(`${text}+08:00`);

describe('trends', () => {
  it('have round values that enclose what was measured', () => {
    assert.deepEqual(valueTicks(61, 98), [60, 70, 80, 90, 100]);
    assert.deepEqual(valueTicks(36.2, 37.1), [36, 36.5, 37, 37.5]);
    assert.deepEqual(valueTicks(0, 0), [0, 0.5]);
    const flat = valueTicks(96, 96);
    assert.ok((flat[0] as number) <= 96 && (flat.at(-1) as number) >= 96 && flat.length > 1);
  });
  it('count Shanghai’s hours, and its midnights over a week', () => {
    const day = timeTicks(time('2026-11-20T13:30:00'), time('2026-11-21T13:30:00'));
    assert.deepEqual(
      day.map(({ at }) => hourOf(at)),
      [16, 20, 0, 4, 8, 12],
    );
    assert.deepEqual(
      day.map(({ midnight }) => midnight),
      [false, false, true, false, false, false],
    );
    const week = timeTicks(time('2026-11-14T13:30:00'), time('2026-11-21T13:30:00'));
    assert.equal(week.length, 7);
    assert.equal(week[0]?.at, time('2026-11-15T00:00:00'));
  });
  it('have few enough ticks for a month and a year', () => {
    const month = timeTicks(time('2026-10-22T13:30:00'), time('2026-11-21T13:30:00'));
    assert.ok(month.length >= 5 && month.length <= 7);
    const year = timeTicks(time('2025-11-21T13:30:00'), time('2026-11-21T13:30:00'));
    assert.deepEqual([year.length, year[0]?.at, year.at(-1)?.at], [12, time('2025-12-01T00:00:00'), time('2026-11-01T00:00:00')]);
  });
  it('keep the worst of what is out of bounds', () => {
    const [one] = thin([{ ...point(1), tone: 'watch' as const, manual: true }, { ...point(2), tone: 'urgent' as const }, point(3)], 10);
    assert.deepEqual([one?.tone, one?.manual], ['urgent', undefined]);
    assert.equal(thin([{ ...point(1), manual: true }], 10)[0]?.manual, true);
  });
  it('are not drawn over a pause', () => {
    assert.deepEqual(
      runs(
        [1, 2, 3, 10, 11, 30].map((at) => point(at)),
        5,
      ).map((run) => run.map(({ at }) => at)),
      [[1, 2, 3], [10, 11], [30]],
    );
    assert.deepEqual(runs([], 5), []);
  });
  it('are broken by an unusual pause only', () => {
    assert.equal(
      gapOf(
        [0, 1, 2, 3, 50].map((at) => point(at)),
        3,
      ),
      3,
    );
    assert.equal(
      gapOf(
        [0, 80, 160, 240].map((at) => point(at)),
        3,
      ),
      200,
    );
    assert.equal(gapOf([], 3), 3);
  });
  it('keep a spike when they are thinned', () => {
    const points = Array.from({ length: 1000 }, (_, at) => point(at, at === 501 ? 190 : 70));
    const few = thin(points, 10);
    assert.equal(few.length, 100);
    assert.equal(Math.max(...few.map(({ high }) => high)), 190);
    assert.deepEqual(few[0], { at: 4.5, value: 70, low: 70, high: 70 });
    assert.deepEqual(
      thin([point(5), point(905), point(906)], 10).map(({ at }) => at),
      [5, 905.5],
    );
  });
  it('find the point under the pointer', () => {
    const points = [point(10), point(20), point(40)];
    assert.equal(nearest(points, 28), 1);
    assert.equal(nearest(points, 31), 2);
    assert.equal(nearest([], 5), -1);
  });
});
