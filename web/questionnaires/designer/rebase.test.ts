import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { apply, type Draft, type Step } from './draft.ts';
import { rebased, ruleSubject, TITLE, unsavedOf } from './rebase.ts';

const item = (formItemId: number, label = `第${formItemId}`, expand = {}) =>
  ({ formItemId, type: 'INPUT', label, displayType: false, defaultValue: null, expand, sort: formItemId }) as FormItemRow;
const draft: Draft = { name: '回访', describe: '', items: [item(101), item(102), item(103)], rules: [] };
const labelsOf = ({ items }: Draft) => items.map(({ formItemId, label }) => `${formItemId} ${label}`);
const set = (formItemId: number, label: string): Step => ({ do: 'set', item: item(formItemId, label) });

describe('what another editor has overtaken', () => {
  it('is what waits to be sent, and what was refused as it is in the draft', () => {
    const typed = apply(apply(draft, set(102, '')), { do: 'title', name: '', describe: '' });
    const waits: Step[] = [{ do: 'drop', formItemId: 103 }];
    assert.deepEqual(unsavedOf(typed, waits, { 102: '请输入题目标题', [TITLE]: '问卷名称不能为空', [ruleSubject(109, 'show')]: '没有' }), [
      ...waits,
      { do: 'set', item: item(102, '') },
      { do: 'title', name: '', describe: '' },
    ]);
    assert.deepEqual(unsavedOf(draft, [], {}), []);
  });

  it('goes on from the latest: what was typed is written, all else stays the others’', () => {
    const latest = { ...draft, name: '新回访', items: [item(103, '他人改的'), item(101), item(102)] };
    const { draft: now, steps } = rebased(latest, [set(101, '我改的')]);
    assert.deepEqual([now.name, ...labelsOf(now)], ['新回访', '103 他人改的', '101 我改的', '102 第102']);
    assert.equal(steps.length, 1);
  });

  it('brings back a question that the others removed, when something was typed into it; what is gone is neither moved nor removed', () => {
    const latest = { ...draft, items: [item(101)] };
    const { draft: now, steps } = rebased(latest, [
      set(102, '我改的'),
      { do: 'drop', formItemId: 103 },
      { do: 'move', formItemId: 103, to: 0 },
      { do: 'move', formItemId: 102, to: 9 },
      { do: 'rule', formItemId: 103, action: 'show', rule: null },
    ]);
    assert.deepEqual(labelsOf(now), ['101 第101', '102 我改的']);
    assert.deepEqual(
      steps.map((step) => step.do),
      ['put', 'move'],
    );
  });

  it('gives a question that was added another number where the others have used its own, wherever it is named', () => {
    const latest = { ...draft, items: [...draft.items, item(104, '他人加的')] };
    const conditionList = [{ formItemId: 104, expression: 'filled' as const }];
    const { draft: now, steps } = rebased(latest, [
      { do: 'put', item: item(104, '我加的'), at: 3 },
      { do: 'put', item: item(105, '再问${field104}'), at: 4 },
      { do: 'rule', formItemId: 105, action: 'show', rule: { formItemId: 105, action: 'show', conditionList } },
      set(104, '我又改了'),
    ]);
    assert.deepEqual(labelsOf(now).slice(3), ['106 我又改了', '105 再问${field106}', '104 他人加的']);
    assert.deepEqual(steps[2], {
      do: 'rule',
      formItemId: 105,
      action: 'show',
      rule: { formItemId: 105, action: 'show', conditionList: [{ formItemId: 106, expression: 'filled' }] },
    });
  });

  it('is not added twice when only the answer was lost', () => {
    const latest = { ...draft, items: [...draft.items, item(104, '我加的')] };
    assert.deepEqual(rebased(latest, [{ do: 'put', item: { ...item(104, '我加的'), sort: 0 }, at: 0 }]).steps, []);
  });
});
