import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf, isoOf } from '../time.ts';
import {
  closedTask,
  decideTask,
  isLate,
  isOpenPhase,
  phaseOf,
  taskPhases,
  taskStates,
  type TaskCommand,
  type TaskState,
} from './care-tasks.rules.ts';

const at = instantOf;
const now = at('2026-11-26 10:00:00');
const wang = { id: 1, name: '王芳' };
const zhao = { id: 2, name: '赵敏' };
const open: TaskState = {
  state: taskStates.open,
  opens_at: '2026-11-26 09:30:00',
  due_at: '2026-11-26 10:00:00',
  closes_at: '2026-11-26 11:00:00',
  two: false,
  unit: null,
  user_id: null,
  user_name: null,
  done_at: null,
  entered_at: null,
};
const done: TaskState = {
  ...open,
  state: 2,
  user_id: 1,
  user_name: '王芳',
  done_at: '2026-11-26 09:55:00',
  entered_at: '2026-11-26 09:55:10',
};
const doing = (more: Partial<Extract<TaskCommand, { action: 'done' }>> = {}): TaskCommand => ({
  action: 'done',
  by: wang,
  at: now,
  second: null,
  value: null,
  note: null,
  ...more,
});
const refusalOf = (row: TaskState, command: TaskCommand, when = now) => {
  const decision = decideTask(row, command, when);
  return 'refusal' in decision ? [decision.status, decision.refusal] : null;
};
const setOf = (row: TaskState, command: TaskCommand, when = now) => {
  const decision = decideTask(row, command, when);
  assert.ok('change' in decision && decision.change);
  return decision.change.set;
};

describe('a care task', () => {
  it('stands by the clock while it is open, else by what became of it', () => {
    const phases = ['09:29:59', '09:30:00', '10:00:00', '10:00:01', '10:59:59', '11:00:00'].map((clock) =>
      phaseOf(open, at(`2026-11-26 ${clock}`)),
    );
    const { later, due, overdue, missed } = taskPhases;
    assert.deepEqual(phases, [later, due, due, overdue, overdue, missed]);
    assert.deepEqual([phaseOf(done, now), phaseOf({ ...open, state: 3 }, now)], [taskPhases.done, taskPhases.notDone]);
    assert.deepEqual([0, 1, 2, 3, 4, 5].map(isOpenPhase), [true, true, true, false, false, true]);
  });

  it('is done once; the second reads who was first', () => {
    assert.deepEqual(refusalOf(done, doing({ by: zhao })), [409, '王芳已于11-26 09:55登记完成，不能重复登记完成']);
    assert.deepEqual(refusalOf({ ...done, state: 3 }, doing()), [409, '王芳已于11-26 09:55登记未完成，不能重复登记完成']);
    assert.equal(closedTask(open, 'delete'), '照护任务不能删除');
    assert.equal(closedTask(open, 'done'), null);
  });

  it('keeps when it was done and when that was entered, also after its window', () => {
    const late = at('2026-11-27 08:00:00');
    const set = setOf(open, doing({ at: at('2026-11-26 10:20:00') }), late);
    assert.deepEqual([set.done_at, set.entered_at, set.state], [isoOf(at('2026-11-26 10:20:00')), isoOf(late), 2]);
    for (const [moment, refusal] of [
      ['2026-11-26 09:29:59', '该任务还没有到执行时间'],
      ['2026-11-26 10:06:00', '执行时间不能晚于现在'],
    ] as const)
      assert.deepEqual(refusalOf(open, doing({ at: at(moment) })), [422, refusal]);
    assert.deepEqual(refusalOf(open, doing(), at('2026-11-29 10:00:01')), [422, '只能补记72小时内的照护任务']);
    // A phone that is a little ahead.
    assert.equal(setOf(open, doing({ at: now + 60_000 })).done_at, isoOf(now));
    assert.ok(isLate({ doneTime: '2026-11-26 11:00:00', closeTime: open.closes_at }));
    assert.ok(!isLate({ doneTime: '2026-11-26 10:59:59', closeTime: open.closes_at }));
    assert.ok(!isLate({ doneTime: null, closeTime: open.closes_at }));
  });

  it('asks for a second person and for a value where the plan does', () => {
    const two = { ...open, two: true };
    assert.deepEqual(refusalOf(two, doing()), [422, '该任务需要两人完成，请选择另一名护理员']);
    assert.deepEqual(refusalOf(two, doing({ second: wang })), [422, '另一名护理员不能是本人']);
    const set = setOf(two, doing({ second: zhao, value: 3 }));
    assert.deepEqual([set.second_id, set.second_name, set.value], [2, '赵敏', null]);
    const water = { ...open, unit: 'ml' };
    assert.deepEqual(refusalOf(water, doing()), [422, '请填写数值（ml）']);
    assert.equal(setOf(water, doing({ value: 150, second: zhao })).value, 150);
    assert.equal(setOf(water, doing({ value: 150, second: zhao })).second_id, null);
  });

  it('is not done for a reason, which is explained where it is another one', () => {
    const not = (reason: number, note: string | null = null): TaskCommand => ({ action: 'notDone', by: wang, at: now, reason, note });
    assert.deepEqual(refusalOf(open, not(4)), [422, '请说明未完成的原因']);
    const set = setOf(open, not(4, '设备故障'));
    assert.deepEqual([set.state, set.reason, set.note, set.user_name], [3, 4, '设备故障', '王芳']);
    assert.equal(setOf({ ...open, two: true }, not(1)).reason, 1);
  });

  it('is taken back within a minute by who entered it', () => {
    const undo = (by: typeof wang): TaskCommand => ({ action: 'undo', by });
    const soon = at('2026-11-26 09:56:00');
    assert.deepEqual(refusalOf(open, undo(wang)), [409, '照护任务待执行，不能撤销']);
    assert.deepEqual(refusalOf(done, undo(zhao), soon), [403, '只能由登记人本人撤销']);
    assert.deepEqual(refusalOf(done, undo(wang)), [409, '已超过可撤销的时间']);
    const set = setOf(done, undo(wang), soon);
    assert.deepEqual([set.state, set.done_at, set.user_name, set.reason], [1, null, null, null]);
  });
});
