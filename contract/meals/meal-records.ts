/** 用餐记录: how much each resident ate, kept as a note of care. */
import { z } from 'zod';
import { date, dateTime, id, ok, text, whole } from '../fields.ts';
import { get, put } from '../http.ts';
import { meal } from './diet-plans.ts';
import { textureNames } from './dishes.rules.ts';

const BASE = '/members/mealrecord';
/** People whose meal is noted at once. */
export const MOST_EATERS = 200;

export const MealRecord = z.object({
  oldmanId: z.number(),
  oldmanName: z.string(),
  /** Building and floor; null: without a bed. */
  floor: z.string().nullable(),
  place: z.string().nullable(),
  texture: z.enum(textureNames),
  allergies: z.array(z.string()),
  tube: z.boolean(),
  /** Why they do not eat here: away, or cancelled. */
  absent: z.string().nullable(),
  eaten: z.number().nullable(),
  eatenBy: z.string().nullable(),
});

export const mealRecords = {
  list: get(`${BASE}/list`, '用餐记录', {
    access: 'members_mealrecord_view',
    input: z.object({ day: date, meal, floor: text(60).optional() }),
    output: z.array(MealRecord),
  }),
  /** The meals of today as a phone keeps them, those to come too. */
  today: get(`${BASE}/today`, '今天的用餐名单', {
    access: 'members_mealrecord_edit',
    input: z.object({}),
    output: z.object({
      day: z.string(),
      meals: z.array(z.object({ meal: z.string(), title: z.string(), time: z.string(), rows: z.array(MealRecord) })),
    }),
  }),
  save: put(BASE, '登记用餐', {
    access: 'members_mealrecord_edit',
    input: z.object({
      day: date,
      meal,
      oldmanIds: z
        .array(id)
        .min(1, { error: '请选择服务对象' })
        .max(MOST_EATERS, { error: `每次最多登记${MOST_EATERS}人` }),
      eaten: whole(1, 5, '进食量'),
      /** When it was noted on a phone without a network: what a colleague noted after that stays. */
      notedTime: dateTime.optional(),
    }),
    output: ok,
    message: '已登记',
  }),
};
