/** 探访任务: one visit or call of one person, out of a plan; what was found, and what the institution knows by them. */
import { z } from 'zod';
import { byId, clock, date, dateTime, id, int, ok, orNull, page, paging, picked, required, text, whole } from '../fields.ts';
import { get, put } from '../http.ts';
import { picture } from '../system/pictures.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { CoveredPerson, VisitCounts, VisitItem } from './visit-plans.ts';
import { MOST_VISIT_PHOTOS } from './visit-tasks.rules.ts';

const BASE = '/members/visittask';
const view = 'members_visittask_view';
const perform = 'members_visittask_do';
/** More are not kept on a phone. */
export const MOST_OWN_VISITS = 100;

export const VisitTask = z.object({
  id: z.number(),
  planId: z.number(),
  planName: z.string(),
  planWay: z.number(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  gender: z.number().nullable(),
  age: z.number().nullable(),
  flags: z.array(z.string()),
  mobile: z.string().nullable(),
  /** The address of who lives at home, else the bed. */
  place: z.string().nullable(),
  dueDay: z.string(),
  /** The last day in time. */
  closeDay: z.string(),
  /** `HH:mm`; null: any time of the day. */
  dueClock: z.string().nullable(),
  /** Where it stood before it was last moved, by whom, and why; null: it was not. */
  movedDay: z.string().nullable(),
  movedBy: z.string().nullable(),
  moveReason: z.string().nullable(),
  /** Of `visitPhases`. */
  state: z.number(),
  userId: z.number().nullable(),
  userName: z.string().nullable(),
  /** Who would go, were they not on leave. */
  meantName: z.string().nullable(),
  beginTime: z.string().nullable(),
  doneTime: z.string().nullable(),
  enterTime: z.string().nullable(),
  doneName: z.string().nullable(),
  way: z.number().nullable(),
  result: z.number().nullable(),
  reason: z.number().nullable(),
  finding: z.string().nullable(),
  note: z.string(),
  version: z.number(),
});

export const VisitAnswer = z.object({
  title: required(40, '探访内容不正确'),
  value: text(500).default(''),
  files: z
    .array(picture)
    .max(MOST_VISIT_PHOTOS, { error: `最多${MOST_VISIT_PHOTOS}张照片` })
    .default([]),
});

export const VisitTaskDetail = z.object({
  ...VisitTask.shape,
  purpose: z.string(),
  items: z.array(VisitItem),
  answers: z.array(VisitAnswer),
  photos: z.array(z.string()),
  signature: z.string().nullable(),
  beginAddress: z.string().nullable(),
  /** Metres from the person's address. */
  beginDistance: z.number().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  /** What the visit before found, and when it was. */
  lastFinding: z.string().nullable(),
  lastDay: z.string().nullable(),
  /** In how many visits in a row the person was not reached. */
  missed: z.number(),
  /** The ticket that was made of it, as far as the caller may see tickets. */
  ticketId: z.number().nullable(),
  /** The work order that was made of it. */
  workOrderId: z.number().nullable(),
});

const query = {
  planId: id.optional(),
  oldmanId: id.optional(),
  userName: text(20).optional(),
  userId: id.optional(),
  /** Whose visitor the caller is. */
  mine: z.enum(['true']).optional(),
  /** What is to be done up to today. */
  waiting: z.enum(['true']).optional(),
  state: int(0, 6).optional(),
  result: int(1, 3).optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};
const named = { id, version: z.int().optional() };
/** `doneTime`: when it was done, where it was written down before. */
const doing = { ...named, doneTime: orNull(dateTime) };
const position = { lng: z.number().nullable().default(null), lat: z.number().nullable().default(null), address: orNull(text(100)) };

const Gap = CoveredPerson.pick({
  oldmanId: true,
  oldmanName: true,
  gender: true,
  age: true,
  flags: true,
  place: true,
  lastDay: true,
}).extend({
  mobile: z.string().nullable(),
  carerName: z.string().nullable(),
});
const share = { key: z.string(), name: z.string() };

export const visitTasks = {
  page: get(`${BASE}/page`, '探访任务列表', { access: view, input: z.object({ ...paging, ...query }), output: page(VisitTask) }),
  export: exportRoute(`${BASE}/export`, '探访记录', 'members_visittask_export', query),
  get: get(`${BASE}/{id}`, '探访任务详情', { access: view, input: byId, output: VisitTaskDetail }),
  /** The caller's open visits, those of the next days among them, as a phone keeps them to go on where there is no network. */
  own: get(`${BASE}/own`, '我的探访', {
    access: perform,
    input: z.object({}),
    output: z.object({ visits: z.array(VisitTaskDetail).max(MOST_OWN_VISITS) }),
  }),
  /** What the page of a person says before their visits. */
  person: get(`${BASE}/person`, '服务对象的探访', {
    access: view,
    input: z.object({ oldmanId: id }),
    output: z.object({
      plans: z.array(z.object({ id: z.number(), name: z.string(), userName: z.string().nullable(), nextDay: z.string().nullable() })),
      lastDay: z.string().nullable(),
      finding: z.string().nullable(),
      missed: z.number(),
    }),
  }),
  begin: put(`${BASE}/begin`, '开始探访', { access: perform, input: z.object({ ...doing, ...position }), output: ok, message: '已开始' }),
  record: put(`${BASE}/record`, '登记探访', {
    access: perform,
    input: z.object({
      ...doing,
      way: whole(1, 3, '探访方式'),
      result: whole(1, 3, '探访结果'),
      answers: z.array(VisitAnswer).max(30),
      note: text(500).default(''),
      photos: z
        .array(picture)
        .max(MOST_VISIT_PHOTOS, { error: `最多${MOST_VISIT_PHOTOS}张照片` })
        .default([]),
      signature: orNull(picture),
    }),
    output: ok,
    message: '已登记',
  }),
  notReached: put(`${BASE}/notreached`, '登记未见到人', {
    access: perform,
    input: z.object({ ...doing, way: whole(1, 3, '探访方式'), reason: whole(1, 5, '未见到人的原因'), note: text(500).default('') }),
    output: ok,
    message: '已登记',
  }),
  assign: put(`${BASE}/assign`, '指派探访人', {
    access: 'members_visittask_assign',
    input: z.object({ ...named, userId: picked('请选择探访人') }),
    output: ok,
    message: '已指派',
  }),
  /** To another day, time or visitor. The visitors of before and after are told; of a visitor's own move those who assign are. */
  move: put(`${BASE}/move`, '探访改期', {
    access: perform,
    input: z.object({
      ...named,
      day: date,
      clock: orNull(clock),
      userId: orNull(id),
      reason: required(100, '请填写改期原因'),
    }),
    output: ok,
    message: '已改期',
  }),
  /** Notes the order that was made of what a visit found: one for a visit, of the same person. */
  ordered: put(`${BASE}/ordered`, '关联探访工单', {
    access: perform,
    input: z.object({ id, workOrderId: id }),
    output: ok,
    message: '已关联工单',
  }),
  /** The coordinator has looked after a person who was not reached again and again. */
  settle: put(`${BASE}/settle`, '处理多次未见到人', {
    access: 'members_visittask_assign',
    input: z.object({ oldmanId: picked('请选择服务对象'), note: required(200, '请填写处理情况') }),
    output: ok,
    message: '已处理',
  }),
  /** A month: its visits by plan, visitor and special group, and how many of those groups have no plan. */
  statistics: get(`${BASE}/statistics`, '探访统计', {
    access: view,
    input: z.object({ month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: '月份格式应为yyyy-MM' }) }),
    output: z.object({
      total: VisitCounts,
      plans: z.array(z.object({ ...share, ...VisitCounts.shape })),
      visitors: z.array(z.object({ ...share, ...VisitCounts.shape })),
      groups: z.array(z.object({ ...share, people: z.number(), covered: z.number(), reached: z.number() })),
      gaps: z.number(),
    }),
  }),
  /** People at home of the special groups whom no active plan covers. */
  gaps: get(`${BASE}/gaps`, '未纳入探访的特殊困难老人', {
    access: view,
    input: z.object({ ...paging, userName: text(20).optional() }),
    output: page(Gap),
  }),
};
