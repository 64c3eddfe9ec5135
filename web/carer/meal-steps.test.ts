import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf } from '#contract/time.ts';
import { begunMeals, eatenBody, eatenId, isLeft, mealsNow, type Eater, type Meals } from './meal-steps.ts';
import type { Step } from './steps.ts';

const now = instantOf('2026-11-26 11:10:00');
const eater = (oldmanId: number, more: Partial<Eater> = {}): Eater =>
  ({ oldmanId, eaten: null, eatenBy: null, absent: null, tube: false, ...more }) as Eater;
const meals: Meals = {
  day: '2026-11-26',
  meals: [
    { meal: 'breakfast', title: '早餐', time: '2026-11-26 07:00:00', rows: [eater(1), eater(2)] },
    { meal: 'lunch', title: '午餐', time: '2026-11-26 11:30:00', rows: [eater(1), eater(2)] },
    { meal: 'dinner', title: '晚餐', time: '2026-11-26 17:00:00', rows: [] },
  ],
};
const step = (day: string, problem: Step['problem'] = null) =>
  ({ kind: 'eaten', body: eatenBody(day, 'lunch', 2, 3, now), problem }) as unknown as Step;
const lunch = (steps: Step[]) => mealsNow(meals, steps).meals[1]!.rows.map(({ eaten }) => eaten);

describe('what was eaten, on the phone', () => {
  it('is of the meals that have begun, or begin within half an hour', () => {
    assert.deepEqual(
      begunMeals(meals, now).map(({ meal }) => meal),
      ['breakfast', 'lunch'],
    );
    assert.deepEqual(
      begunMeals(meals, now - 11 * 60_000).map(({ meal }) => meal),
      ['breakfast'],
    );
  });

  it('shows before the server has heard of it, of the meal and day that it is of, unless it was refused', () => {
    assert.deepEqual(lunch([step('2026-11-26')]), [null, 3]);
    assert.deepEqual(lunch([step('2026-11-25')]), [null, null]);
    assert.deepEqual(lunch([step('2026-11-26', { status: 409, text: '', fresh: null })]), [null, null]);
    assert.deepEqual(mealsNow(meals, [step('2026-11-26')]).meals[0]!.rows[1]!.eaten, null);
  });

  it('has one name for a person and a meal, and a time', () => {
    assert.equal(eatenId('2026-11-26', 'lunch', 2), 'eaten.2026-11-26.lunch.2');
    assert.equal(eatenBody('2026-11-26', 'lunch', 2, 3, now).notedTime, '2026-11-26 11:10:00');
  });

  it('is left of who eats here', () => {
    assert.equal(isLeft(eater(1)), true);
    for (const more of [{ eaten: 1 }, { absent: '住院' }, { tube: true }]) assert.equal(isLeft(eater(1, more)), false);
  });
});
