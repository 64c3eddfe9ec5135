/** How a new tenant has its meals: parameters, see contract/system/known-parameters.ts. */
import { DEFAULT_TIMES, mealDefaults } from '#contract/meals/meals.rules.ts';

const values: readonly [key: string, name: string, value: string][] = [
  ['MEAL_TIMES', '餐次与时间', DEFAULT_TIMES],
  ['MEAL_ORDER_HOURS', '订餐截止（开餐前小时数）', String(mealDefaults.orderHours)],
  ['MEAL_REFUSALS', '连续未吃提醒（餐，0为不提醒）', String(mealDefaults.refusals)],
  ['FOOD_SAMPLE_GRAMS', '留样量（克）', String(mealDefaults.sampleGrams)],
  ['FOOD_SAMPLE_HOURS', '留样保存时间（小时）', String(mealDefaults.sampleHours)],
];

export const mealParameters = values.map(([key, name, value]) => ({ name, key, value, public: false, system: true, since: 15 }));
