import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkNumbers, countNumbers, MOST_NUMBERS } from './device-batches.rules.ts';

describe('a range of numbers', () => {
  it('counts both of its ends, also where a number is longer than a double is exact', () => {
    for (const [first, last, count] of [
      ['7', '7', 1],
      ['8650010001', '8650010100', 100],
      ['0001', '0100', 100],
      ['099', '101', 3],
      ['90071992547409920000001', '90071992547409920000010', 10],
    ] as const)
      assert.equal(countNumbers(first, last), count, `${first} to ${last}`);
  });

  it('that is no batch has no number or less, and what is no number is refused', () => {
    assert.equal(countNumbers('8', '7'), 0);
    assert.equal(countNumbers('8', '1'), -6);
    assert.throws(() => countNumbers('86a', '870'), SyntaxError);
  });

  it('is a batch up to the most that one may have', () => {
    const last = String(MOST_NUMBERS - 1).padStart(6, '0');
    assert.deepEqual([checkNumbers('000000', last), countNumbers('000000', last)], [null, MOST_NUMBERS]);
    const one = String(MOST_NUMBERS).padStart(6, '0');
    assert.deepEqual([checkNumbers('000000', one), countNumbers('000000', one)], [`一个批次最多${MOST_NUMBERS}个编号`, MOST_NUMBERS + 1]);
  });
});
