/** 订餐: what a resident is served of a meal, as plan and diet say, and what they have otherwise. */
import { z } from 'zod';
import { byId, date, flag, id, int, ok, page, paging, picked, text } from '../fields.ts';
import { del, get, put } from '../http.ts';
import { meal } from './diet-plans.ts';
import { dietNames, dishCategoryNames, textureNames } from './dishes.rules.ts';

const BASE = '/members/mealorder';
export const MEAL_ORDER_LATE = 'members_mealorder_late';

export const portions: Readonly<Record<number, string>> = { 1: '小份', 2: '中份', 3: '大份' };

/** A resident at a meal. */
export const DinerShown = z.object({
  oldmanId: z.number(),
  oldmanName: z.string(),
  place: z.string().nullable(),
  texture: z.enum(textureNames),
  diets: z.array(z.enum(dietNames)),
  /** In words: known allergens, and others as the record says them. */
  allergies: z.array(z.string()),
  tube: z.boolean(),
  mealNote: z.string().nullable(),
  /** Why they are not there. */
  away: z.string().nullable(),
  servings: z.array(
    z.object({ dishId: z.number(), dishName: z.string(), texture: z.enum(textureNames), insteadOf: z.string().nullable() }),
  ),
  gaps: z.array(z.object({ category: z.enum(dishCategoryNames), dishName: z.string(), why: z.string() })),
  /** What they have otherwise than by default; null: nothing. */
  order: z
    .object({
      id: z.number(),
      version: z.number(),
      cancelled: z.boolean(),
      portion: z.number(),
      dishIds: z.array(z.number()),
      guests: z.number(),
      note: z.string().nullable(),
      late: z.boolean(),
      createBy: z.string(),
    })
    .nullable(),
});

export const mealOrders = {
  page: get(`${BASE}/page`, '订餐列表', {
    access: 'members_mealorder_view',
    input: z.object({ ...paging, day: date, meal, oldmanName: text(20).optional(), changed: flag.optional() }),
    output: page(DinerShown),
  }),
  /** The dishes of a meal of the published plans, with `oldmanId` those of the person's building, and until when it is ordered. */
  menu: get(`${BASE}/menu`, '一餐菜品', {
    access: 'members_mealorder_view',
    input: z.object({ day: date, meal, oldmanId: id.optional() }),
    output: z.object({
      published: z.boolean(),
      state: z.enum(['open', 'late', 'over']),
      dishes: z.array(z.object({ id: z.number(), name: z.string(), category: z.enum(dishCategoryNames), spare: z.boolean() })),
    }),
  }),
  /** With the version that was read, 0 where there was none. */
  save: put(BASE, '修改订餐', {
    access: 'members_mealorder_edit',
    input: z.object({
      oldmanId: picked('请选择服务对象'),
      day: date,
      meal,
      cancelled: z.boolean(),
      portion: int(1, 3),
      dishIds: z.array(id).max(20),
      guests: int(0, 20),
      note: text(100).nullable(),
      version: z.int().min(0),
    }),
    output: id,
    message: '已保存',
  }),
  /** Back to what plan and diet say. */
  remove: del(`${BASE}/{id}`, '恢复默认订餐', { access: 'members_mealorder_edit', input: byId, output: ok, message: '已恢复默认' }),
};
