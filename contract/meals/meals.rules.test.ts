import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { HOUR, instantOf } from '../time.ts';
import { awayAt, DEFAULT_TIMES, mealAt, mealDefaults, mealsOf, mealTimesOf, mealTimesProblem, orderState, weekOf } from './meals.rules.ts';

const MONDAY = '2026-11-23';
const at = instantOf(`${MONDAY} 11:30:00`);

describe('the meals of a day', () => {
  it('are read from the text of the parameter, in the order of the day, each once', () => {
    assert.deepEqual(mealTimesOf(DEFAULT_TIMES), mealDefaults.times);
    assert.deepEqual(mealTimesOf('早餐 07:00, 晚餐17:30'), { breakfast: '07:00', dinner: '17:30' });
    for (const wrong of ['', '早餐', '早餐25:00', '早餐07:00、早餐08:00', '午餐11:30、早餐07:00', '夜宵22:00'])
      assert.match(mealTimesProblem(wrong) ?? '', /请按时间先后/);
    assert.equal(mealTimesProblem(DEFAULT_TIMES), null);
  });

  it('are those that have a time, and begin at it', () => {
    assert.deepEqual(mealsOf(mealDefaults), ['breakfast', 'lunch', 'afternoon', 'dinner']);
    assert.equal(mealAt(mealDefaults, MONDAY, 'lunch'), at);
    assert.equal(mealAt(mealDefaults, MONDAY, 'evening'), null);
  });

  it('are ordered until hours before they begin, then late, then not at all', () => {
    const state = (now: number) => orderState(mealDefaults, MONDAY, 'lunch', now);
    assert.deepEqual([at - 3 * HOUR - 1, at - 3 * HOUR, at + 6 * HOUR - 1, at + 6 * HOUR].map(state), ['open', 'late', 'late', 'over']);
  });

  it('belong to the week of their Monday', () => {
    assert.deepEqual(weekOf(MONDAY), { monday: MONDAY, index: 0 });
    assert.deepEqual(weekOf('2026-11-29'), { monday: MONDAY, index: 6 });
    assert.deepEqual(weekOf('2026-12-01'), { monday: '2026-11-30', index: 1 });
  });
});

describe('who is not there for a meal', () => {
  const outing = (from: number, until: number, left: boolean) => ({ leaveAt: at + from * HOUR, dueAt: at + until * HOUR, left });

  it('is in hospital, or on an outing that covers it, or late to come back', () => {
    assert.equal(awayAt({ status: 3, outing: null }, at, at), '住院');
    assert.equal(awayAt({ status: 1, outing: outing(-1, 3, false) }, at, at - HOUR), '外出');
    assert.equal(awayAt({ status: 2, outing: outing(-5, 3, true) }, at, at), '外出');
    assert.equal(awayAt({ status: 2, outing: outing(-5, -1, true) }, at, at), '外出');
    assert.equal(awayAt({ status: 2, outing: null }, at, at), '外出');
  });

  it('eats before leaving and after the planned return', () => {
    assert.equal(awayAt({ status: 1, outing: outing(1, 3, false) }, at, at), null);
    assert.equal(awayAt({ status: 2, outing: outing(-5, -1, true) }, at, at - 2 * HOUR), null);
    assert.equal(awayAt({ status: 1, outing: null }, at, at), null);
  });
});
