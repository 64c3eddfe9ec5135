/** What is to be known of a resident before they are served: texture, diets, allergies in red, wishes. */
import { diets, textures } from '#contract/meals/dishes.rules.ts';
import { portions } from '#contract/meals/meal-orders.ts';
import { Mark } from './mark.tsx';
import type { Diner } from './meal-calls.ts';

export const DinerTags = ({ diner }: { diner: Pick<Diner, 'texture' | 'diets' | 'allergies' | 'tube' | 'mealNote'> }) => (
  <>
    {diner.tube && <Mark tone="diet">鼻饲</Mark>}
    {!diner.tube && diner.texture !== 'regular' && <Mark tone="diet">{textures[diner.texture].label}</Mark>}
    {diner.diets.map((one) => (
      <Mark key={one} tone="diet">
        {diets[one]}
      </Mark>
    ))}
    {diner.allergies.map((one) => (
      <Mark key={one} tone="allergy">
        {one}过敏
      </Mark>
    ))}
    {diner.mealNote !== null && <Mark>{diner.mealNote}</Mark>}
  </>
);

/** What they have otherwise than by default. */
export function OrderTags({ order }: { order: Diner['order'] }) {
  if (order === null) return null;
  return (
    <>
      {order.late && <Mark tone="allergy">临时</Mark>}
      {order.cancelled && <Mark>已取消</Mark>}
      {order.portion !== 2 && <Mark>{portions[order.portion]}</Mark>}
      {order.dishIds.length > 0 && <Mark>自选</Mark>}
      {order.guests > 0 && <Mark>陪餐{order.guests}人</Mark>}
      {order.note !== null && <Mark>{order.note}</Mark>}
    </>
  );
}

/** `米饭、清蒸鲈鱼（碎食）`: the texture is said where it is not the person's own. */
export const servedText = (diner: Pick<Diner, 'servings' | 'texture'>) =>
  diner.servings
    .map(({ dishName, texture }) => (texture === diner.texture ? dishName : `${dishName}（${textures[texture].label}）`))
    .join('、');

export const gapText = ({ gaps }: Pick<Diner, 'gaps'>) => gaps.map(({ dishName, why }) => `${dishName}：${why}，无可替换`).join('；');
