/** 约束: who is restrained by whose order and with whose consent, until when, and every look meanwhile. */
import { z } from 'zod';
import { byId, date, dateTime, id, int, ok, orNull, page, paging, picked, required, text, whole } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { picture } from '../system/pictures.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { restraintKinds, restraintReasons } from './restraint-commands.rules.ts';

const BASE = '/members/restraint';
const VIEW = 'members_restraint_view';
const ORDER = 'members_restraint_order';
const DO = 'members_restraint_do';
export const MOST_CONSENT_FILES = 9;

export const Restraint = z.object({
  id: z.number(),
  /** `restraintStates` of restraint-commands.rules.ts. */
  state: z.number(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  place: z.string().nullable(),
  kind: z.number(),
  reason: z.number(),
  reasonNote: z.string(),
  instruction: z.string(),
  orderedRole: z.number(),
  orderedName: z.string(),
  orderedTime: z.string(),
  consentName: z.string(),
  consentRelation: z.string(),
  consentDay: z.string(),
  hours: z.number(),
  lookMinutes: z.number(),
  loosenMinutes: z.number(),
  beginTime: z.string().nullable(),
  beginName: z.string().nullable(),
  /** Until when it may last. */
  limitTime: z.string().nullable(),
  lookTime: z.string().nullable(),
  loosenTime: z.string().nullable(),
  endTime: z.string().nullable(),
  endName: z.string().nullable(),
  endNote: z.string(),
  userName: z.string(),
  version: z.number(),
  createTime: z.string(),
});

export const RestraintLook = z.object({
  id: z.number(),
  loosened: z.boolean(),
  blood: z.number(),
  skin: z.number(),
  mood: z.number(),
  note: z.string(),
  time: z.string(),
  userName: z.string(),
});

const known = (labels: Readonly<Record<number, string>>, message: string) =>
  int(1, 99).refine((value) => Object.hasOwn(labels, value), { error: message });
const query = {
  oldmanName: text(20).optional(),
  oldmanId: id.optional(),
  state: int(1, 4).optional(),
  kind: int(1, 99).optional(),
  /** Those to be begun and those under way. */
  open: z.enum(['true']).optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};
/** `time`: when it was done, where that was written down before. */
const doing = { id, version: z.int().optional(), time: orNull(dateTime) };

/** A phone keeps so many. */
export const MOST_RESTRAINTS = 200;

export const restraints = {
  page: get(`${BASE}/page`, '约束列表', { access: VIEW, input: z.object({ ...paging, ...query }), output: page(Restraint) }),
  export: exportRoute(`${BASE}/export`, '约束记录', 'members_restraint_export', query),
  get: get(`${BASE}/{id}`, '约束详情', {
    access: VIEW,
    input: byId,
    output: z.object({ ...Restraint.shape, consentFiles: z.array(z.string()), looks: z.array(RestraintLook) }),
  }),
  /** Those that are to be begun or under way, as a phone keeps them. */
  open: get(`${BASE}/open`, '正在执行的约束', {
    access: DO,
    input: z.object({}),
    output: z.object({ rows: z.array(Restraint).max(MOST_RESTRAINTS), more: z.boolean() }),
  }),
  /** What an order begins with: the most hours that the institution allows. */
  limits: get(`${BASE}/limits`, '约束时限', {
    access: ORDER,
    input: z.object({}),
    output: z.object({ mostHours: z.number(), lookMinutes: z.number(), loosenMinutes: z.number() }),
  }),
  order: post(BASE, '开具约束单', {
    access: ORDER,
    input: z.object({
      oldmanId: picked('请选择服务对象'),
      kind: known(restraintKinds, '请选择约束方式'),
      reason: known(restraintReasons, '请选择约束原因'),
      reasonNote: text(200).default(''),
      instruction: text(300).default(''),
      orderedRole: whole(1, 2, '决定人身份'),
      orderedName: required(20, '请填写决定约束的医生或护士'),
      consentName: required(20, '请填写知情同意的家属'),
      consentRelation: required(20, '请填写家属与服务对象的关系'),
      consentDay: date,
      consentFiles: z
        .array(picture, { error: '请上传签字的知情同意书' })
        .min(1, { error: '请上传签字的知情同意书' })
        .max(MOST_CONSENT_FILES, { error: `最多${MOST_CONSENT_FILES}张图片` }),
      hours: whole(1, 24, '约束时限'),
    }),
    output: id,
    message: '已开单',
  }),
  begin: put(`${BASE}/begin`, '开始约束', { access: DO, input: z.object(doing), output: ok, message: '已开始' }),
  look: put(`${BASE}/look`, '登记约束观察', {
    access: DO,
    input: z.object({
      ...doing,
      loosened: z.boolean().default(false),
      blood: whole(1, 3, '血运'),
      skin: whole(1, 3, '皮肤'),
      mood: whole(1, 3, '情绪'),
      note: text(200).default(''),
    }),
    output: ok,
    message: '已登记',
  }),
  release: put(`${BASE}/release`, '解除约束', {
    access: DO,
    input: z.object({ ...doing, note: text(200).default('') }),
    output: ok,
    message: '已解除',
  }),
  withdraw: put(`${BASE}/withdraw`, '作废约束单', {
    access: ORDER,
    input: z.object({ id, version: z.int(), note: text(200).default('') }),
    output: ok,
    message: '已作废',
  }),
  /** A month: each restrained person with hours, orders and those that lasted beyond their limit. */
  statistics: get(`${BASE}/statistics`, '约束月度统计', {
    access: VIEW,
    input: z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: '月份格式应为yyyy-MM' }) }),
    output: z.array(
      z.object({
        oldmanId: z.number(),
        oldmanName: z.string(),
        place: z.string().nullable(),
        times: z.number(),
        hours: z.number(),
        looks: z.number(),
        beyond: z.number(),
      }),
    ),
  }),
};
