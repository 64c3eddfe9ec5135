import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { calculate, formulaOf } from './formulas.rules.ts';

const ANSWERS = { field101: 10, field102: 4, field103: 0.1, field104: 0.2, field105: '7', field106: [1, 2], field107: NaN, field108: 0 };

describe('a formula', () => {
  it('reckons with answers and numbers, multiplication first, from the left', () => {
    for (const [text, wanted] of [
      ['field101 + field102 * 2', 18],
      ['(field101 + field102) * 2', 28],
      ['10 - 4 - 3', 3],
      ['100/5/2', 10],
      ['-field102 + 1', -3],
      ['- -2', 2],
      ['2*-3', -6],
      ['field103+field104', 0.3],
      ['sum(field101, field102, 1)', 15],
      ['min(field101, field102)', 4],
      ['max(field101, field102, 2 * 9)', 18],
      ['round(field101 / 3, 2)', 3.33],
      ['round(2.5)', 3],
      ['round(-2.5)', -3],
      ['round(1.005, 2)', 1.01],
      [' field101 ', 10],
    ] as const)
      assert.equal(calculate(text, ANSWERS), wanted, text);
    assert.equal(calculate('field101 / 3', ANSWERS, 1), 3.3);
  });

  it('gives nothing when a number that it needs is missing or there is none; sum, min and max are of what was answered', () => {
    for (const [text, wanted] of [
      ['field101 + field999', null],
      ['field105 + 1', null],
      ['field106 + 1', null],
      ['field107 + 1', null],
      ['field101 / field108', null],
      ['sum(field101, field999)', 10],
      ['sum(field998, field999)', null],
      ['max(field999, field102)', 4],
      ['round(1, 7)', null],
      ['round(1, 0.5)', null],
    ] as const)
      assert.equal(calculate(text, ANSWERS), wanted, text);
  });

  it('is no formula with anything else in it', () => {
    for (const text of [
      '',
      '1 +',
      '+ 1',
      '1 2',
      '(1',
      '1)',
      'sum()',
      'sum(1,)',
      'round(1, 2, 3)',
      'pow(1, 2)',
      'sum 1',
      'field',
      'field101.x',
      'constructor',
      'alert(1)',
      '1e9',
      '2 ** 3',
      'a'.repeat(201),
      `${'('.repeat(101)}1${')'.repeat(101)}`,
    ])
      assert.equal(formulaOf(text), null, text);
    assert.ok(formulaOf(`${'('.repeat(99)}1${')'.repeat(99)}`));
  });
});
