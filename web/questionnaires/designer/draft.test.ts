import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import { apply, inverse, itemProblem, neighbours, nextId, removalOf, sorted, type Draft, type Step } from './draft.ts';

const item = (formItemId: number, more: Partial<FormItemRow> = {}) =>
  ({
    formItemId,
    type: 'INPUT',
    label: `第${formItemId}`,
    displayType: false,
    expand: {},
    sort: (formItemId - 100) * 65536,
    ...more,
  }) as FormItemRow;
const draft: Draft = { name: '回访', describe: '', items: [item(101), item(102), item(103)], rules: [] };
const idsOf = ({ items }: Draft) => items.map(({ formItemId }) => formItemId);

describe('a step of a design', () => {
  const cases: [string, Step, number[]][] = [
    ['puts a question where it is wanted', { do: 'put', item: item(104), at: 1 }, [101, 104, 102, 103]],
    ['drops one', { do: 'drop', formItemId: 102 }, [101, 103]],
    ['moves one down', { do: 'move', formItemId: 101, to: 2 }, [102, 103, 101]],
    ['moves one up', { do: 'move', formItemId: 103, to: 0 }, [103, 101, 102]],
    ['leaves what is not there', { do: 'drop', formItemId: 109 }, [101, 102, 103]],
  ];
  for (const [name, step, ids] of cases) it(name, () => assert.deepEqual(idsOf(apply(draft, step)), ids));

  it('is taken back by its inverse, whatever it is', () => {
    const steps: Step[] = [
      ...cases.map(([, step]) => step),
      { do: 'set', item: item(102, { label: '睡眠', sort: 7 }) },
      { do: 'title', name: '随访', describe: '<p>请</p>' },
      { do: 'rule', formItemId: 102, action: 'show', rule: { formItemId: 102, action: 'show', conditionList: [] } },
    ];
    for (const step of steps) {
      const back = inverse(draft, step);
      const after = apply(draft, step);
      assert.deepEqual(back ? apply(after, back) : after, draft, step.do);
    }
  });
});

describe('a question that is removed', () => {
  const about = (formItemId: number) => ({ formItemId, expression: 'filled' as const });
  const designed: Draft = {
    ...draft,
    rules: [
      { formItemId: 102, action: 'require', conditionList: [about(101)] },
      { formItemId: 103, action: 'show', conditionList: [about(101), { conditionList: [about(102), about(101)] }] },
      { formItemId: 101, action: 'jump', target: 102, conditionList: [about(101)] },
      { formItemId: 103, action: 'require', conditionList: [{ conditionList: [about(102)] }] },
      { formItemId: 101, action: 'show', conditionList: [] },
    ],
  };
  const after = (formItemId: number) => removalOf(designed, formItemId).steps.reduce(apply, designed);

  it('takes along its own logic, jumps to it and conditions about it, and leaves what is left of them', () => {
    const { steps, touched } = removalOf(designed, 102);
    assert.deepEqual([touched.length, steps.at(-1)], [4, { do: 'drop', formItemId: 102 }]);
    assert.deepEqual(after(102).rules, [
      { formItemId: 101, action: 'show', conditionList: [] },
      { formItemId: 103, action: 'show', conditionList: [about(101), { conditionList: [about(101)] }] },
    ]);
    assert.deepEqual(idsOf(after(102)), [101, 103]);
    assert.deepEqual(removalOf(draft, 102), { steps: [{ do: 'drop', formItemId: 102 }], touched: [] });
  });

  it('comes back with all of it, in steps that the server takes one after the other', () => {
    const back: Step[] = [];
    let now = designed;
    for (const step of removalOf(designed, 102).steps) {
      back.unshift(inverse(now, step)!);
      now = apply(now, step);
    }
    assert.equal(back[0]?.do, 'put');
    const again = back.reduce(apply, now);
    const byQuestion = (rules: Draft['rules']) =>
      rules.toSorted((a, b) => (`${a.formItemId}${a.action}` < `${b.formItemId}${b.action}` ? -1 : 1));
    assert.deepEqual([again.items, byQuestion(again.rules)], [designed.items, byQuestion(designed.rules)]);
  });
});

describe('a move', () => {
  it('names the sort values between which the question comes', () => {
    assert.deepEqual(neighbours(draft, 101, 1), { beforePosition: 131072, afterPosition: 196608 });
    assert.deepEqual(neighbours(draft, 103, 0), { beforePosition: null, afterPosition: 65536 });
    assert.deepEqual(neighbours(draft, 101, 2), { beforePosition: 196608, afterPosition: null });
  });

  it('keeps the sort value that the server gave, or all new ones where there was no room', () => {
    const sortsOf = ({ items }: Draft) => items.map(({ sort }) => sort);
    assert.deepEqual(sortsOf(sorted(draft, 101, 1, 163840)), [131072, 163840, 196608]);
    const tight: Draft = { ...draft, items: [item(101, { sort: 5 }), item(102, { sort: 6 }), item(103, { sort: 9 })] };
    assert.deepEqual(sortsOf(sorted(tight, 103, 1, 131072)), [65536, 131072, 196608]);
  });
});

describe('a question of a design', () => {
  const options = (...labels: string[]) => ({ expand: { options: labels.map((label, value) => ({ label, value })) } });
  const cases: [string, Partial<FormItemRow>, string | null][] = [
    ['is right', {}, null],
    ['needs a title', { label: '<p> </p>' }, '请输入题目标题'],
    ['needs none where it is only shown', { label: '', type: 'DIVIDER', displayType: true }, null],
    ['needs options', { type: 'RADIO', expand: {} }, '请至少添加一个选项'],
    ['needs words in each', { type: 'SELECT', ...options('好', ' ') }, '选项内容不能为空'],
    ['needs different ones', { type: 'CHECKBOX', ...options('好', '好 ') }, '选项内容不能重复'],
    ['needs limits in their order', { type: 'SLIDER', expand: { min: 9, max: 1 } }, '最小值不能大于最大值'],
  ];
  for (const [name, more, problem] of cases) it(name, () => assert.equal(itemProblem(item(101, more)), problem));

  it('has a number of its own', () => assert.deepEqual([nextId([]), nextId(draft.items)], [101, 104]));
});
