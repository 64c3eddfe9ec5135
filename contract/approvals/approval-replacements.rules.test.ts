import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { afterLeaving, handTo, type Replacement } from './approval-replacements.rules.ts';
import type { StepMode } from './approval-flows.rules.ts';
import { decideTask, firstTasks, taskOrigins, taskStates, type TaskState } from './approval-steps.rules.ts';

const [ZHANG, LI, WANG, ZHAO, QIAN] = ['张敏', '李娜', '王芳', '赵刚', '钱进'].map((name, at) => ({ id: at + 1, name })) as [
  { id: number; name: string },
  { id: number; name: string },
  { id: number; name: string },
  { id: number; name: string },
  { id: number; name: string },
];
const { waiting, open, approved, needless, delegated, transferred } = taskStates;
const tasksOf = (mode: StepMode, ...people: { id: number; name: string }[]): TaskState[] =>
  firstTasks(mode, people).map((task, at) => ({ ...task, id: at + 1, decided_at: null }));
const change = (tasks: TaskState[], { set, add }: Pick<Replacement, 'set' | 'add'>): TaskState[] => [
  ...tasks.map((task) => ({ ...task, ...set.find(({ id }) => id === task.id) })),
  ...add.map((task, at) => ({ ...task, id: tasks.length + at + 1, decided_at: null })),
];
/** The tasks afterwards as `name state`, and the mode. */
const said = (tasks: TaskState[], made: Replacement | null) =>
  made && [made.mode, ...change(tasks, made).map(({ user_name, state }) => `${user_name}${state}`)];
const leaving = (mode: StepMode, tasks: TaskState[], gone: { id: number }[], people: { id: number; name: string }[]) =>
  said(tasks, afterLeaving(mode, tasks, new Set(gone.map(({ id }) => id)), people));
/** ZHANG has asked LI for advice. */
function asking(mode: StepMode, ...people: { id: number; name: string }[]): TaskState[] {
  const tasks = tasksOf(mode, ZHANG, ...people);
  const done = decideTask({ mode }, tasks, 1, { action: 'delegate', to: LI }, new Set(), 0);
  assert.ok('change' in done);
  return change(tasks, done.change!);
}

describe('a signer who has left', () => {
  it('is not needed where another one is enough', () => {
    assert.deepEqual(leaving('one', tasksOf('one', ZHANG, LI), [ZHANG], [WANG]), ['one', `张敏${needless}`, `李娜${open}`]);
  });

  it('is replaced by all who watch where no one else is asked, and one of them decides', () => {
    const both = [WANG, ZHAO];
    for (const mode of ['all', 'one', 'turn'] as const)
      assert.deepEqual(leaving(mode, tasksOf(mode, ZHANG), [ZHANG], both), ['one', `张敏${transferred}`, `王芳${open}`, `赵刚${open}`]);
    const [first, second] = tasksOf('all', ZHANG, LI) as [TaskState, TaskState];
    assert.deepEqual(leaving('all', [{ ...first, state: approved }, second], [LI], both)?.[0], 'one');
  });

  it('is replaced by one where others sign as well: their signatures stay needed', () => {
    const both = [WANG, ZHAO];
    assert.deepEqual(leaving('all', tasksOf('all', ZHANG, LI), [ZHANG], both), ['all', `张敏${transferred}`, `李娜${open}`, `王芳${open}`]);
    assert.deepEqual(leaving('turn', tasksOf('turn', ZHANG, LI), [ZHANG], both), [
      'turn',
      `张敏${transferred}`,
      `李娜${waiting}`,
      `王芳${open}`,
    ]);
  });

  it('is not replaced by who signs already, and in turn the next one is asked', () => {
    assert.deepEqual(leaving('all', tasksOf('all', ZHANG, LI), [ZHANG], [LI]), ['all', `张敏${needless}`, `李娜${open}`]);
    assert.deepEqual(leaving('turn', tasksOf('turn', ZHANG, WANG, LI), [ZHANG], [LI]), [
      'turn',
      `张敏${needless}`,
      `王芳${open}`,
      `李娜${waiting}`,
    ]);
  });

  it('gives the task back to who had asked for advice', () => {
    assert.deepEqual(leaving('all', asking('all'), [LI], []), ['all', `张敏${open}`, `李娜${needless}`]);
    assert.deepEqual(leaving('all', asking('all'), [LI, ZHANG], [WANG]), ['all', `张敏${transferred}`, `李娜${needless}`, `王芳${open}`]);
    assert.deepEqual(leaving('one', asking('one', ZHAO), [ZHAO], [QIAN]), ['one', `张敏${delegated}`, `赵刚${needless}`, `李娜${open}`]);
  });

  it('waits where no one is there, or only who is just asked for advice', () => {
    assert.equal(leaving('all', tasksOf('all', ZHANG), [ZHANG], []), null);
    assert.equal(leaving('all', asking('all', ZHAO), [ZHAO], [LI]), null);
  });
});

describe('a step whose limit is over', () => {
  const over = (mode: StepMode, tasks: TaskState[], people: { id: number; name: string }[]) =>
    said(tasks, handTo(mode, tasks, new Set(tasks.map(({ id }) => id)), people));

  it('goes to those who were named, from everyone who has not decided', () => {
    const [first, second] = tasksOf('all', ZHANG, LI) as [TaskState, TaskState];
    assert.deepEqual(over('all', [{ ...first, state: approved }, second], [WANG]), [
      'all',
      `张敏${approved}`,
      `李娜${transferred}`,
      `王芳${open}`,
    ]);
    assert.deepEqual(over('turn', tasksOf('turn', ZHANG, LI), [WANG, ZHAO]), [
      'one',
      `张敏${transferred}`,
      `李娜${transferred}`,
      `王芳${open}`,
      `赵刚${open}`,
    ]);
    assert.deepEqual(over('all', asking('all'), [WANG]), ['all', `张敏${transferred}`, `李娜${transferred}`, `王芳${open}`]);
  });

  it('keeps the tasks of those who are named; advice is no decision', () => {
    assert.deepEqual(over('turn', tasksOf('turn', ZHANG, LI), [LI]), ['turn', `张敏${transferred}`, `李娜${open}`]);
    const [, advice, own] = change(asking('all'), handTo('all', asking('all'), new Set([1, 2]), [LI])!);
    assert.deepEqual([advice!.state, own!.state, own!.origin], [transferred, open, taskOrigins.escalation]);
  });

  it('stays with its deciders when no one else was named', () => {
    assert.equal(over('one', tasksOf('one', ZHANG, LI), []), null);
    assert.equal(over('one', tasksOf('one', ZHANG, LI), [LI, ZHANG]), null);
  });
});
