/** 照护计划: what care a person needs, why and when, in versions; saved whole or not at all. */
import { z } from 'zod';
import { byId, clock, date, id, int, ok, orNull, page, paging, picked, required, text, whole } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { careKindNames, problemCategoryNames, timeModeNames } from './care-kinds.ts';
import { MOST_CLOCKS } from './care-times.rules.ts';

export const MOST_PARTS = 40;
const MOST = { error: `最多${MOST_PARTS}项` };

export const Problem = z.object({
  category: z.enum(problemCategoryNames, { error: '请选择问题类别' }),
  text: required(200, '请填写照护问题'),
  /** What it was found by, such as an assessment. */
  source: text(60).default(''),
});

export const Goal = z.object({
  text: required(200, '请填写照护目标'),
  /** By what it is seen that it is reached. */
  measure: text(100).default(''),
  until: orNull(date),
});

export const Intervention = z.object({
  name: required(40, '请填写照护措施'),
  kind: z.enum(careKindNames, { error: '请选择照护类别' }),
  mode: z.enum(timeModeNames, { error: '请选择执行方式' }),
  clocks: z
    .array(clock)
    .max(MOST_CLOCKS, { error: `最多${MOST_CLOCKS}个时刻` })
    .default([]),
  everyHours: orNull(whole(1, 24, '间隔小时数')),
  windowStart: orNull(clock),
  windowEnd: orNull(clock),
  /** 1 for Monday to 7; none: every day. */
  weekdays: z
    .array(whole(1, 7, '星期'))
    .max(7, { error: '星期不能重复' })
    .default([]),
  beforeMinutes: whole(0, 720, '可提前分钟数').default(30),
  afterMinutes: whole(1, 720, '可延后分钟数').default(60),
  minutes: whole(1, 240, '所需分钟数').default(10),
  two: z.boolean().default(false),
  /** A value is asked for, in this unit. */
  unit: orNull(text(10)),
  instruction: text(300).default(''),
});

export const parts = {
  problems: z.array(Problem).max(MOST_PARTS, MOST).default([]),
  goals: z.array(Goal).max(MOST_PARTS, MOST).default([]),
  interventions: z.array(Intervention).max(MOST_PARTS, MOST).default([]),
};

export const CarePlanRow = z.object({
  id: z.number(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  place: z.string().nullable(),
  anergy: z.number().nullable(),
  /** Of the person's versions. */
  serial: z.number(),
  state: z.number(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  nextReviewDay: z.string(),
  consentName: z.string().nullable(),
  consentDay: z.string().nullable(),
  remarks: z.string().nullable(),
  endReason: z.string().nullable(),
  endedBy: z.string().nullable(),
  createdName: z.string(),
  interventionCount: z.number(),
  version: z.number(),
  createTime: z.string(),
});

const Review = z.object({
  id: z.number(),
  outcome: z.number(),
  note: z.string(),
  nextReviewDay: z.string(),
  userName: z.string(),
  createTime: z.string(),
});
const Version = CarePlanRow.pick({ id: true, serial: true, state: true, startTime: true, endTime: true, createdName: true });

const PlanParts = {
  problems: z.array(z.object({ category: z.string(), text: z.string(), source: z.string() })),
  goals: z.array(z.object({ text: z.string(), measure: z.string(), until: z.string().nullable() })),
  interventions: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      mode: z.enum(timeModeNames),
      clocks: z.array(z.string()),
      everyHours: z.number().nullable(),
      windowStart: z.string().nullable(),
      windowEnd: z.string().nullable(),
      weekdays: z.array(z.number()),
      beforeMinutes: z.number(),
      afterMinutes: z.number(),
      minutes: z.number(),
      two: z.boolean(),
      unit: z.string().nullable(),
      instruction: z.string(),
    }),
  ),
};
export const CarePlan = z.object({
  ...CarePlanRow.shape,
  ...PlanParts,
  reviews: z.array(Review),
  /** All of the person, the newest first. */
  versions: z.array(Version),
});

export const CareTemplate = z.object({
  id: z.number(),
  name: z.string(),
  anergy: z.number().nullable(),
  ...PlanParts,
  verified: z.boolean(),
  remarks: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

const BASE = '/members/oldmanplan';
const edit = 'members_oldmanplan_edit';
const versioned = { id, version: z.int().optional() };

export const carePlans = {
  page: get(`${BASE}/page`, '照护计划列表', {
    access: 'members_oldmanplan_view',
    input: z.object({
      ...paging,
      userName: text(20).optional(),
      oldmanId: id.optional(),
      state: int(1, 3).optional(),
      /** In force and to be reviewed by now. */
      review: z.enum(['true']).optional(),
    }),
    output: page(CarePlanRow),
  }),
  get: get(`${BASE}/{id}`, '照护计划详情', { access: 'members_oldmanplan_view', input: byId, output: CarePlan }),
  /**
   * A new plan of a person; with `id` and `version` a draft changed, or of one in force a new version. With `startDay` it is in
   * force from that day on, in the same call.
   */
  save: post(`${BASE}/saveoldmanplan`, '保存照护计划', {
    access: edit,
    input: z.object({
      id: id.optional(),
      version: z.int().optional(),
      oldmanId: picked('请选择服务对象'),
      ...parts,
      nextReviewDay: orNull(date),
      consentName: orNull(text(20)),
      consentDay: orNull(date),
      remarks: orNull(text(300)),
      startDay: orNull(date),
    }),
    output: id,
    message: '保存成功',
    bodyLimit: 256 * 1024,
  }),
  remove: del(`${BASE}/{id}`, '删除照护计划草稿', {
    access: 'members_oldmanplan_del',
    input: byId,
    output: ok,
    message: '删除成功',
  }),
  start: put(`${BASE}/start`, '执行照护计划', {
    access: edit,
    input: z.object({ ...versioned, startDay: date }),
    output: ok,
    message: '已安排执行',
  }),
  stop: put(`${BASE}/stop`, '停止照护计划', {
    access: edit,
    input: z.object({ ...versioned, reason: required(200, '请填写停止原因') }),
    output: ok,
    message: '已停止',
  }),
  review: post(`${BASE}/review`, '复核照护计划', {
    access: edit,
    input: z.object({ ...versioned, outcome: whole(1, 3, '复核结论'), note: text(500).default(''), nextReviewDay: orNull(date) }),
    output: ok,
    message: '已复核',
  }),
  consent: put(`${BASE}/consent`, '登记照护计划知情同意', {
    access: edit,
    input: z.object({ ...versioned, consentName: required(20, '请填写同意人'), consentDay: date }),
    output: ok,
    message: '已登记',
  }),
};
