/** What is to be known of a resident before they are served: texture, diets, allergies in red, wishes. */
import { Tag } from 'antd';
import { diets, textures } from '#contract/meals/dishes.rules.ts';
import { portions } from '#contract/meals/meal-orders.ts';
import type { Diner } from './meal-calls.ts';

export const DinerTags = ({ diner }: { diner: Pick<Diner, 'texture' | 'diets' | 'allergies' | 'tube' | 'mealNote'> }) => (
  <>
    {diner.tube && <Tag color="purple">鼻饲</Tag>}
    {!diner.tube && diner.texture !== 'regular' && <Tag color="cyan">{textures[diner.texture].label}</Tag>}
    {diner.diets.map((one) => (
      <Tag key={one} color="processing">
        {diets[one]}
      </Tag>
    ))}
    {diner.allergies.map((one) => (
      <Tag key={one} color="error">
        {one}过敏
      </Tag>
    ))}
    {diner.mealNote !== null && <Tag>{diner.mealNote}</Tag>}
  </>
);

/** What they have otherwise than by default. */
export function OrderTags({ order }: { order: Diner['order'] }) {
  if (order === null) return null;
  return (
    <>
      {order.late && <Tag color="warning">临时</Tag>}
      {order.cancelled && <Tag color="default">已取消</Tag>}
      {order.portion !== 2 && <Tag>{portions[order.portion]}</Tag>}
      {order.dishIds.length > 0 && <Tag>自选</Tag>}
      {order.guests > 0 && <Tag>陪餐{order.guests}人</Tag>}
      {order.note !== null && <Tag>{order.note}</Tag>}
    </>
  );
}

/** `米饭、清蒸鲈鱼（碎食）`: the texture is said where it is not the person's own. */
export const servedText = (diner: Pick<Diner, 'servings' | 'texture'>) =>
  diner.servings
    .map(({ dishName, texture }) => (texture === diner.texture ? dishName : `${dishName}（${textures[texture].label}）`))
    .join('、');

export const gapText = ({ gaps }: Pick<Diner, 'gaps'>) => gaps.map(({ dishName, why }) => `${dishName}：${why}，无可替换`).join('；');
