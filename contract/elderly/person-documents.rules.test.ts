import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { documentProblem, shownNumber } from './person-documents.rules.ts';

const today = '2026-11-25';

describe('documentProblem', () => {
  it('refuses a paper that is issued tomorrow, and one that ends before it is issued', () => {
    assert.equal(documentProblem({ issuedDate: '2026-11-26' }, today), '签发日期不能晚于今天');
    assert.equal(documentProblem({ issuedDate: today, expireDate: '2026-11-24' }, today), '到期日期不能早于签发日期');
    assert.equal(documentProblem({ issuedDate: today, expireDate: today }, today), null);
    assert.equal(documentProblem({ expireDate: '2020-01-01' }, today), null);
  });
});

describe('shownNumber', () => {
  it('hides the middle of the number of an identity card only', () => {
    assert.equal(shownNumber(1, '110101195001010134'), '110***********0134');
    assert.equal(shownNumber(4, '110101195001010134'), '110101195001010134');
    assert.equal(shownNumber(1, null), null);
  });
});
