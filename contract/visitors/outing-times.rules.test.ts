import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { awayProblem, outingKinds, planProblem } from './outing-times.rules.ts';

const { outing, hospital } = outingKinds;
const NOW = '2026-06-20 12:00:00';
const at = (day: number, clock = '09:00') => `2026-06-${String(day).padStart(2, '0')} ${clock}:00`;

describe('planProblem', () => {
  it('wants the return after leaving, and no outing of months', () => {
    assert.equal(planProblem({ kind: outing, leaveTime: at(1), dueTime: at(2) }), null);
    assert.equal(planProblem({ kind: outing, leaveTime: at(2), dueTime: at(2) }), '预计返回时间应晚于离开时间');
    assert.equal(planProblem({ kind: outing, leaveTime: at(1), dueTime: '2026-07-10 09:00:00' }), '一次外出最长31天，更久请办理请假');
    assert.equal(planProblem({ kind: hospital, leaveTime: at(1), dueTime: '2026-07-10 09:00:00' }), null);
    assert.equal(
      planProblem({ kind: hospital, leaveTime: at(1), dueTime: '2027-07-10 09:00:00' }),
      '一次住院最长登记180天，请先按此登记再修改',
    );
  });
});

describe('awayProblem', () => {
  const known = { others: [], admittedOn: null, leavesOn: null };
  const problem = (from: string, until: string | null, more: Partial<Parameters<typeof awayProblem>[1]> = {}) =>
    awayProblem({ from, until }, { ...known, ...more }, NOW);

  it('takes what was not yet entered, over or not', () => {
    assert.equal(problem(at(10), at(12)), null);
    assert.equal(problem(at(10), null), null);
    assert.equal(problem(NOW, null), null);
  });

  it('refuses what is to come, ends before it began, or is too long ago', () => {
    assert.equal(problem(at(21), null), '离开时间不能晚于现在');
    assert.equal(problem(at(19), at(21)), '返回时间不能晚于现在');
    assert.equal(problem(at(12), at(12)), '返回时间应晚于离开时间');
    assert.equal(problem('2026-05-19 23:59:59', at(1)), '只能补登31天内的外出和住院');
    assert.equal(problem('2026-05-20 00:00:00', at(1)), null);
  });

  it('refuses what is before the admission or after the leave day of a check-out', () => {
    assert.equal(problem(at(10), at(12), { admittedOn: '2026-06-11' }), '离开时间早于入住日期2026-06-11，请核对');
    assert.equal(problem(at(11), at(12), { admittedOn: '2026-06-11' }), null);
    assert.equal(problem(at(19), null, { leavesOn: '2026-06-18' }), '该服务对象2026-06-18退住，不能登记之后的外出和住院');
    assert.equal(problem(at(17), null, { leavesOn: '2026-06-18' }), null);
  });

  it('refuses what overlaps another time away, and takes what only touches it', () => {
    const others = [{ kind: hospital, from: at(10), until: at(14) }];
    const text = '与2026-06-10 09:00至2026-06-14 09:00的住院登记重叠，请核对时间';
    for (const [from, until] of [
      [at(9), at(11)],
      [at(11), at(12)],
      [at(13), at(15)],
      [at(9), at(15)],
      [at(9), null],
    ] as const)
      assert.equal(problem(from, until, { others }), text);
    assert.equal(problem(at(9), at(10), { others }), null);
    assert.equal(problem(at(14), at(15), { others }), null);
    const open = [{ kind: outing, from: at(15), until: null }];
    assert.equal(problem(at(16), at(17), { others: open }), '与2026-06-15 09:00至今的外出登记重叠，请核对时间');
    assert.equal(problem(at(13), at(15), { others: open }), null);
  });
});
