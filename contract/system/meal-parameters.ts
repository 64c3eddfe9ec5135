/** Which meals there are, until when they are ordered, and samples: parameters of institutions. */
import { mealTimesProblem } from '../meals/meals.rules.ts';
import type { KnownParameter } from './parameter-kinds.ts';

const number = (title: string, unit: string, hint: string, min: number, max: number): KnownParameter => ({
  title,
  topic: 'meals',
  unit,
  kind: 'number',
  min,
  max,
  hint,
});

export const mealParameters: Readonly<Record<string, KnownParameter>> = {
  MEAL_TIMES: {
    title: '餐次与时间',
    topic: 'meals',
    kind: 'text',
    check: mealTimesProblem,
    hint: '机构供应的餐次和开餐时间，用顿号分隔。可用：早餐、早点、午餐、午点、晚餐、晚点，如“早餐07:00、午餐11:30、晚餐17:00”。',
  },
  MEAL_ORDER_HOURS: number('订餐截止', '小时', '开餐前多少小时截止订餐；之后的修改需要临时修改权限，并标为临时。', 0, 72),
  MEAL_REFUSALS: number('连续未吃提醒', '餐', '服务对象连续多少餐未吃时出现在“现在”；0为不提醒。', 0, 20),
  FOOD_SAMPLE_GRAMS: number('留样量', '克', '每道菜品的留样量不能少于此数。', 1, 1000),
  FOOD_SAMPLE_HOURS: number('留样保存时间', '小时', '留样保存多久后才能销毁。', 1, 720),
};
