import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ItemType } from './item-types.rules.ts';
import {
  askable,
  comparisonLabel,
  comparisonsOf,
  isWhole,
  needsValue,
  rowsOf,
  summaryOf,
  troublesOf,
  type NamedItem,
} from './logic-summary.rules.ts';
import type { ConditionEntry, Logic } from './logic.rules.ts';

const options = [
  { label: '好', value: 1 },
  { label: '差', value: 2 },
];
const item = (formItemId: number, type: ItemType, label: string): NamedItem => ({
  formItemId,
  type,
  label,
  displayType: type === 'DIVIDER',
  expand: type === 'RADIO' ? { options } : {},
});
const items = [
  item(101, 'RADIO', '<b>睡眠</b>'),
  item(102, 'NUMBER_INPUT', '年龄'),
  item(103, 'DIVIDER', '分'),
  item(104, 'INPUT', '原因'),
  item(105, 'SWITCH', '回访'),
];
const logic = (conditionList: ConditionEntry[], more: Partial<Logic> = {}): Logic => ({
  formItemId: 104,
  action: 'show',
  expression: 1,
  conditionList,
  ...more,
});
const bad = { formItemId: 101, expression: 'eq', optionValue: 2 } as const;
const old = { formItemId: 102, expression: 'ge', optionValue: 80 } as const;

describe('logic in words', () => {
  const cases: [string, Logic, string][] = [
    ['says all its conditions', logic([bad, old]), '当「睡眠」选中“差” 且 「年龄」大于等于“80”时，显示「原因」'],
    [
      'says any of them',
      logic([bad, { formItemId: 102, expression: 'empty' }], { expression: 2 }),
      '当「睡眠」选中“差” 或 「年龄」未填写时，显示「原因」',
    ],
    [
      'has groups in brackets',
      logic([bad, { expression: 2, conditionList: [old, bad] }], { action: 'require' }),
      '当「睡眠」选中“差” 且 （「年龄」大于等于“80” 或 「睡眠」选中“差”）时，必填「原因」',
    ],
    [
      'says where it leads',
      logic([bad], { formItemId: 101, action: 'jump', target: 105 }),
      '当「睡眠」选中“差”时，从「睡眠」跳转到「回访」',
    ],
    [
      'says that it leads to the end',
      logic([bad], { formItemId: 101, action: 'jump', target: null }),
      '当「睡眠」选中“差”时，从「睡眠」跳转到结尾',
    ],
    [
      'shows what is not written yet',
      logic([{ formItemId: null }, { formItemId: 102, expression: 'eq', optionValue: null }]),
      '当未写完的条件 且 「年龄」等于…时，显示「原因」',
    ],
    ['names what is gone', logic([{ formItemId: 109, expression: 'eq', optionValue: true }]), '当「已删除的题目」选中是时，显示「原因」'],
    ['says that it has no condition', logic([]), '显示「原因」：还没有条件'],
  ];
  for (const [name, given, text] of cases) it(name, () => assert.equal(summaryOf(given, items), text));
});

describe('what is wrong with logic', () => {
  const cases: [string, Logic, string[]][] = [
    ['is nothing', logic([bad, { expression: 2, conditionList: [old] }]), []],
    ['is a question that is gone', logic([{ ...bad, formItemId: 109 }]), ['条件里的题目已删除，该条件不再起作用']],
    ['is a question behind it', logic([{ formItemId: 105, expression: 'eq', optionValue: true }]), ['条件里的题目排在此题之后，不会成立']],
    ['is the question itself', logic([{ formItemId: 104, expression: 'filled' }]), ['条件里的题目排在此题之后，不会成立']],
    [
      'is a half of a condition, in a group too',
      logic([{ expression: 1, conditionList: [{ formItemId: 102, expression: 'eq', optionValue: '' }] }]),
      ['有条件没有写完，不会成立'],
    ],
    ['is an option that is gone', logic([{ ...bad, optionValue: 9 }]), ['条件里的选项已删除']],
    ['is no condition', logic([]), ['没有条件，此题不会显示']],
    ['is no condition of a jump', logic([], { action: 'jump', target: 105 }), ['没有条件，不会生效']],
    ['is a jump back', logic([bad], { action: 'jump', target: 101 }), ['只能跳转到此题之后的题目']],
    ['is a jump to what is gone', logic([bad], { action: 'jump', target: 109 }), ['跳转到的题目已删除']],
  ];
  for (const [name, given, troubles] of cases) it(name, () => assert.deepEqual(troublesOf(given, items), troubles));
  it('is nothing of a jump by its own answer', () =>
    assert.deepEqual(troublesOf(logic([bad], { formItemId: 101, action: 'jump', target: 105 }), items), []));
});

describe('a condition', () => {
  it('is compared by what its question answers', () => {
    assert.deepEqual(comparisonsOf('RADIO'), ['eq', 'ne', 'filled', 'empty']);
    assert.deepEqual(comparisonsOf('SWITCH'), ['eq', 'ne']);
    assert.deepEqual(comparisonsOf('INPUT'), ['eq', 'ne', 'like', 'filled', 'empty']);
    assert.deepEqual(comparisonsOf('UPLOAD'), ['filled', 'empty']);
    assert.ok(comparisonsOf('DATE').includes('gt'));
    assert.deepEqual(
      [comparisonLabel('eq', 'RADIO'), comparisonLabel('ne', 'SLIDER'), comparisonLabel('like', 'INPUT')],
      ['选中', '不等于', '包含'],
    );
  });
  it('needs a value but where it asks whether there is an answer', () =>
    assert.deepEqual((['eq', 'like', 'filled', 'empty'] as const).map(needsValue), [true, true, false, false]));
  it('is whole with a question, a comparison and the value that this needs', () => {
    assert.ok(isWhole({ formItemId: 1, expression: 'eq', optionValue: 0 }));
    assert.ok(isWhole({ formItemId: 1, expression: 'empty' }));
    for (const part of [{ expression: 'filled' }, { formItemId: 1 }, { formItemId: 1, expression: 'eq', optionValue: '' }] as const)
      assert.ok(!isWhole(part), JSON.stringify(part));
  });
  it('names questions before its own, of a jump its own too', () => {
    const ids = (action: Logic['action']) => askable(items, 104, action).map(({ formItemId }) => formItemId);
    assert.deepEqual(
      [ids('show'), ids('jump')],
      [
        [101, 102],
        [101, 102, 104],
      ],
    );
  });
});

describe('logic over the rows of a matrix', () => {
  const rows = [{ label: '饭菜', value: 1 }];
  const all = [{ ...item(101, 'MATRIX_SELECT', '满意'), expand: { rows, options } }, item(104, 'INPUT', '原因')];
  const over = (row: number | null, expression: 'eq' | 'filled' = 'eq') =>
    logic([{ formItemId: 101, expression, optionValue: expression === 'eq' ? 2 : null, row }]);
  it('names the row', () => {
    assert.equal(summaryOf(over(1), all), '当「满意」的“饭菜”选中“差”时，显示「原因」');
    assert.equal(summaryOf(over(7), all), '当「满意」的“已删除的行”选中“差”时，显示「原因」');
    assert.deepEqual([rowsOf(all[0]!), rowsOf(all[1]!)], [rows, []]);
  });
  it('tells when a row is missing or gone', () => {
    assert.deepEqual([troublesOf(over(1), all), troublesOf(over(null, 'filled'), all)], [[], []]);
    assert.deepEqual(troublesOf(over(null), all), ['有条件没有写完，不会成立']);
    assert.deepEqual(troublesOf(over(7), all), ['条件里的行已删除']);
  });
});
