/** 留样: a sample of each dish that is served, kept for a while and then disposed of. */
import { z } from 'zod';
import { date, dateTime, id, int, ok, orNull, page, paging, picked, text, whole } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { meal } from './diet-plans.ts';
import { mealNames } from './meals.rules.ts';

const BASE = '/members/foodsample';
const ADD = 'members_foodsample_add';
const VIEW = 'members_foodsample_view';

export const FoodSample = z.object({
  id: z.number(),
  state: z.number(),
  day: z.string(),
  meal: z.enum(mealNames),
  dishId: z.number(),
  dishName: z.string(),
  grams: z.number(),
  takenTime: z.string(),
  keepUntil: z.string(),
  createBy: z.string(),
  disposeTime: z.string().nullable(),
  disposeBy: z.string().nullable(),
  remarks: z.string().nullable(),
  version: z.number(),
});

const query = {
  state: int(1, 2).optional(),
  meal: z.enum(mealNames).optional(),
  dishName: text(30).optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};

export const foodSamples = {
  page: get(`${BASE}/page`, '留样列表', { access: VIEW, input: z.object({ ...paging, ...query }), output: page(FoodSample) }),
  export: exportRoute(`${BASE}/export`, '留样', VIEW, query),
  /** Dishes of the meals of a day that have begun and have no sample. */
  missing: get(`${BASE}/missing`, '未留样菜品', {
    access: VIEW,
    input: z.object({ day: date }),
    output: z.array(z.object({ meal: z.enum(mealNames), dishId: z.number(), dishName: z.string() })),
  }),
  /** Without a time: now. */
  create: post(BASE, '登记留样', {
    access: ADD,
    input: z.object({
      day: date,
      meal,
      dishId: picked('请选择菜品'),
      grams: whole(1, 5000, '留样量'),
      takenTime: orNull(dateTime),
      remarks: orNull(text(100)),
    }),
    output: id,
    message: '已留样',
  }),
  dispose: put(`${BASE}/dispose`, '销毁留样', {
    access: ADD,
    input: z.object({ id, version: z.int().optional() }),
    output: ok,
    message: '已登记销毁',
  }),
};
