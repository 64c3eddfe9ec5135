import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSum, shownSum } from './typed-money.ts';

describe('a sum in its field', () => {
  it('stands in groups of three, with two decimals once nobody types', () => {
    assert.equal(shownSum('1280.5', { userTyping: true }), '1,280.5');
    assert.equal(shownSum('1280.5', { userTyping: false }), '1,280.50');
    assert.equal(shownSum(-1_000_000, { userTyping: false }), '-1,000,000.00');
    assert.equal(shownSum('', { userTyping: false }), '');
    assert.equal(shownSum(undefined, { userTyping: false }), '');
    assert.equal(shownSum('-', { userTyping: true }), '-');
  });

  it('is read as people write and paste it', () => {
    for (const text of ['1280.50', '1,280.50', '¥1,280.50', '￥ 1，280.50', '1280.50元', '１２８０.50'])
      assert.equal(readSum(text), '1280.50');
    assert.equal(readSum('-12'), '-12');
    assert.equal(readSum('十二'), '十二');
    assert.equal(readSum(undefined), '');
  });
});
