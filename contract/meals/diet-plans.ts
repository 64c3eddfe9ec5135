/** 膳食计划: which dishes there are at which meal of a week, drafted, published, and changed for a reason. */
import { z } from 'zod';
import { byId, clearable, date, id, int, ok, orNull, page, paging, required, text } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { instantOf, weekdayOf } from '../time.ts';
import { allergenNames, dietNames, dishCategoryNames, textureNames } from './dishes.rules.ts';
import { mealNames } from './meals.rules.ts';

const BASE = '/members/dietplan';
export const DIET_PLAN_ACCESS = {
  view: 'members_dietplan_view',
  add: 'members_dietplan_add',
  edit: 'members_dietplan_edit',
  publish: 'members_dietplan_publish',
} as const;

/** Dishes of one plan at most. */
export const MOST_PLANNED = 600;

export const meal = z.enum(mealNames, { error: '请选择餐次' });

export const DietPlan = z.object({
  id: z.number(),
  /** A Monday. */
  weekDate: z.string(),
  /** The building that it is for; empty: all that have none of their own. */
  building: z.string(),
  /** Of its week and building. */
  edition: z.number(),
  state: z.number(),
  dishCount: z.number(),
  remarks: z.string().nullable(),
  publishTime: z.string().nullable(),
  publishBy: z.string().nullable(),
  createBy: z.string(),
  version: z.number(),
  createTime: z.string(),
});

/** A dish of a cell, in its order. */
export const PlannedDish = z.object({
  /** 0 Monday. */
  day: z.number(),
  meal: z.enum(mealNames),
  dishId: z.number(),
  /** Served only to whom another does not suit, or who chose it. */
  spare: z.boolean(),
  name: z.string(),
  category: z.enum(dishCategoryNames),
  allergens: z.array(z.enum(allergenNames)),
  textures: z.array(z.enum(textureNames)),
  diets: z.array(z.enum(dietNames)),
});

/** The meals that the institution has, with their times. */
const mealTimes = z.array(z.object({ meal: z.enum(mealNames), time: z.string() }));

export const DietPlanDetail = z.object({
  ...DietPlan.shape,
  mealTimes,
  dishes: z.array(PlannedDish),
  changes: z.array(
    z.object({
      id: z.number(),
      day: z.number(),
      meal: z.enum(mealNames),
      beforeName: z.string(),
      afterName: z.string().nullable(),
      reason: z.string(),
      createBy: z.string(),
      createTime: z.string(),
    }),
  ),
});

const monday = date.refine((day) => weekdayOf(instantOf(day)) === 1, { error: '请选择周一的日期' });
const building = text(20).optional();
const versioned = { id, version: z.int().optional() };
const where = { day: int(0, 6), meal };

export const dietPlans = {
  page: get(`${BASE}/page`, '膳食计划列表', {
    access: DIET_PLAN_ACCESS.view,
    input: z.object({ ...paging, state: int(1, 3).optional(), building, startDate: date.optional(), endDate: date.optional() }),
    output: page(DietPlan),
  }),
  /** The meals that the institution has. */
  meals: get(`${BASE}/meals`, '餐次与时间', { access: 'session', input: z.object({}), output: mealTimes }),
  /** The published plan of the week that a day is in: that of the building where it has one, else that of the institution. */
  week: get(`${BASE}/week`, '本周膳食', {
    access: DIET_PLAN_ACCESS.view,
    input: z.object({ day: date, building }),
    output: DietPlanDetail.nullable(),
  }),
  /** How many residents are allergic to what. */
  allergic: get(`${BASE}/allergic`, '过敏人数', {
    access: DIET_PLAN_ACCESS.view,
    input: z.object({}),
    output: z.array(z.object({ allergen: z.enum(allergenNames), count: z.number() })),
  }),
  get: get(`${BASE}/{id}`, '膳食计划详情', { access: DIET_PLAN_ACCESS.view, input: byId, output: DietPlanDetail }),
  /** A draft; with `copyId` it begins with the dishes of that plan. Where the week is published it is its next edition. */
  create: post(BASE, '新增膳食计划', {
    access: DIET_PLAN_ACCESS.add,
    input: z.object({ weekDate: monday, building: text(20).default(''), copyId: orNull(id), remarks: orNull(text(200)) }),
    output: id,
    message: '创建成功',
  }),
  /** Writes all dishes of a draft, each cell in the order given. */
  fill: put(BASE, '编排膳食计划', {
    access: DIET_PLAN_ACCESS.edit,
    input: z.object({
      ...versioned,
      dishes: z
        .array(z.object({ ...where, dishId: id, spare: z.boolean().default(false) }))
        .max(MOST_PLANNED, { error: `一周最多编排${MOST_PLANNED}道菜品` }),
      remarks: clearable(text(200)),
    }),
    output: ok,
    message: '已保存',
  }),
  publish: put(`${BASE}/publish`, '发布膳食计划', {
    access: DIET_PLAN_ACCESS.publish,
    input: z.object(versioned),
    output: ok,
    message: '已发布',
  }),
  /** Another dish in the place of one of a published plan; without `replaceId` it is left out. */
  change: put(`${BASE}/change`, '临时换菜', {
    access: DIET_PLAN_ACCESS.publish,
    input: z.object({ ...versioned, ...where, dishId: id, replaceId: orNull(id), reason: required(100, '请填写换菜原因') }),
    output: ok,
    message: '已换菜',
  }),
  remove: del(`${BASE}/{id}`, '删除膳食计划草稿', { access: DIET_PLAN_ACCESS.edit, input: byId, output: ok, message: '删除成功' }),
};
