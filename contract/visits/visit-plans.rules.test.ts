import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  asksNothing,
  defaultItems,
  frequencyProblem,
  frequencyText,
  itemsProblem,
  madeUntil,
  specialTags,
  visitDays,
  type VisitFrequency,
} from './visit-plans.rules.ts';

const weekly: VisitFrequency = { frequency: 2, every: 1, weekdays: [1, 4], monthDays: [], startsOn: '2026-11-23', endsOn: null };
const monthly: VisitFrequency = { ...weekly, frequency: 3, weekdays: [], monthDays: [31] };

describe('the days of a visit plan', () => {
  it('are those of its frequency, from its first day to its last', () => {
    assert.deepEqual(visitDays(weekly, '2026-11-20', '2026-12-03'), ['2026-11-23', '2026-11-26', '2026-11-30', '2026-12-03']);
    assert.deepEqual(visitDays({ ...weekly, endsOn: '2026-11-26' }, '2026-11-20', '2026-12-03'), ['2026-11-23', '2026-11-26']);
    assert.deepEqual(visitDays(monthly, '2026-11-01', '2027-02-28'), ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28']);
    assert.deepEqual(visitDays({ ...weekly, frequency: 1, every: 10 }, '2026-11-23', '2026-12-10'), ['2026-11-23', '2026-12-03']);
  });

  it('are made two weeks ahead, today among them', () => {
    assert.equal(madeUntil('2026-11-25'), '2026-12-08');
    assert.equal(visitDays({ ...weekly, frequency: 1 }, '2026-11-25', madeUntil('2026-11-25')).length, 14);
  });

  it('are said in words, and a frequency without days is refused', () => {
    assert.equal(frequencyText(weekly), '每周 周一、周四');
    assert.equal(frequencyText({ ...monthly, every: 2, monthDays: [1, 15] }), '每2个月 1、15日');
    assert.equal(frequencyProblem(weekly), null);
    assert.equal(frequencyProblem({ ...weekly, weekdays: [] }), '请选择星期');
    assert.equal(frequencyProblem({ ...monthly, monthDays: [] }), '请选择每月的日期');
    assert.equal(frequencyProblem({ ...weekly, endsOn: '2026-11-22' }), '结束日期不能早于开始日期');
  });
});

describe('a visit plan', () => {
  it('asks each thing once, and a choice has two answers at least', () => {
    assert.equal(itemsProblem(defaultItems), null);
    assert.equal(itemsProblem([...defaultItems, defaultItems[0]!]), '探访内容的名称不能重复');
    const bare = { title: '视力', kind: 'choice', choices: ['好', '好'], required: false, carried: false } as const;
    assert.equal(itemsProblem([{ ...bare, choices: [...bare.choices] }]), '“视力”至少需要两个选项');
  });

  it('that is to find people asks for something', () => {
    const nothing = { tags: [], minAge: null, careLevels: [], serviceType: null, departmentId: null };
    assert.equal(asksNothing(nothing), true);
    for (const more of [{ tags: ['独居'] }, { minAge: 80 }, { careLevels: [1] }, { serviceType: 2 }, { departmentId: 5 }])
      assert.equal(asksNothing({ ...nothing, ...more }), false);
  });

  it('is for special groups, whose tags a parameter lists in any spelling', () => {
    assert.deepEqual(specialTags('独居，空巢、留守 失能,独居'), ['独居', '空巢', '留守', '失能']);
    assert.deepEqual(specialTags(' '), []);
  });
});
