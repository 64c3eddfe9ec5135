/** What the fields of dishes are called. */
import type { LabelsOf } from '../labels.ts';
import type { dishes } from './dishes.ts';

export const dishLabels = {
  name: '菜品名称',
  category: '分类',
  allergens: '过敏原',
  allergen: '过敏原',
  textures: '可供质地',
  texture: '可供质地',
  diets: '适合饮食',
  diet: '适合饮食',
  energy: '热量（千卡）',
  protein: '蛋白质（克）',
  salt: '盐（克）',
  price: '价格（元）',
  photo: '图片',
  remarks: '备注',
  status: '状态',
  createTime: '新增时间',
} satisfies LabelsOf<typeof dishes>;
