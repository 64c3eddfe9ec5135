import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { allergiesOf, dinerOf } from './dishes.rules.ts';

const nothing = { texture: null, diets: [] } as const;

describe('what may be served to a person', () => {
  it('knows allergens in the words of the flags, and keeps the word of an allergy that it does not know', () => {
    assert.deepEqual(allergiesOf(['花生过敏', '跌倒高危']), { allergens: ['peanuts'], words: [] });
    assert.deepEqual(allergiesOf(['海鲜过敏']), { allergens: ['crustaceans', 'fish', 'molluscs'], words: [] });
    assert.deepEqual(allergiesOf(['乳糖不耐受', '对芒果过敏']), { allergens: ['milk'], words: ['芒果'] });
    assert.deepEqual(allergiesOf(['青霉素过敏']), { allergens: [], words: ['青霉素'] });
    assert.deepEqual(allergiesOf(['爱吃花生']), { allergens: [], words: [] });
  });

  it('takes texture and diets from the kind of meals, and what was arranged before it', () => {
    const of = (meal: string | null, arranged: Parameters<typeof dinerOf>[1] = nothing, flags: string[] = []) => {
      const { tube, texture, diets } = dinerOf(meal, arranged, flags);
      return [tube, texture, diets.join()];
    };
    assert.deepEqual(of(null), [false, 'regular', '']);
    assert.deepEqual(of('普食'), [false, 'regular', '']);
    assert.deepEqual(of('软食'), [false, 'soft', '']);
    assert.deepEqual(of('半流质'), [false, 'pureed', '']);
    assert.deepEqual(of('流质'), [false, 'liquid', '']);
    assert.deepEqual(of('低盐低脂'), [false, 'regular', 'low_salt,low_fat']);
    assert.deepEqual(of('糖尿病餐', { texture: 'minced', diets: ['halal'] }), [false, 'minced', 'low_sugar,halal']);
    assert.deepEqual(of('软食', nothing, ['糖尿病饮食', '糖尿病']), [false, 'soft', 'low_sugar']);
    assert.deepEqual(of('普食', nothing, ['鼻饲']), [true, 'regular', '']);
    assert.deepEqual(of('鼻饲'), [true, 'regular', '']);
  });
});
