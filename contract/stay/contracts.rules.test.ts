import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  admissionNumber,
  changeProblem,
  contractNumber,
  contractStateLabels,
  contractStates,
  daysLeft,
  partNumber,
} from './contracts.rules.ts';

describe('contracts', () => {
  it('have numbers of their day, and change agreements the number of their contract', () => {
    assert.equal(contractNumber('2026-11-25', 7), 'HT20261125007');
    assert.equal(admissionNumber('2026-11-25', 12), 'RZ20261125012');
    assert.equal(partNumber({ number: 'HT20261125007', part: 1 }), 'HT20261125007');
    assert.equal(partNumber({ number: 'HT20261125007', part: 3 }), 'HT20261125007-2');
    for (const state of Object.values(contractStates)) assert.ok(contractStateLabels[state]);
  });

  it('are changed from a later day on, at most 31 days late, and not once they have ended', () => {
    const last = { effectiveDate: '2026-10-01', endedDate: null };
    const next = { effectiveDate: '2026-12-01', endDate: '2027-09-30' };
    const today = '2026-11-25';
    assert.equal(changeProblem(last, next, today), null);
    assert.equal(changeProblem({ ...last, endedDate: '2026-11-20' }, next, today), '合同已终止，不能变更');
    assert.equal(changeProblem(last, { ...next, effectiveDate: '2026-10-01' }, today), '生效日期应晚于上一版的生效日期2026-10-01');
    assert.equal(changeProblem(last, { ...next, effectiveDate: '2026-10-24' }, today), '生效日期不能早于31天前');
    assert.equal(changeProblem(last, { ...next, effectiveDate: '2027-11-27', endDate: '2028-01-01' }, today), '生效日期不能晚于366天后');
    assert.equal(changeProblem(last, { ...next, endDate: '2026-11-30' }, today), '到期日期不能早于生效日期');
  });

  it('end in so many days', () => {
    assert.equal(daysLeft('2026-12-25', '2026-11-25'), 30);
    assert.equal(daysLeft('2026-11-24', '2026-11-25'), -1);
  });
});
