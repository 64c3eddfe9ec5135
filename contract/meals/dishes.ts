/** 菜品: what the kitchen makes, what is in it, and whom it suits. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, decimal, int, required, text, whole } from '../fields.ts';
import { picture } from '../system/pictures.ts';
import { exportRoute, importRoutes } from '../transfers/transfers.ts';
import { allergenNames, dietNames, dishCategoryNames, textureNames } from './dishes.rules.ts';

export const Dish = z.object({
  id: z.number(),
  name: z.string(),
  category: z.enum(dishCategoryNames),
  allergens: z.array(z.enum(allergenNames)),
  /** In which it can be served. */
  textures: z.array(z.enum(textureNames)),
  /** Which it suits beside the ordinary one. */
  diets: z.array(z.enum(dietNames)),
  /** kcal, g and g of a medium portion. */
  energy: z.number().nullable(),
  protein: z.number().nullable(),
  salt: z.number().nullable(),
  /** Yuan. */
  price: z.number().nullable(),
  photo: z.string().nullable(),
  remarks: z.string().nullable(),
  /** 0 in use, 1 not. */
  status: z.number(),
  version: z.number(),
  createTime: z.string(),
});

const grams = (name: string) =>
  clearable(
    decimal.pipe(
      z
        .number()
        .min(0, { error: `${name}不能小于0` })
        .max(1000, { error: `${name}过大` }),
    ),
  );

const form = {
  name: required(30, '请输入菜品名称'),
  category: z.enum(dishCategoryNames, { error: '请选择分类' }),
  allergens: z.array(z.enum(allergenNames)).max(14).default([]),
  textures: z.array(z.enum(textureNames)).min(1, { error: '请选择可供质地' }).max(5),
  diets: z.array(z.enum(dietNames)).max(6).default([]),
  energy: clearable(whole(0, 5000, '热量')),
  protein: grams('蛋白质'),
  salt: grams('盐'),
  price: clearable(decimal.pipe(z.number().min(0, { error: '价格不能小于0' }).max(10_000, { error: '价格过大' }))),
  photo: clearable(picture),
  remarks: clearable(text(200)),
  status: int(0, 1).default(0),
};
const query = {
  name: text(30).optional(),
  category: z.enum(dishCategoryNames).optional(),
  allergen: z.enum(allergenNames).optional(),
  texture: z.enum(textureNames).optional(),
  diet: z.enum(dietNames).optional(),
  status: int(0, 1).optional(),
};

const BASE = '/business/dish';
export const dishes = {
  ...crudRoutes(BASE, '菜品', { permission: 'business_dish', row: Dish, form, query }),
  export: exportRoute(`${BASE}/export`, '菜品', 'business_dish_view', query),
  ...importRoutes(BASE, '菜品', 'business_dish_add'),
};
