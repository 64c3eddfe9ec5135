import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { ruleSays, ruleText } from './call-job-people.rules.ts';

describe('the people of outbound jobs', () => {
  it('ruleSays: a rule without a condition says nothing', () => {
    assert.deepEqual([{}, { building: '' }, { visitDue: false }].map(ruleSays), [false, false, false]);
    assert.deepEqual([{ birthdayDays: 0 }, { balanceBelow: 0 }, { visitDue: true }].map(ruleSays), [true, true, true]);
  });

  it('ruleText: says all conditions in words', () => {
    assert.equal(ruleText({ birthdayDays: 0, building: '1号楼' }), '住1号楼，当天生日');
    assert.equal(ruleText({ birthdayDays: 3, balanceBelow: 100, assessedBefore: 180 }), '3天内生日，余额低于¥100.00，180天没有评估');
    assert.equal(ruleText({ assessmentDue: true, returnedDays: 1, visitDue: true }), '评估已到期，昨天出院返回，探访到期未做');
    assert.equal(ruleText({ ability: 2, careLevel: 3, returnedDays: 7 }, { ability: '中度' }), '能力等级中度，护理等级3，7天内出院返回');
    assert.equal(ruleText({}), '');
  });
});
