import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { admissionFormNames, admissionForms, consents, inFileOrder, withBlankRows } from './admission-forms.rules.ts';

describe('the forms of an admission', () => {
  it('are printed in the order of the file, not in that of choosing', () => {
    assert.deepEqual(inFileOrder(['deposit', 'contract', 'application']), ['application', 'contract', 'deposit']);
    assert.deepEqual(inFileOrder([...admissionFormNames].toReversed()), admissionFormNames);
    assert.deepEqual(inFileOrder([]), []);
    assert.deepEqual(inFileOrder(['unknown']), []);
    assert.equal(new Set(Object.values(admissionForms)).size, 8);
  });

  it('ask for each consent once, in words', () => {
    assert.equal(new Set(consents.map(({ title }) => title)).size, consents.length);
    for (const { text } of consents) assert.match(text, /。$/);
  });

  it('leave empty rows to be written by hand below those that are known', () => {
    assert.deepEqual(withBlankRows(['张强'], 3), ['张强', null, null]);
    assert.deepEqual(withBlankRows(['张强', '张丽'], 2), ['张强', '张丽']);
    assert.deepEqual(withBlankRows(['张强', '张丽'], 1), ['张强', '张丽']);
    assert.deepEqual(withBlankRows([], 2), [null, null]);
  });
});
