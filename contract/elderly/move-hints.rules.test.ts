import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { moveHints, type BedMovement } from './move-hints.rules.ts';

const hints = (movement: Partial<BedMovement>) =>
  moveHints({ gender: 1, men: 0, women: 0, fromFee: null, toFee: null, contractFee: null, ...movement });

describe('moveHints', () => {
  it('names those of the other sex in the room, and only them', () => {
    assert.deepEqual(hints({ men: 2 }), []);
    assert.deepEqual(hints({ women: 2 }), ['新房间内现住2位女性']);
    assert.deepEqual(hints({ gender: 2, men: 1, women: 1 }), ['新房间内现住1位男性']);
    assert.deepEqual(hints({ gender: null, men: 1, women: 1 }), []);
  });

  it('says what the price becomes, when it does, and that the contract stays', () => {
    assert.deepEqual(hints({ fromFee: 1500, toFee: 1500, contractFee: 1500 }), []);
    assert.deepEqual(hints({ toFee: 1500 }), ['床位价格每月1500.00元']);
    assert.deepEqual(hints({ fromFee: 1500, toFee: 2000.5 }), ['床位价格由每月1500.00元变为2000.50元，多500.50元']);
    assert.deepEqual(hints({ fromFee: 2000, toFee: 1500, contractFee: 1800 }), [
      '床位价格由每月2000.00元变为1500.00元，少500.00元',
      '合同约定床位费每月1800.00元，换床不改变合同，需要调整时请签变更协议',
    ]);
    assert.deepEqual(hints({ fromFee: 1500, contractFee: 1800 }), [], 'a bed without a price');
  });
});
