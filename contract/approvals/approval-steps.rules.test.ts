import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf, isoOf } from '../time.ts';
import { decideTask, firstTasks, isRunning, taskOrigins, taskStates, type TaskCommand, type TaskState } from './approval-steps.rules.ts';
import type { StepMode } from './approval-flows.rules.ts';

const now = instantOf('2026-03-05 16:00:00');
const [ZHANG, LI, WANG] = [
  { id: 1, name: '张敏' },
  { id: 2, name: '李娜' },
  { id: 3, name: '王芳' },
];
const tasksOf = (mode: StepMode, ...people: { id: number; name: string }[]): TaskState[] =>
  firstTasks(mode, people).map((task, at) => ({ ...task, id: at + 1, decided_at: null }));
const after = (mode: StepMode, tasks: TaskState[], taskId: number, command: TaskCommand, barred: number[] = []) => {
  const decision = decideTask({ mode }, tasks, taskId, command, new Set(barred), now);
  if ('refusal' in decision) return decision;
  const { set, add, outcome } = decision.change!;
  const next = tasks.map((task) => ({ ...task, ...set.find(({ id }) => id === task.id) }));
  return { outcome, tasks: [...next, ...add.map((task, at) => ({ ...task, id: next.length + at + 1, decided_at: null }))] };
};
type Done = { outcome: string | null; tasks: TaskState[] };
const states = (done: unknown) => (done as Done).tasks.map(({ state }) => state);
const { waiting, open, approved, needless, delegated, advised, transferred, dropped, rejected } = taskStates;

describe('the signers of a step', () => {
  it('are asked at once, or in turn; the same person signs once', () => {
    assert.deepEqual(
      firstTasks('all', [ZHANG, LI, ZHANG]).map(({ user_id, state }) => [user_id, state]),
      [
        [1, open],
        [2, open],
      ],
    );
    assert.deepEqual(
      firstTasks('turn', [ZHANG, LI]).map(({ state }) => state),
      [open, waiting],
    );
  });

  it('are needed while they are asked, before their turn, and while another one is asked first', () => {
    const running = Object.values(taskStates).filter((state) => isRunning({ state }));
    assert.deepEqual(running, [waiting, open, delegated]);
  });

  it('approve all of them, one of them, or one after the other', () => {
    const one = after('one', tasksOf('one', ZHANG, LI), 1, { action: 'approve' }) as Done;
    assert.deepEqual([one.outcome, states(one)], ['approved', [approved, needless]]);
    const first = after('all', tasksOf('all', ZHANG, LI), 1, { action: 'approve' }) as Done;
    assert.deepEqual([first.outcome, states(first)], [null, [approved, open]]);
    assert.equal((after('all', first.tasks, 2, { action: 'approve' }) as Done).outcome, 'approved');
    const turn = after('turn', tasksOf('turn', ZHANG, LI, WANG), 1, { action: 'approve' }) as Done;
    assert.deepEqual(states(turn), [approved, open, waiting]);
  });

  it('end the step with one rejection or return, in every mode', () => {
    for (const mode of ['all', 'one', 'turn'] as const)
      for (const [action, outcome] of [
        ['reject', 'rejected'],
        ['return', 'returned'],
      ] as const) {
        const done = after(mode, tasksOf(mode, ZHANG, LI), 1, { action }) as Done;
        assert.deepEqual([done.outcome, done.tasks[1]!.state], [outcome, needless]);
      }
    assert.equal(states(after('all', tasksOf('all', ZHANG), 1, { action: 'reject' }))[0], rejected);
  });

  it('delegate, and decide after the answer', () => {
    const asked = after('one', tasksOf('one', ZHANG), 1, { action: 'delegate', to: LI }) as Done;
    assert.deepEqual(states(asked), [delegated, open]);
    assert.equal(asked.tasks[1]!.origin, taskOrigins.delegate);
    const answered = after('one', asked.tasks, 2, { action: 'approve' }) as Done;
    assert.deepEqual([answered.outcome, states(answered)], [null, [open, advised]]);
    assert.equal((after('one', answered.tasks, 1, { action: 'approve' }) as Done).outcome, 'approved');
  });

  it('hand on, add and drop; whom they add in turn signs right after them', () => {
    const handed = after('turn', tasksOf('turn', ZHANG, LI), 1, { action: 'transfer', to: WANG }) as Done;
    assert.deepEqual(states(handed), [transferred, waiting, open]);
    const added = after('turn', tasksOf('turn', ZHANG, LI), 1, { action: 'add', people: [WANG] }) as Done;
    assert.deepEqual(states(added), [open, waiting, waiting]);
    const next = after('turn', added.tasks, 1, { action: 'approve' }) as Done;
    assert.deepEqual(states(next), [approved, waiting, open]);
    const fewer = after('turn', added.tasks, 1, { action: 'drop', taskIds: [3] }) as Done;
    assert.deepEqual(states(fewer), [open, waiting, dropped]);
    assert.deepEqual(after('all', tasksOf('all', ZHANG), 1, { action: 'add', people: [] }), { refusal: '请选择加签的人员', status: 422 });
    // Whom the dropped signer had asked for advice is not asked any more.
    const both = after('all', tasksOf('all', ZHANG), 1, { action: 'add', people: [WANG] }) as Done;
    const advised = after('all', both.tasks, 2, { action: 'delegate', to: LI }) as Done;
    assert.deepEqual(states(after('all', advised.tasks, 1, { action: 'drop', taskIds: [2] })), [open, dropped, needless]);
  });

  it('are told who was faster, and when', () => {
    const [first, second] = tasksOf('one', ZHANG, LI) as [TaskState, TaskState];
    const decided = [
      { ...first, state: approved, decided_at: '2026-03-05 15:30:00' },
      { ...second, state: needless },
    ];
    assert.deepEqual(after('one', decided, 2, { action: 'approve' }), { refusal: '张敏已于03-05 15:30同意，无需再处理', status: 409 });
    assert.deepEqual(after('turn', tasksOf('turn', ZHANG, LI), 2, { action: 'approve' }), {
      refusal: '前一位审批人还没有处理',
      status: 409,
    });
    assert.deepEqual(after('one', [{ ...first, state: needless }], 1, { action: 'approve' }), {
      refusal: '审批已结束，无需再处理',
      status: 409,
    });
    assert.deepEqual(after('one', decided, 9, { action: 'approve' }), { refusal: '审批任务不存在', status: 409 });
  });

  it('never include who is barred', () => {
    const refused = after('one', tasksOf('one', ZHANG), 1, { action: 'transfer', to: LI }, [LI.id]);
    assert.deepEqual(refused, { refusal: '李娜是申请人，不能审批自己的申请', status: 422 });
  });

  it('keep the time of the decision', () => {
    const done = decideTask({ mode: 'one' }, tasksOf('one', ZHANG), 1, { action: 'approve' }, new Set(), now);
    assert.ok('change' in done && done.change!.set[0]!.decided_at === isoOf(now));
  });
});
