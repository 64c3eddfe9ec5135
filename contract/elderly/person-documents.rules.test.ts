import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { documentProblem, isIdentityPaper, shownNumber } from './person-documents.rules.ts';

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
    assert.equal(shownNumber(4, 'TJ-2026-0101-0134'), 'TJ-2026-0101-0134');
    assert.equal(shownNumber(1, null), null);
  });

  it('hides it on papers of other kinds too, since a medical insurance card often has it', () => {
    assert.equal(shownNumber(3, '11010519491231002X'), '110***********002X');
    assert.equal(isIdentityPaper(3, '110105 19491231 002x'), true);
    assert.equal(isIdentityPaper(3, '11010519491231'), false);
    assert.equal(isIdentityPaper(1, 'E12345678'), true);
  });
});
