import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { bodyParts } from '#contract/body-parts.rules.ts';
import { drawnParts, FIGURE_HEIGHT, FIGURE_WIDTH, type Shape } from './body-shapes.ts';

const boxOf = (shape: Shape) =>
  'cx' in shape
    ? [shape.cx - shape.rx, shape.cy - shape.ry, shape.cx + shape.rx, shape.cy + shape.ry]
    : [shape.x, shape.y, shape.x + shape.w, shape.y + shape.h];

describe('the figure of the body', () => {
  it('has every part once, within its bounds', () => {
    const all = [...drawnParts('front'), ...drawnParts('back')];
    assert.deepEqual(
      all.map(({ key }) => key),
      bodyParts.map(({ key }) => key),
    );
    for (const { key, shape } of all) {
      const [left, top, right, bottom] = boxOf(shape) as [number, number, number, number];
      assert.ok(left >= 0 && top >= 0 && right <= FIGURE_WIDTH && bottom <= FIGURE_HEIGHT, key);
    }
  });

  it('shows the right of the person on the left from the front, and on the right from behind', () => {
    const middle = (side: 'front' | 'back', wanted: string) => {
      const [left, , right] = boxOf(drawnParts(side).find(({ key }) => key === wanted)!.shape) as [number, number, number, number];
      return (left + right) / 2;
    };
    assert.ok(middle('front', 'hand.right') < FIGURE_WIDTH / 2 && middle('front', 'hand.left') > FIGURE_WIDTH / 2);
    assert.ok(middle('back', 'hand_back.left') < FIGURE_WIDTH / 2 && middle('back', 'hand_back.right') > FIGURE_WIDTH / 2);
  });
});
