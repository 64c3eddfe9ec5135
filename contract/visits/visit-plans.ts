/** 探访计划: planned caring visits and calls. They are no orders, cost nothing, and are not the visitors of the desk. */
import { z } from 'zod';
import { byId, changes, clearable, date, id, int, ok, orNull, page, paging, picked, required, text, whole } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { itemKindNames } from './visit-plans.rules.ts';

const BASE = '/members/visitplan';
const PERMISSION = 'members_visitplan';

export const VisitItem = z.object({
  title: required(40, '请输入探访内容的名称'),
  kind: z.enum(itemKindNames),
  choices: z.array(required(20, '请输入选项')).max(12, { error: '最多12个选项' }).default([]),
  required: z.boolean().default(false),
  carried: z.boolean().default(false),
});

/** So many people are named in a plan; more are found by its rule. */
export const MOST_NAMED = 1000;
const Named = z.object({
  oldmanId: picked('请选择服务对象'),
  /** False: the rule finds them, and only their visitor is named. */
  chosen: z.boolean().default(true),
  /** 责任探访人. */
  userId: orNull(id),
});

const rule = {
  byRule: z.boolean().default(false),
  /** One of these of the person's tags is enough. */
  tags: z.array(required(20, '请输入标签')).max(20).default([]),
  minAge: clearable(whole(1, 120, '年龄')),
  careLevels: z.array(int(1, 99)).max(20).default([]),
  serviceType: clearable(int(1, 2)),
  departmentId: clearable(id),
  people: z
    .array(Named)
    .max(MOST_NAMED, { error: `最多指定${MOST_NAMED}人` })
    .default([]),
};

const form = {
  name: required(40, '请输入计划名称'),
  purpose: text(200).default(''),
  way: int(1, 3),
  ...rule,
  frequency: int(1, 3),
  every: whole(1, 99, '间隔').default(1),
  weekdays: z.array(int(1, 7)).max(7).default([]),
  monthDays: z.array(int(1, 31)).max(31).default([]),
  startsOn: date,
  endsOn: clearable(date),
  daysAllowed: whole(0, 30, '宽限天数').default(2),
  visitorIds: z.array(id).max(50, { error: '最多选择50名探访人' }).default([]),
  items: z.array(VisitItem).min(1, { error: '请添加探访内容' }).max(30, { error: '探访内容最多30项' }),
};

const Someone = z.object({ id: z.number(), name: z.string() });

export const VisitPlan = z.object({
  id: z.number(),
  name: z.string(),
  purpose: z.string(),
  way: z.number(),
  state: z.number(),
  byRule: z.boolean(),
  tags: z.array(z.string()),
  minAge: z.number().nullable(),
  careLevels: z.array(z.number()),
  serviceType: z.number().nullable(),
  departmentId: z.number().nullable(),
  departmentName: z.string().nullable(),
  /** How many people are chosen by name. */
  chosen: z.number(),
  frequency: z.number(),
  every: z.number(),
  weekdays: z.array(z.number()),
  monthDays: z.array(z.number()),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  daysAllowed: z.number(),
  visitorIds: z.array(z.number()),
  visitors: z.array(Someone),
  items: z.array(VisitItem),
  endReason: z.string().nullable(),
  createBy: z.string(),
  version: z.number(),
  createTime: z.string(),
});

export const VisitPlanDetail = z.object({
  ...VisitPlan.shape,
  people: z.array(
    z.object({
      oldmanId: z.number(),
      oldmanName: z.string(),
      chosen: z.boolean(),
      userId: z.number().nullable(),
      userName: z.string().nullable(),
    }),
  ),
  /** How many are visited as things are now. */
  covered: z.number(),
});

/** A person whom a plan covers, with who is to visit them. */
export const CoveredPerson = z.object({
  oldmanId: z.number(),
  oldmanName: z.string(),
  gender: z.number().nullable(),
  age: z.number().nullable(),
  flags: z.array(z.string()),
  /** The address of who lives at home, else the bed. */
  place: z.string().nullable(),
  chosen: z.boolean(),
  userId: z.number().nullable(),
  userName: z.string().nullable(),
  lastDay: z.string().nullable(),
  nextDay: z.string().nullable(),
});

export const VisitCounts = z.object({
  due: z.number(),
  onTime: z.number(),
  late: z.number(),
  notReached: z.number(),
  missed: z.number(),
  open: z.number(),
});

const one = { id, version: z.int().optional() };

export const visitPlans = {
  page: get(`${BASE}/page`, '探访计划列表', {
    access: `${PERMISSION}_view`,
    input: z.object({ ...paging, name: text(40).optional(), way: int(1, 3).optional(), state: int(1, 4).optional() }),
    output: page(VisitPlan),
  }),
  get: get(`${BASE}/{id}`, '探访计划详情', { access: `${PERMISSION}_view`, input: byId, output: VisitPlanDetail }),
  create: post(BASE, '新增探访计划', {
    access: `${PERMISSION}_add`,
    input: z.object({ ...form, start: z.boolean().default(false) }),
    output: id,
    message: '已保存',
    bodyLimit: 256 * 1024,
  }),
  update: put(BASE, '修改探访计划', {
    access: `${PERMISSION}_edit`,
    input: z.object({ ...changes(form), ...one }),
    output: ok,
    message: '已保存',
    bodyLimit: 256 * 1024,
  }),
  remove: del(`${BASE}/{id}`, '删除探访计划', { access: `${PERMISSION}_del`, input: byId, output: ok, message: '已删除' }),
  start: put(`${BASE}/start`, '开始探访计划', { access: `${PERMISSION}_edit`, input: z.object(one), output: ok, message: '已开始' }),
  pause: put(`${BASE}/pause`, '暂停探访计划', { access: `${PERMISSION}_edit`, input: z.object(one), output: ok, message: '已暂停' }),
  end: put(`${BASE}/end`, '结束探访计划', {
    access: `${PERMISSION}_edit`,
    input: z.object({ ...one, reason: required(200, '请填写结束原因') }),
    output: ok,
    message: '已结束',
  }),
  /** Whom a form that is not saved yet would cover: their number, and the first of them. */
  preview: post(`${BASE}/preview`, '预览探访对象', {
    access: `${PERMISSION}_view`,
    audit: false,
    bodyLimit: 256 * 1024,
    input: z.object(rule),
    output: z.object({
      total: z.number(),
      people: z.array(z.object({ oldmanId: z.number(), oldmanName: z.string(), age: z.number().nullable() })),
    }),
  }),
  people: get(`${BASE}/people`, '探访对象列表', {
    access: `${PERMISSION}_view`,
    input: z.object({ ...paging, id }),
    output: page(CoveredPerson),
  }),
  /** What became of the visits of a plan from one day to another, at most a year. */
  results: get(`${BASE}/results`, '探访计划结果', {
    access: `${PERMISSION}_view`,
    input: z.object({ id, from: date, to: date }),
    output: z.object({
      ...VisitCounts.shape,
      days: z.array(z.object({ day: z.string(), due: z.number(), done: z.number() })),
      /** Days of the frequency, made or not. */
      planned: z.array(z.string()),
    }),
  }),
  /** Adds people to a plan by name, as the list of those without one does. Who is in it stays as they are. */
  join: put(`${BASE}/join`, '加入探访计划', {
    access: `${PERMISSION}_edit`,
    input: z.object({
      id,
      oldmanIds: z.array(id).min(1, { error: '请选择服务对象' }).max(200, { error: '一次最多加入200人' }),
      userId: orNull(id),
    }),
    output: z.number(),
    message: '已加入计划',
  }),
};
