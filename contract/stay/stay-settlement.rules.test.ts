import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settle } from './stay-settlement.rules.ts';

const of = (dueFen: number, cashFen: number, depositFen: number, grantFen = 0) => {
  const { fromCashFen, fromDepositFen, refundFen, payFen, grantBackFen } = settle(dueFen, { cashFen, grantFen, depositFen });
  return [fromCashFen, fromDepositFen, refundFen, payFen, grantBackFen];
};

describe('what is due at the end', () => {
  it('is taken from the own money, and the rest of it and the deposit are paid back', () => {
    assert.deepEqual(of(100, 300, 500), [100, 0, 700, 0, 0]);
    assert.deepEqual(of(0, 0, 0), [0, 0, 0, 0, 0]);
  });

  it('is then taken from the deposit, and what even that does not reach must be paid', () => {
    assert.deepEqual(of(400, 300, 500), [300, 100, 400, 0, 0]);
    assert.deepEqual(of(1000, 300, 500), [300, 500, 0, 200, 0]);
  });

  it('comes with what was owed before', () => {
    assert.deepEqual(of(100, -50, 500), [0, 150, 350, 0, 0]);
    assert.deepEqual(of(100, -50, 0), [0, 0, 0, 150, 0]);
  });

  it('is paid back when it is below nothing', () => {
    assert.deepEqual(of(-80, 20, 0), [-80, 0, 100, 0, 0]);
    assert.deepEqual(of(-80, -100, 0), [-80, 0, 0, 20, 0]);
  });

  it('never touches subsidies: they go back to their giver', () => {
    assert.deepEqual(of(100, 0, 0, 900), [0, 0, 0, 100, 900]);
  });
});
