import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { earnestUses, settleProblem, splitEarnest } from './earnests.rules.ts';

describe('splitEarnest', () => {
  const split = (fen: number, to: number, depositFen: number, depositPaidFen = 0) =>
    Object.values(splitEarnest(fen, to, { depositFen, depositPaidFen }));

  it('fills the deposit that the contract asks for, the rest is prepaid', () => {
    assert.deepEqual(split(100_000, earnestUses.deposit, 450_000), [100_000, 0]);
    assert.deepEqual(split(100_001, earnestUses.deposit, 100_000), [100_000, 1]);
    assert.deepEqual(split(100_000, earnestUses.deposit, 450_000, 400_050), [49_950, 50_050]);
    assert.deepEqual(split(100_000, earnestUses.deposit, 450_000, 450_000), [0, 100_000]);
    assert.deepEqual(split(100_000, earnestUses.deposit, 450_000, 500_000), [0, 100_000], 'more was paid than is asked for');
  });

  it('is prepaid as a whole where staff say so, and never more or less than it was', () => {
    assert.deepEqual(split(100_000, earnestUses.prepaid, 450_000), [0, 100_000]);
    for (const fen of [0, 1, 99, 12_345, 450_000, 450_001])
      for (const to of [1, 2])
        assert.equal(
          split(fen, to, 450_000, 123).reduce((sum, part) => sum + part, 0),
          fen,
        );
  });
});

describe('settleProblem', () => {
  it('wants all of it decided, to the fen', () => {
    assert.equal(settleProblem({ leftFen: 100_000, returnedFen: 70_000, keptFen: 30_000 }), null);
    assert.equal(settleProblem({ leftFen: 100_000, returnedFen: 100_000, keptFen: 0 }), null);
    assert.equal(settleProblem({ leftFen: 100_000, returnedFen: 70_000, keptFen: 29_999 }), '退还与不退之和应等于定金余额¥1,000.00');
    assert.equal(settleProblem({ leftFen: 0, returnedFen: 0, keptFen: 0 }), '没有可处理的定金');
  });
});
