/** What the fields of orders of meals are called. */
import type { LabelsOf } from '../labels.ts';
import type { mealOrders } from './meal-orders.ts';

export const mealOrderLabels = {
  oldmanName: '姓名',
  place: '床位',
  texture: '质地',
  diets: '饮食',
  allergies: '过敏',
  mealNote: '忌口与要求',
  away: '不在院',
  servings: '供应菜品',
  gaps: '缺口',
  order: '订餐变更',
  day: '日期',
  meal: '餐次',
  cancelled: '取消此餐',
  portion: '份量',
  dishIds: '选择菜品',
  guests: '陪餐人数',
  note: '备注',
  changed: '只看有变更的',
} satisfies LabelsOf<typeof mealOrders>;
