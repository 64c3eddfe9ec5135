import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { farewellOf, numberPieces, spokenWords, toldPieces, type Piece } from './spoken.rules.ts';

const words = (said: readonly Piece[]) => said.map((piece) => spokenWords[piece]).join('');

describe('a number that is spoken', () => {
  it('is said as it is said in Chinese', () => {
    const said: [number, string][] = [
      [1, '一'],
      [2, '二'],
      [9, '九'],
      [10, '十'],
      [11, '十一'],
      [12, '十二'],
      [19, '十九'],
      [20, '二十'],
      [22, '二十二'],
      [99, '九十九'],
      [100, '一百'],
      [101, '一百零一'],
      [105, '一百零五'],
      [110, '一百一十'],
      [111, '一百一十一'],
      [112, '一百一十二'],
      [120, '一百二十'],
      [200, '二百'],
      [202, '二百零二'],
      [210, '二百一十'],
      [315, '三百一十五'],
      [990, '九百九十'],
      [999, '九百九十九'],
      [1000, '九百九十九'],
    ];
    for (const [number, text] of said) assert.equal(words(numberPieces(number)), text, String(number));
  });
  it('is another for every number from 1 to 999', () => {
    const all = new Set(Array.from({ length: 999 }, (_, at) => words(numberPieces(at + 1))));
    assert.equal(all.size, 999);
  });
});

describe('what a caller in a queue is told', () => {
  const told = (before: number, place = true, offer = false) => words(toldPieces({ before, place, offer }));
  it('is how many go before, and what the group offers', () => {
    assert.equal(told(0), '您是下一位请稍候');
    assert.equal(told(1), '您前面还有一位请稍候');
    assert.equal(told(2), '您前面还有两位请稍候');
    assert.equal(told(12), '您前面还有十二位请稍候');
    assert.equal(told(22), '您前面还有二十二位请稍候');
    assert.equal(told(3, true, true), '您前面还有三位请稍候按1，请我们回电');
    assert.equal(told(3, false, true), '请稍候按1，请我们回电');
    assert.equal(told(3, false, false), '');
  });
});

describe('what is said before the house ends a call', () => {
  const last = (disposition: string | null, callback = 0) => farewellOf({ disposition, callback });
  it('is what becomes of the caller; who spoke with a seat or hung up hears nothing', () => {
    assert.deepEqual([last('Voicemail', 1), last('Success', 1)], ['promise', 'promise']);
    assert.equal(last('Voicemail'), 'unknown');
    assert.deepEqual([last('QueuingTimeout'), last('QueuingOverflow'), last('QueuingFailed')], ['busy', 'busy', 'closed']);
    for (const disposition of ['Success', 'AbandonedInQueue', 'IVRException', 'Cancelled', null]) assert.equal(last(disposition), null);
    assert.equal(last('Success', 2), null);
  });
});
