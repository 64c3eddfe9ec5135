import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { differencesOf, totalsOf, type Count } from './kitchen.rules.ts';

const count = (dishId: number, texture: Count['texture'], many: number): Count => ({
  dishId,
  dishName: `菜${dishId}`,
  texture,
  count: many,
});

describe('the counts of the kitchen', () => {
  it('are portions by dish and texture, guests with what their resident has', () => {
    const serving = (dishId: number, texture: Count['texture']) => ({ dishId, texture, insteadOf: null });
    const diners = [
      { servings: [serving(1, 'regular'), serving(2, 'regular')], guests: 2 },
      { servings: [serving(1, 'pureed')], guests: 0 },
      { servings: [serving(1, 'regular')], guests: 0 },
    ];
    assert.deepEqual(
      totalsOf(
        [2, 1, 3].map((id) => ({ id, name: `菜${id}` })),
        diners,
      ),
      [count(2, 'regular', 3), count(1, 'regular', 4), count(1, 'pureed', 1)],
    );
  });

  it('show what has changed since they were noted', () => {
    const noted = [count(1, 'regular', 4), count(2, 'soft', 1)];
    assert.deepEqual(
      differencesOf([count(1, 'regular', 3), count(1, 'pureed', 1)], noted).map((one) => [one.dishId, one.texture, one.count, one.change]),
      [
        [1, 'regular', 3, -1],
        [1, 'pureed', 1, 1],
        [2, 'soft', 0, -1],
      ],
    );
  });
});
