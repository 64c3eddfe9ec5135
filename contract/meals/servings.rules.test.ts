import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { Diner } from './dishes.rules.ts';
import { harmOf, servingsOf, textureFor, unsuitable, type MealDish } from './servings.rules.ts';

const dish = (id: number, name: string, category: MealDish['category'], more: Partial<MealDish> = {}): MealDish => ({
  id,
  name,
  category,
  allergens: [],
  textures: ['regular', 'soft', 'minced', 'pureed'],
  diets: ['low_salt', 'low_sugar', 'low_fat'],
  spare: false,
  ...more,
});
const diner = (more: Partial<Diner> = {}): Diner => ({ tube: false, texture: 'regular', diets: [], allergens: [], words: [], ...more });

const rice = dish(1, '米饭', 'staple');
const bass = dish(2, '清蒸鲈鱼', 'meat', { allergens: ['fish'] });
const greens = dish(3, '清炒小白菜', 'vegetable');
const tofu = dish(4, '肉末蒸豆腐', 'meat', { allergens: ['soy'], spare: true });
const chicken = dish(5, '蒸鸡肉饼', 'meat', { spare: true, textures: ['soft', 'minced'] });
const lunch = [rice, bass, greens, tofu, chicken];
const served = (more: Partial<Diner>, chosen: number[] = []) => {
  const { servings, gaps } = servingsOf(lunch, diner(more), chosen);
  return [
    servings.map(({ dishId, texture }) => `${dishId} ${texture}`).join(),
    gaps.map(({ dishName, why }) => `${dishName} ${why}`).join(),
  ];
};

describe('what a person is served', () => {
  it('is the ordinary dishes, in the texture of the person', () => {
    assert.deepEqual(served({}), ['1 regular,2 regular,3 regular', '']);
    assert.deepEqual(served({ texture: 'minced' }), ['1 minced,2 minced,3 minced', '']);
  });

  it('is another dish of the category in the place of one that harms', () => {
    assert.deepEqual(served({ allergens: ['fish'] }), ['1 regular,3 regular,4 regular', '']);
    assert.deepEqual(served({ allergens: ['fish', 'soy'] }), ['1 regular,3 regular,5 soft', '']);
    assert.equal(servingsOf(lunch, diner({ allergens: ['fish'] }), []).servings[2]!.insteadOf, '清蒸鲈鱼');
  });

  it('has a gap where nothing of the category suits', () => {
    assert.deepEqual(served({ allergens: ['fish', 'soy'], texture: 'pureed' }), ['1 pureed,3 pureed', '清蒸鲈鱼 鱼类过敏']);
    assert.deepEqual(served({ diets: ['halal'] }), ['', '米饭 不适合清真,清蒸鲈鱼 不适合清真,清炒小白菜 不适合清真']);
    assert.deepEqual(served({ texture: 'liquid' })[1], '米饭 不能做成流质,清蒸鲈鱼 不能做成流质,清炒小白菜 不能做成流质');
  });

  it('is what was chosen, as far as the meal has it and it does no harm', () => {
    assert.deepEqual(served({}, [1, 4]), ['1 regular,4 regular', '']);
    assert.deepEqual(served({ allergens: ['soy'] }, [1, 4]), ['1 regular,2 regular', '']);
    assert.deepEqual(served({}, [99]), ['1 regular,2 regular,3 regular', '']);
  });

  it('is no dish for whom is fed by a tube', () => assert.deepEqual(served({ tube: true, allergens: ['fish'] }), ['', '']));

  it('says why a dish harms or does not suit, and in which texture it is served', () => {
    assert.equal(harmOf(bass, diner({ allergens: ['fish'] })), '鱼类过敏');
    assert.equal(harmOf(dish(9, '芒果布丁', 'extra'), diner({ words: ['芒果'] })), '芒果过敏');
    assert.equal(harmOf(bass, diner()), null);
    assert.equal(unsuitable(bass, diner({ diets: ['low_purine', 'low_salt'] })), '不适合低嘌呤');
    assert.equal(unsuitable(bass, diner()), null);
    assert.equal(textureFor(chicken, 'regular'), 'soft');
    assert.equal(textureFor(chicken, 'pureed'), null);
  });
});
