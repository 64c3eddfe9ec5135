import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { planWarnings, type KnownDish, type PlannedDish } from './plan-warnings.rules.ts';

const dishes = new Map<number, KnownDish>([
  [1, { name: '米饭', category: 'staple', allergens: [] }],
  [2, { name: '宫保鸡丁', category: 'meat', allergens: ['peanuts'] }],
  [3, { name: '炒青菜', category: 'vegetable', allergens: [] }],
]);
const at = (day: number, meal: PlannedDish['meal'], ...ids: number[]): PlannedDish[] =>
  ids.map((dishId) => ({ day, meal, dishId, spare: false }));

describe('the author of a plan', () => {
  const said = (planned: PlannedDish[], peanuts = 0) =>
    planWarnings(planned, dishes, { peanuts }).map(({ day, meal, text }) => `${day} ${meal ?? 'day'} ${text}`);

  it('is told of a main meal without vegetable or staple, and of none at other meals', () => {
    assert.deepEqual(said(at(0, 'lunch', 2)), ['0 lunch 午餐没有素菜', '0 lunch 午餐没有主食']);
    assert.deepEqual(said([...at(0, 'lunch', 1, 2, 3), ...at(1, 'breakfast', 2)]), []);
  });

  it('is told of a dish twice on a day, but for staples', () => {
    assert.deepEqual(said([...at(0, 'lunch', 1, 2, 3), ...at(0, 'dinner', 1, 3)]), ['0 day 炒青菜一天2次']);
  });

  it('is told when three or more are allergic to an ordinary dish', () => {
    assert.deepEqual(said(at(0, 'breakfast', 2), 3), ['0 breakfast 宫保鸡丁：3人对花生过敏']);
    assert.deepEqual(said(at(0, 'breakfast', 2), 2), []);
    assert.deepEqual(said([{ day: 0, meal: 'breakfast', dishId: 2, spare: true }], 9), []);
  });
});
