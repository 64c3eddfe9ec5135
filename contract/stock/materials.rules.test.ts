import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { changeOf, hundredths, isLow, movementKind, movementKindLabels, ofHundredths, shortageText } from './materials.rules.ts';

describe('stock', () => {
  it('comes in, goes out, and is corrected to what was counted', () => {
    for (const [kind, quantity, balance, change] of [
      [movementKind.in, 5, 10, 5],
      [movementKind.out, 5, 10, -5],
      [movementKind.correction, 7, 10, -3],
      [movementKind.correction, 10, 10, 0],
      [movementKind.correction, 0.3, 0.1, 0.2],
      [movementKind.correction, 0, 2.5, -2.5],
    ] as const)
      assert.equal(changeOf(kind, quantity, balance), change);
  });

  it('is summed exactly', () => {
    let sum = 0;
    for (let n = 0; n < 1000; n++) sum += hundredths(0.1) + hundredths(0.2);
    assert.equal(ofHundredths(sum), 300);
  });

  it('is low at the safety quantity, and never without one', () => {
    for (const [quantity, safetyQuantity, low] of [
      [10, 10, true],
      [10.01, 10, false],
      [0, 10, true],
      [0, 0, false],
    ] as const)
      assert.equal(isLow({ quantity, safetyQuantity }), low);
  });

  it('has a word for every kind, and says what is missing', () => {
    for (const kind of Object.values(movementKind)) assert.ok(movementKindLabels[kind]);
    assert.equal(shortageText('护理垫', '片', 3, 5.5), '库存不足：护理垫仅剩3片，需要5.5片');
  });
});
