import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { ItemType } from './item-types.rules.ts';
import {
  calculationOf,
  isGroup,
  outcomeOf,
  remaining,
  standing,
  withCalculated,
  type ConditionEntry,
  type Logic,
  type LogicItem,
} from './logic.rules.ts';

const TYPES: ItemType[] = ['RADIO', 'CHECKBOX', 'NUMBER_INPUT', 'DATE', 'INPUT', 'INPUT', 'INPUT'];
/** 101 a choice, 102 several, 103 a number, 104 a day, 105 to 107 texts. */
const ITEMS: LogicItem[] = TYPES.map((type, at) => ({ formItemId: 101 + at, type }));
const row = (formItemId: number, conditionList: ConditionEntry[], more: Partial<Logic> = {}): Logic => ({
  formItemId,
  action: 'show',
  expression: 1,
  conditionList,
  ...more,
});
const hiddenBy = (logics: Logic[], answers: object) => [...outcomeOf(ITEMS, logics, answers as Record<string, unknown>).hidden];
const requiredBy = (logics: Logic[], answers: object) => [...outcomeOf(ITEMS, logics, answers as Record<string, unknown>).required];

describe('a condition', () => {
  const holds = (condition: object, answers: object) => !hiddenBy([row(107, [condition])], answers).includes(107);

  it('compares an answer with a value, and says neither yes nor no of what was not answered', () => {
    for (const [expression, answers, optionValue, wanted] of [
      ['eq', { field101: 1 }, 1, true],
      ['eq', { field101: 2 }, 1, false],
      // A client sends numbers as texts.
      ['eq', { field101: '1' }, 1, true],
      ['eq', {}, 1, false],
      ['eq', { field101: null }, 1, false],
      ['ne', { field101: 2 }, 1, true],
      ['ne', { field101: 1 }, 1, false],
      ['ne', {}, 1, false],
      ['ne', { field101: '' }, 1, false],
      ['filled', { field101: 1 }, undefined, true],
      ['filled', {}, undefined, false],
      ['empty', {}, undefined, true],
      ['empty', { field101: 1 }, undefined, false],
    ] as const)
      assert.equal(holds({ formItemId: 101, expression, optionValue }, answers), wanted, `${expression} ${JSON.stringify(answers)}`);
  });

  it('knows the option 0 as an answer', () => {
    assert.deepEqual(
      [
        holds({ formItemId: 101, expression: 'eq', optionValue: 0 }, { field101: 0 }),
        holds({ formItemId: 101, expression: 'ne', optionValue: 1 }, { field101: 0 }),
        holds({ formItemId: 101, expression: 'filled' }, { field101: 0 }),
        holds({ formItemId: 102, expression: 'eq', optionValue: 0 }, { field102: [2, 0] }),
      ],
      [true, true, true, true],
    );
  });

  it('looks into what was chosen of several; none chosen is not answered', () => {
    for (const [expression, field102, optionValue, wanted] of [
      ['eq', [1, 2], 2, true],
      ['eq', [1], 2, false],
      ['ne', [1], 2, true],
      ['ne', [1, 2], 2, false],
      ['ne', [], 2, false],
      ['empty', [], undefined, true],
    ] as const)
      assert.equal(holds({ formItemId: 102, expression, optionValue }, { field102 }), wanted, `${expression} ${field102}`);
  });

  it('orders numbers and days, and finds a part of a text', () => {
    for (const [formItemId, expression, answer, optionValue, wanted] of [
      [103, 'gt', 10, 9, true],
      [103, 'gt', 9, 9, false],
      [103, 'ge', 9, '9', true],
      [103, 'lt', 0, 1, true],
      [103, 'le', 2, 1, false],
      [104, 'gt', '2026-10-02', '2026-09-30', true],
      [104, 'le', '2026-10-02', '2026-10-02', true],
      [105, 'like', '昨晚跌倒一次', '跌倒', true],
      [105, 'like', '很好', '跌倒', false],
      // A list is neither more nor less than a number.
      [102, 'gt', [5, 6], 1, false],
    ] as const)
      assert.equal(holds({ formItemId, expression, optionValue }, { [`field${formItemId}`]: answer }), wanted, `${expression} ${answer}`);
  });

  it('that is half written never holds', () => {
    for (const condition of [
      { formItemId: 101, expression: null, optionValue: null },
      { formItemId: null, expression: 'eq', optionValue: 1 },
      { formItemId: 101, expression: 'eq', optionValue: null },
      { formItemId: 101, expression: 'ne' },
      {},
    ])
      assert.equal(holds(condition, { field101: 1 }), false, JSON.stringify(condition));
  });

  it('goes with its question: what is left decides, and nothing left is no logic', () => {
    const gone = { formItemId: 999, expression: 'eq' as const, optionValue: 1 };
    const left = { formItemId: 101, expression: 'eq' as const, optionValue: 1 };
    const hidden = (conditionList: Logic['conditionList'], field101: number) =>
      hiddenBy([{ formItemId: 102, action: 'show', expression: 1, conditionList }], { field101 }).includes(102);
    assert.deepEqual([hidden([gone, left], 1), hidden([gone, left], 2)], [false, true]);
    assert.deepEqual([hidden([gone], 2), hidden([{ expression: 1, conditionList: [gone] }], 2)], [false, false]);
    assert.deepEqual(requiredBy([{ formItemId: 102, action: 'require', expression: 1, conditionList: [gone] }], {}), []);
  });
});

const is = (optionValue: unknown, formItemId = 101) => ({ formItemId, expression: 'eq' as const, optionValue });

describe('logic', () => {
  it('asks for all conditions or any of them, and for the same in groups; without conditions the question is hidden', () => {
    const two = [is(1), is('好', 105)];
    for (const [conditionList, expression, answers, shown] of [
      [two, 1, { field101: 1, field105: '好' }, true],
      [two, 1, { field101: 1 }, false],
      [two, 2, { field101: 1 }, true],
      [two, 2, {}, false],
      // Which of both was not chosen yet: all of them.
      [two, null, { field101: 1 }, false],
      [[], 1, { field101: 1 }, false],
      [[], 2, {}, false],
      [[is(1), { expression: 2, conditionList: [is('甲', 105), is('乙', 105)] }], 1, { field101: 1, field105: '乙' }, true],
      [[is(1), { expression: 2, conditionList: [is('甲', 105), is('乙', 105)] }], 1, { field101: 1, field105: '丙' }, false],
      [[is(1), { expression: 1, conditionList: [] }], 1, { field101: 1 }, false],
    ] as const)
      assert.equal(!hiddenBy([row(106, [...conditionList], { expression })], answers).includes(106), shown, JSON.stringify(answers));
  });

  it('tells a group from a condition by its list', () => {
    assert.deepEqual(
      [isGroup({ conditionList: [] }), isGroup({ expression: 1, conditionList: [is(1)] }), isGroup(is(1)), isGroup({})],
      [true, true, false, false],
    );
  });

  it('judges groups within groups, however deep', () => {
    let entry: ConditionEntry = is(1);
    for (let depth = 0; depth < 500; depth++) entry = { expression: depth % 2 ? 1 : 2, conditionList: [entry] };
    assert.deepEqual([hiddenBy([row(106, [entry])], { field101: 1 }), hiddenBy([row(106, [entry])], { field101: 2 })], [[], [106]]);
  });

  it('counts the answer of a hidden question for nothing, however long the chain', () => {
    const chain = [row(105, [is(1)]), row(106, [is('x', 105)]), row(107, [is('x', 106)])];
    const all = { field101: 1, field105: 'x', field106: 'x', field107: 'x' };
    assert.deepEqual(hiddenBy(chain, all), []);
    assert.deepEqual(hiddenBy(chain, { ...all, field101: 2 }), [105, 106, 107]);
  });

  it('knows no cycle: a question is judged by those before it', () => {
    const cycle = [row(105, [is('x', 106)]), row(106, [is('x', 105)])];
    assert.deepEqual(hiddenBy(cycle, { field105: 'x', field106: 'x' }), [105, 106]);
    assert.deepEqual(hiddenBy([row(101, [is(1)])], { field101: 1 }), [101]);
  });

  it('requires an answer when its conditions hold, of a question that is shown', () => {
    const must = row(106, [is(1)], { action: 'require' });
    assert.deepEqual([requiredBy([must], { field101: 1 }), requiredBy([must], { field101: 2 })], [[106], []]);
    assert.deepEqual(requiredBy([must, row(106, [is('x', 105)])], { field101: 1 }), []);
  });

  it('jumps over the questions between, to the end without a target, and nowhere when the target is behind or gone', () => {
    const jump = (target: number | null, at = 102) => row(at, [is(1)], { action: 'jump', target });
    for (const [logics, hidden] of [
      [[jump(105)], [103, 104]],
      [[jump(null)], [103, 104, 105, 106, 107]],
      [[jump(103)], []],
      [[jump(101)], []],
      [[jump(102)], []],
      [[jump(999)], []],
      // The jump of a question that is jumped over is not taken.
      [
        [jump(105), jump(null, 103)],
        [103, 104],
      ],
      // A target that is hidden itself ends the jump all the same.
      [
        [jump(105), row(105, [is('x', 104)])],
        [103, 104, 105],
      ],
    ] as const)
      assert.deepEqual(hiddenBy([...logics], { field101: 1 }), [...hidden], JSON.stringify(logics));
    assert.deepEqual(hiddenBy([jump(105)], { field101: 2 }), []);
  });
});

describe('the questions that stand', () => {
  it('are those that are shown, required where logic says so; without logic all as they are', () => {
    const items = ITEMS.map((item) => ({ ...item, required: item.formItemId === 103 }));
    assert.deepEqual(standing(items, [], {}), items);
    const left = standing(items, [row(103, [is(1)]), row(104, [is(2)], { action: 'require' })], { field101: 2 });
    assert.deepEqual(
      left.map(({ formItemId, required }) => [formItemId, required]),
      [
        [101, false],
        [102, false],
        [104, true],
        [105, false],
        [106, false],
        [107, false],
      ],
    );
    assert.equal(items[3]?.required, false);
  });
});

describe('a calculated question', () => {
  const sum: LogicItem = { formItemId: 108, type: 'NUMBER_INPUT', expand: { formula: 'sum(field101, field103)', precision: 1 } };
  const late: LogicItem = { formItemId: 109, type: 'NUMBER_INPUT', expand: { formula: 'field108 * 2' } };

  it('is a number with a formula', () => {
    assert.deepEqual([sum, late, ITEMS[2]!, { ...sum, type: 'INPUT' as const }].map(calculationOf), [
      'sum(field101, field103)',
      'field108 * 2',
      null,
      null,
    ]);
  });

  it('is never what was sent, counts only what is shown before it, and is judged by logic itself', () => {
    const items = [...ITEMS, sum, late];
    assert.deepEqual(withCalculated(items, [], { field101: 1, field103: 2.25, field108: 99, field109: 'x' }), {
      field101: 1,
      field103: 2.25,
      field108: 3.3,
      field109: 6.6,
    });
    const hides = row(103, [is(2)]);
    assert.deepEqual(withCalculated(items, [hides], { field101: 1, field103: 5 }).field108, 1);
    assert.deepEqual(
      outcomeOf(items, [row(109, [{ formItemId: 108, expression: 'gt', optionValue: 2 }])], { field101: 1 }).hidden.has(109),
      true,
    );
    assert.deepEqual(withCalculated(items, [], {}), { field108: null, field109: null });
    const plain = { field101: 1 };
    assert.equal(withCalculated(ITEMS, [], plain), plain);
  });
});

describe('conditions over the rows of a matrix', () => {
  const items: LogicItem[] = [
    { formItemId: 101, type: 'MATRIX_SCALE' },
    { formItemId: 102, type: 'INPUT' },
  ];
  const shown = (condition: object, answer: unknown) =>
    !outcomeOf(items, [{ formItemId: 102, action: 'show', conditionList: [{ formItemId: 101, ...condition }] }], {
      field101: answer,
    }).hidden.has(102);
  it('hold by the answer of the row, and of the whole only whether it was answered', () => {
    assert.equal(shown({ expression: 'lt', optionValue: 3, row: 1 }, { 1: 2, 2: 5 }), true);
    assert.equal(shown({ expression: 'lt', optionValue: 3, row: '2' }, { 1: 2, 2: 5 }), false);
    assert.equal(shown({ expression: 'ne', optionValue: 3, row: 2 }, { 1: 2 }), false);
    assert.equal(shown({ expression: 'empty', row: 2 }, { 1: 2 }), true);
    assert.equal(shown({ expression: 'filled' }, { 1: 2 }), true);
    assert.equal(shown({ expression: 'filled' }, { 1: '' }), false);
    for (const expression of ['eq', 'ne', 'gt', 'like']) assert.equal(shown({ expression, optionValue: 2 }, { 1: 2 }), false, expression);
  });
});

describe('remaining', () => {
  it('leaves out conditions on questions that are gone, and a group only when nothing is left of it', () => {
    const [kept, gone] = [
      { formItemId: 101, expression: 'eq', optionValue: 1 },
      { formItemId: 102, expression: 'eq', optionValue: 1 },
    ] as ConditionEntry[];
    const group = (...conditionList: ConditionEntry[]) => ({ expression: 1, conditionList }) as ConditionEntry;
    const isThere = (id: number) => id !== 102;
    assert.deepEqual(remaining([kept!, gone!], isThere), [kept]);
    assert.deepEqual(remaining([group(kept!, gone!), group(gone!)], isThere), [group(kept!)]);
    assert.deepEqual(remaining([group()], isThere), [group()], 'an empty group is one that is being made');
  });
});
