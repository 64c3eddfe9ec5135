import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FormItem, ItemType } from './item-types.rules.ts';
import { isCounted, quotaKey, quotasProblem, quotaText, takes, usedUp, withFull, type Quota } from './quotas.rules.ts';

const options = [
  { label: '上午', value: 1 },
  { label: '下午', value: 2 },
];
const item = (formItemId: number, type: ItemType, label: string): FormItem => ({
  formItemId,
  type,
  label,
  displayType: false,
  required: false,
  placeholder: null,
  expand: { options },
  regList: [],
});
const items = [item(101, 'RADIO', '时段'), item(102, 'CHECKBOX', '地点'), item(103, 'INPUT', '姓名')];
const quota = (...conditions: [number, number][]): Quota => ({
  most: 1,
  conditions: conditions.map(([formItemId, optionValue]) => ({ formItemId, optionValue })),
});
/** The options that are full, by question. */
const fullOf = (full: Quota[], answers: object) =>
  withFull(items, full, answers as never).map(({ expand }) =>
    (expand.options ?? []).filter((option) => option.full).map(({ value }) => value),
  );

describe('quotas', () => {
  it('are taken by answers that choose all of their options', () => {
    assert.equal(takes(quota([101, 1]), { field101: 1 }), true);
    assert.equal(takes(quota([101, 1]), { field101: 2 }), false);
    assert.equal(takes(quota([101, 1], [102, 2]), { field101: 1, field102: [1, 2] }), true);
    assert.equal(takes(quota([101, 1], [102, 2]), { field101: 1 }), false);
  });

  it('that are full mark their option, of two the one beside what was chosen', () => {
    assert.deepEqual(fullOf([quota([101, 1])], {}), [[1], [], []]);
    const both = [quota([101, 1], [102, 2])];
    assert.deepEqual(fullOf(both, {}), [[], [], []]);
    assert.deepEqual(fullOf(both, { field101: 1 }), [[], [2], []]);
    assert.deepEqual(fullOf(both, { field102: [2] }), [[1], [], []]);
    assert.deepEqual(withFull(items, [], {}), items);
  });

  it('leave no choice where every option of a question that must be answered is full', () => {
    const asked = [{ ...item(101, 'RADIO', '时段'), required: true }, item(102, 'RADIO', '地点')];
    const blocked = (full: Quota[], answers: object) => usedUp(asked, full, answers as never).map(({ formItemId }) => formItemId);
    assert.deepEqual(blocked([quota([101, 1])], {}), []);
    assert.deepEqual(blocked([quota([101, 1]), quota([101, 2]), quota([102, 1]), quota([102, 2])], {}), [101]);
    const beside = [quota([101, 1], [102, 1]), quota([101, 2])];
    assert.deepEqual([blocked(beside, {}), blocked(beside, { field102: 1 })], [[], [101]]);
  });

  it('are the same in any order of their options', () => {
    assert.equal(quotaKey(quota([101, 1], [102, 2])), quotaKey(quota([102, 2], [101, 1])));
    assert.notEqual(quotaKey(quota([101, 1])), quotaKey(quota([101, 2])));
  });

  it('name what they count', () => {
    assert.equal(quotaText(quota([101, 1], [102, 2]), items), '「时段」“上午” 且 「地点」“下午”');
    assert.equal(quotaText(quota([101, 9]), items), '已删除的选项');
  });

  it('are refused when they could not be kept', () => {
    const cases: [Quota[], string | null][] = [
      [[quota([101, 1]), quota([101, 1], [102, 1])], null],
      [[quota()], '请选择题目和选项'],
      [[{ most: 1, conditions: [{ formItemId: 101, optionValue: '' }] }], '请选择题目和选项'],
      [[quota([103, 1])], '配额只能用于单选、多选、下拉、图片选择的选项'],
      [[quota([101, 3])], '配额只能用于单选、多选、下拉、图片选择的选项'],
      [[quota([101, 1], [101, 2])], '请选择两道不同的题目'],
      [[quota([101, 1], [102, 1]), quota([102, 1], [101, 1])], '「地点」“上午” 且 「时段」“上午”的配额重复'],
    ];
    for (const [quotas, problem] of cases) assert.equal(quotasProblem(quotas, items), problem);
    assert.deepEqual([isCounted({ type: 'SELECT' }), isCounted({ type: 'SORT' })], [true, false]);
  });
});
