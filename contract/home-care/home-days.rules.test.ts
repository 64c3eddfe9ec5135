import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { MINUTE } from '../time.ts';
import { resultText, homeVisitPhaseLabels, visitPhaseOf } from './home-days.rules.ts';

const startsAt = 1_000_000_000_000;
const phase = (status: number, minutes: number) =>
  homeVisitPhaseLabels[visitPhaseOf({ status, startsAt, minutes: 30 }, startsAt + minutes * MINUTE)];

describe('a visit at home', () => {
  it('visitPhaseOf: late from the planned time on until the carer checks in, missed once it would be over', () => {
    assert.equal(phase(2, 0), '未出发');
    assert.equal(phase(2, 1), '迟到');
    assert.equal(phase(2, 29), '迟到');
    assert.equal(phase(2, 30), '未到');
  });
  it('visitPhaseOf: without a carer it is unassigned however late; what is begun, paused or done is so', () => {
    assert.deepEqual(
      [1, 3, 4, 5].map((status) => phase(status, 90)),
      ['未派单', '服务中', '已完成', '已暂停'],
    );
  });
  it('resultText: how a visit came out beside its plan', () => {
    const plan = { startsAt, minutes: 30 };
    assert.equal(resultText(plan, null, null), '');
    assert.equal(resultText(plan, startsAt + 12 * MINUTE, null), '比计划晚 12 分钟开始');
    assert.equal(resultText(plan, startsAt - 5 * MINUTE, startsAt + 30 * MINUTE), '比计划早 5 分钟开始，用时 35 分钟（计划 30 分钟）');
    assert.equal(resultText(plan, startsAt, startsAt + 30 * MINUTE), '准时开始，用时 30 分钟（计划 30 分钟）');
  });
});
