/** 护理等级与膳食: what holds for a person from a day on, who agreed, what was before. */
import { z } from 'zod';
import { byId, date, id, int, ok, orNull, required, text } from '../fields.ts';
import { get, put } from '../http.ts';
import { dietNames, textureNames } from '../meals/dishes.rules.ts';

export const Arrangement = z.object({
  id: z.number(),
  /** `level` or `meal`. */
  kind: z.enum(['level', 'meal']),
  /** Of the dictionary care_level or meal_type. */
  value: z.number(),
  /** What held before; null: nothing, or it does not hold yet. */
  before: z.number().nullable(),
  mealNote: z.string().nullable(),
  /** Of a meal: null and none are as its kind says. */
  texture: z.enum(textureNames).nullable(),
  diets: z.array(z.enum(dietNames)),
  effectiveDate: z.string(),
  reason: z.string(),
  consentName: z.string().nullable(),
  state: z.number(),
  version: z.number(),
  createBy: z.string(),
  createTime: z.string(),
});

const form = {
  /** Of the person. */
  id,
  /** Absent: from today on. */
  effectiveDate: orNull(date),
  reason: required(200, '请填写变更原因'),
  /** Who agreed: the person, or who may agree for them. */
  consentName: orNull(text(20)),
};

export const arrangements = {
  ofPerson: get('/members/oldman/arrangements', '护理等级与膳食', {
    access: 'members_oldman_view',
    input: z.object({ oldmanId: id }),
    output: z.object({
      meal: z.number().nullable(),
      mealNote: z.string().nullable(),
      texture: z.enum(textureNames).nullable(),
      diets: z.array(z.enum(dietNames)),
      changes: z.array(Arrangement),
    }),
  }),
  level: put('/members/oldman/updateNursingLevel', '变更护理等级', {
    access: 'members_oldman_edit',
    input: z.object({ ...form, careLevel: int(0, 20) }),
    output: ok,
    message: '操作成功',
  }),
  meal: put('/members/oldman/updateMeal', '变更膳食', {
    access: 'members_oldman_edit',
    input: z.object({
      ...form,
      meal: int(0, 99),
      mealNote: orNull(text(200)),
      /** Without them texture and diets are as the kind of meals says. */
      texture: orNull(z.enum(textureNames, { error: '请选择质地' })),
      diets: z.array(z.enum(dietNames)).max(6).default([]),
    }),
    output: ok,
    message: '操作成功',
  }),
  withdraw: put('/members/oldman/arrangement/withdraw', '撤销未生效的变更', {
    access: 'members_oldman_edit',
    input: z.object({ ...byId.shape, version: z.int().optional() }),
    output: ok,
    message: '已撤销',
  }),
};
