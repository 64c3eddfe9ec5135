import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { chiSquareOf, chiSquareTail } from './crosstab.rules.ts';

const near = (actual: number | undefined, wanted: number, within: number) =>
  assert.ok(actual !== undefined && Math.abs(actual - wanted) <= within, `${actual} is not ${wanted}`);

describe('the tail of chi-square', () => {
  it('is that of the printed tables of critical values', () => {
    // NIST/SEMATECH e-Handbook, 1.3.6.7.4: degrees, values at 0.10, 0.05, 0.025, 0.01, 0.001.
    const printed: [number, number[]][] = [
      [1, [2.706, 3.841, 5.024, 6.635, 10.828]],
      [2, [4.605, 5.991, 7.378, 9.21, 13.816]],
      [5, [9.236, 11.07, 12.833, 15.086, 20.515]],
      [10, [15.987, 18.307, 20.483, 23.209, 29.588]],
      [30, [40.256, 43.773, 46.979, 50.892, 59.703]],
      [100, [118.498, 124.342, 129.561, 135.807, 149.449]],
    ];
    for (const [degrees, values] of printed)
      for (const [at, p] of [0.1, 0.05, 0.025, 0.01, 0.001].entries()) near(chiSquareTail(values[at]!, degrees), p, p * 0.002);
  });

  it('is exp(-x/2) of two degrees, 1 at nothing, and never leaves 0 to 1', () => {
    for (const value of [0.01, 0.5, 1, 2, 3, 4, 7, 20, 100]) near(chiSquareTail(value, 2), Math.exp(-value / 2), 1e-12);
    for (const degrees of [1, 2, 7, 40]) {
      assert.equal(chiSquareTail(0, degrees), 1);
      let before = 1;
      for (let value = 0.25; value < 200; value += 0.25) {
        const p = chiSquareTail(value, degrees);
        assert.ok(p >= 0 && p <= before, `${value} of ${degrees}`);
        before = p;
      }
    }
  });
});

describe('the table of two questions', () => {
  it('gives what is published of party and gender (Agresti 2007, table 2.5)', () => {
    const found = chiSquareOf([
      [762, 327, 468],
      [484, 239, 477],
    ]);
    near(found?.chiSquare, 30.07, 0.005);
    near(found?.p, 2.954e-7, 5e-11);
    assert.deepEqual([found?.degrees, found?.rough], [2, false]);
  });

  it('gives what is published of the colours of hair and eyes (Snee 1974)', () => {
    const found = chiSquareOf([
      [68, 20, 15, 5],
      [119, 84, 54, 29],
      [26, 17, 14, 14],
      [7, 94, 10, 16],
    ]);
    near(found?.chiSquare, 138.29, 0.005);
    near(found?.v, 0.279, 0.0005);
    assert.equal(found?.degrees, 9);
  });

  it('leaves out answers that were never given', () => {
    const bare = chiSquareOf([
      [10, 20],
      [30, 15],
    ]);
    const empty = chiSquareOf([
      [10, 0, 20],
      [0, 0, 0],
      [30, 0, 15],
    ]);
    assert.deepEqual(empty, bare);
  });

  it('is 0 where the questions have nothing to do with each other, and V is 1 where one decides the other', () => {
    const none = chiSquareOf([
      [10, 30],
      [20, 60],
    ]);
    near(none?.chiSquare, 0, 1e-12);
    near(none?.p, 1, 1e-6);
    near(
      chiSquareOf([
        [25, 0],
        [0, 40],
      ])?.v,
      1,
      1e-12,
    );
  });

  it('says that p is rough when more than a fifth of the cells expect fewer than five', () => {
    assert.equal(
      chiSquareOf([
        [3, 2],
        [1, 4],
      ])?.rough,
      true,
    );
  });

  it('is nothing without two rows and two columns', () => {
    for (const table of [
      [],
      [[1, 2]],
      [[1], [2]],
      [
        [0, 0],
        [0, 0],
      ],
      [
        [3, 0],
        [4, 0],
      ],
    ])
      assert.equal(chiSquareOf(table), null);
  });
});
