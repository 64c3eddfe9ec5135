import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { loadHint, moveHints, priceText, type BedMovement } from './move-hints.rules.ts';

const hints = (movement: Partial<BedMovement>) =>
  moveHints({ reserved: false, gender: 1, men: 0, women: 0, fromFee: null, toFee: null, contractFee: null, ...movement });

describe('moveHints', () => {
  it('names those of the other sex in the room, and only them', () => {
    assert.deepEqual(hints({ men: 2 }), []);
    assert.deepEqual(hints({ women: 2 }), ['新房间内现住2位女性']);
    assert.deepEqual(hints({ gender: 2, men: 1, women: 1 }), ['新房间内现住1位男性']);
    assert.deepEqual(hints({ gender: null, men: 1, women: 1 }), []);
  });

  it('says what the price becomes, when it does, and that the contract stays', () => {
    assert.deepEqual(hints({ fromFee: 1500, toFee: 1500, contractFee: 1500 }), []);
    assert.deepEqual(hints({ toFee: 1500 }), ['床位价格每月¥1,500.00']);
    assert.deepEqual(hints({ fromFee: 1500, toFee: 2000.5 }), ['床位价格由每月¥1,500.00变为¥2,000.50，多¥500.50']);
    assert.deepEqual(hints({ fromFee: 2000, toFee: 1500, contractFee: 1800 }), [
      '床位价格由每月¥2,000.00变为¥1,500.00，少¥500.00',
      '合同约定床位费每月¥1,800.00，换床不改变合同，需要调整时请签变更协议',
    ]);
    assert.deepEqual(hints({ fromFee: 1500, contractFee: 1800 }), [], 'a bed without a price');
  });

  it('leave what does not change to the price', () => {
    assert.equal(priceText({ fromFee: 1500, toFee: 1500 }), '床位价格不变，每月¥1,500.00');
    assert.equal(priceText({ fromFee: 1500, toFee: null }), '新床位没有登记价格');
    assert.equal(priceText({ fromFee: 1500, toFee: 2000 }), null);
    assert.equal(priceText({ fromFee: null, toFee: 2000 }), null);
  });

  it('says that a bed was reserved', () => {
    assert.deepEqual(hints({ reserved: true }), ['这张床位已预定，请先核对预定人']);
  });
});

describe('loadHint', () => {
  const load = (people: number, day: number | null, night: number | null = null, unrated = 0) => ({ people, unrated, day, night });

  it('says people and carers before and after, or that nothing changes', () => {
    const text = (before: ReturnType<typeof load>, after: ReturnType<typeof load>) => loadHint({ place: '1号楼 2层', before, after });
    assert.equal(text(load(18, 4, 2), load(17, 3, 2)), '1号楼 2层：在院18人，白天需4名、夜间需2名 → 在院17人，白天需3名、夜间需2名');
    assert.equal(text(load(18, 4), load(18, 4)), '1号楼 2层：照护人员需求不变，在院18人，白天需4名');
    assert.equal(text(load(18, null), load(17, null, null, 3)), '1号楼 2层：在院18人 → 在院17人');
    assert.equal(text(load(8, 1), load(9, 2, null, 3)), '1号楼 2层：在院8人，白天需1名 → 在院9人，白天需2名（3人未评估能力，未计入）');
  });
});
