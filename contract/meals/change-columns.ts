/** What the columns of meals are called in the record of changes. */
import type { Labels } from '../labels.ts';
import { dietPlanLabels } from './diet-plans.labels.ts';
import { dishLabels } from './dishes.labels.ts';
import { foodSampleLabels } from './food-samples.labels.ts';
import { mealOrderLabels } from './meal-orders.labels.ts';

export const mealFields: Readonly<Record<string, Labels>> = {
  dishes: dishLabels,
  diet_plans: dietPlanLabels,
  meal_orders: mealOrderLabels,
  food_samples: foodSampleLabels,
};

/** Where no field of the wire has their name. */
export const mealColumns: Record<string, Record<string, string>> = {
  diet_plans: { week_on: '周次', published_at: '发布时间', published_by: '发布人', user_id: '编制人', user_name: '编制人' },
  meal_orders: { person_id: '服务对象', late: '临时', user_id: '登记人', user_name: '登记人' },
  kitchen_sheets: {
    day: '日期',
    meal: '餐次',
    people: '用餐人数',
    counts: '份数',
    user_id: '确认人',
    user_name: '确认人',
    confirmed_at: '确认时间',
  },
  food_samples: {
    taken_at: '留样时间',
    keep_until: '保存至',
    user_id: '留样人',
    user_name: '留样人',
    disposed_at: '销毁时间',
    disposed_by: '销毁人',
  },
};
