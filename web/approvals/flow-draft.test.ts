import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  begin,
  changed,
  deciderText,
  newDecider,
  newField,
  newStep,
  redone,
  sendable,
  stepsOfTasks,
  stepText,
  undone,
  type Draft,
  type FormField,
  type Names,
  type Step,
} from './flow-draft.ts';

const names: Names = { user: new Map([[7, '王芳']]), role: new Map([[3, '财务']]), post: new Map() };
const amount: FormField = { key: 'f1', label: '金额', type: 'money', required: true, options: [] };
const step = (part: Partial<Step> = {}): Step => ({ ...newStep([]), ...part });
const draft = (part: Partial<Draft> = {}): Draft => ({ name: '用印', description: '', fields: [], steps: [], diagram: null, ...part });

describe('the history of a draft', () => {
  it('goes back and forward, and forgets what was undone when something new comes', () => {
    let history = changed(changed(begin(1), 2), 3);
    history = undone(history);
    assert.equal(history.now, 2);
    history = undone(history);
    assert.equal(history.now, 1);
    assert.equal(undone(history).now, 1);
    history = redone(redone(history));
    assert.equal(history.now, 3);
    assert.equal(redone(history).now, 3);
    assert.deepEqual(changed(undone(history), 9).future, []);
  });

  it('takes what is typed into one field as one change', () => {
    let history = begin('');
    for (const text of ['王', '王芳', '王芳 ']) history = changed(history, text, 'name');
    history = changed(history, 'other', 'about');
    assert.equal(undone(history).now, '王芳 ');
    assert.equal(undone(undone(history)).now, '');
    // After a step back the same field begins a new change.
    assert.deepEqual(changed(undone(history), 'again', 'about').past, ['', '王芳 ']);
  });

  it('keeps a hundred steps', () => {
    let history = begin(0);
    for (let at = 1; at <= 150; at++) history = changed(history, at);
    assert.equal(history.past.length, 100);
    assert.equal(history.past[0], 50);
  });
});

describe('what is new in a draft', () => {
  it('has an id that no other has, also after one was removed', () => {
    assert.equal(newStep([]).id, 's1');
    assert.equal(newStep([step({ id: 's1' }), step({ id: 's4' })]).id, 's5');
    assert.equal(newStep([step({ id: 'Activity_0x' })]).id, 's1');
  });

  it('gives a field no key that a condition or a decider still names', () => {
    const named = step({ condition: { any: false, tests: [{ variable: 'f3', comparison: '>', value: 1 }] } });
    assert.equal(newField([amount], [named]).key, 'f4');
    assert.equal(newField([], [step({ deciders: [{ by: 'form', field: 'f2' }] })]).key, 'f3');
  });

  it('is a group of each kind', () => {
    assert.deepEqual(newDecider('user', {}), { by: 'user', ids: [] });
    assert.deepEqual(newDecider('head', {}), { by: 'head', of: 'applicant', up: 0 });
    assert.deepEqual(newDecider('form', { f2: '证明人' }), { by: 'form', field: 'f2' });
    assert.deepEqual(newDecider('duty', {}), { by: 'duty' });
  });
});

describe('what is sent of a draft', () => {
  it('leaves out groups and conditions in which nothing was chosen', () => {
    const sent = sendable(
      draft({
        fields: [{ ...amount, options: ['从前的选项'] }],
        steps: [
          step({
            deciders: [{ by: 'user', ids: [] }, { by: 'duty' }, { by: 'role', ids: [3] }],
            copyTo: [{ by: 'post', ids: [] }],
            condition: { any: false, tests: [] },
          }),
        ],
      }),
    );
    assert.deepEqual(sent.steps[0]?.deciders, [{ by: 'duty' }, { by: 'role', ids: [3] }]);
    assert.deepEqual(sent.steps[0]?.copyTo, []);
    assert.equal(sent.steps[0]?.condition, null);
    assert.deepEqual(sent.fields[0]?.options, []);
  });
});

describe('the steps of a drawing', () => {
  it('follow its tasks: kept with their deciders, added, gone, named as they are drawn', () => {
    const kept = step({ id: 's1', name: '初审', deciders: [{ by: 'duty' }], condition: { any: false, tests: [] } });
    const found = stepsOfTasks(
      [kept, step({ id: 's2' })],
      [
        { id: 'Activity_1', name: ' ' },
        { id: 's1', name: '初审（改）' },
      ],
    );
    assert.deepEqual(
      found.map(({ id, name, condition }) => [id, name, condition]),
      [
        ['Activity_1', '第1步', null],
        ['s1', '初审（改）', null],
      ],
    );
    assert.deepEqual(found[1]?.deciders, [{ by: 'duty' }]);
    assert.deepEqual(found[0]?.deciders, []);
  });
});

describe('a step in words', () => {
  it('says who decides', () => {
    assert.equal(deciderText({ by: 'user', ids: [7, 8] }, names, {}), '王芳、编号8');
    assert.equal(deciderText({ by: 'role', ids: [3] }, names, {}), '角色：财务');
    assert.equal(deciderText({ by: 'post', ids: [] }, names, {}), '岗位：未选择');
    assert.equal(deciderText({ by: 'head', of: 'person', up: 2 }, names, {}), '服务对象的上2级部门负责人');
    assert.equal(deciderText({ by: 'form', field: 'f2' }, names, { f2: '证明人' }), '表单中的证明人');
    assert.equal(deciderText({ by: 'form', field: 'f9' }, names, {}), '表单中的（已删除的字段）');
    assert.equal(deciderText({ by: 'duty' }, names, {}), '当班人员');
  });

  it('says how, when and until when', () => {
    const asked = step({
      deciders: [{ by: 'role', ids: [3] }],
      mode: 'one',
      hours: 24,
      condition: { any: false, tests: [{ variable: 'f1', comparison: '>=', value: 1000 }] },
    });
    assert.equal(stepText(asked, 'general', [amount], names), '角色：财务 · 或签 · 当金额不小于1,000元 · 24小时内');
    assert.equal(stepText(step(), 'staff_leave', [], names), '还没有审批人 · 会签');
  });
});
