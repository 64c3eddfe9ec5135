/** What the fields of food samples are called. */
import type { LabelsOf } from '../labels.ts';
import type { foodSamples } from './food-samples.ts';

export const foodSampleLabels = {
  state: '状态',
  day: '供餐日期',
  meal: '餐次',
  dishId: '菜品',
  dishName: '菜品',
  grams: '留样量（克）',
  takenTime: '留样时间',
  keepUntil: '保存至',
  createBy: '留样人',
  disposeTime: '销毁时间',
  disposeBy: '销毁人',
  remarks: '备注',
  startDate: '供餐日期',
} satisfies LabelsOf<typeof foodSamples>;
