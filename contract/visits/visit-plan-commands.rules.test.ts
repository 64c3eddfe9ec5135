import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closedVisitPlan, decideVisitPlan, type VisitPlanCommand } from './visit-plan-commands.rules.ts';

const decided = (state: number, command: VisitPlanCommand) => {
  const decision = decideVisitPlan({ state }, command);
  return 'refusal' in decision ? decision.refusal : decision.change?.set;
};

describe('a plan of visits', () => {
  it('is begun, rests, goes on, and ends for good with a reason', () => {
    assert.deepEqual(decided(1, { action: 'start' }), { state: 2 });
    assert.deepEqual(decided(2, { action: 'pause' }), { state: 3 });
    assert.deepEqual(decided(3, { action: 'start' }), { state: 2 });
    assert.deepEqual(decided(2, { action: 'end', reason: '项目结束' }), { state: 4, end_reason: '项目结束' });
    assert.deepEqual(decided(3, { action: 'end', reason: '项目结束' }), { state: 4, end_reason: '项目结束' });
    assert.deepEqual(decided(2, { action: 'edit' }), {});
  });

  it('refuses what its state does not allow', () => {
    assert.equal(decided(2, { action: 'start' }), '探访计划执行中，不能开始执行');
    assert.equal(decided(1, { action: 'pause' }), '探访计划草稿，不能暂停');
    assert.equal(decided(1, { action: 'end', reason: '不做了' }), '探访计划草稿，不能结束');
    assert.equal(decided(4, { action: 'edit' }), '探访计划已结束，不能修改');
  });

  it('is deleted only as a draft', () => {
    assert.deepEqual(
      [1, 2, 3, 4].map((state) => closedVisitPlan({ state }, 'delete')),
      [null, '探访计划执行中，不能删除', '探访计划已暂停，不能删除', '探访计划已结束，不能删除'],
    );
  });
});
