/** Recurring orders, the holidays they keep, and moving many orders at once. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { byId, changes, clearable, clock, date, id, int, ok, orNull, page, paging, picked, required, text } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { removalRoutes } from '../removals.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const PlanJob = z.object({
  serverProjectId: picked('请选择工单服务项目'),
  /** HH:mm of the day. */
  time: clock,
  serverUserId: orNull(id),
  /** A package of the person; null: priced by the job. */
  serverPackageId: orNull(id),
  remarks: orNull(text(100)),
});

const rule = {
  frequency: int(1, 3),
  every: int(1, 99).default(1),
  weekdays: z.array(int(1, 7)).max(7).default([]),
  monthDays: z.array(int(1, 31)).max(31).default([]),
  holidayMode: int(1, 4).default(1),
  startsOn: date,
  endsOn: clearable(date),
  maxCount: clearable(int(1, 1000)),
};

const form = {
  name: required(40, '请输入计划名称'),
  oldmanId: picked('请选择服务对象'),
  emergencyType: int(1, 3).default(1),
  payType: int(1, 9).default(1),
  remarks: clearable(text(100)),
  jobs: z.array(PlanJob).min(1, { error: '请添加服务清单' }).max(10),
  ...rule,
  /** Days in advance that orders are made. */
  daysAhead: int(1, 60).default(14),
};

export const WorkOrderPlan = z.object({
  id: z.number(),
  name: z.string(),
  status: z.number(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  emergencyType: z.number(),
  payType: z.number(),
  remarks: z.string().nullable(),
  jobs: z.array(
    z.object({
      serverProjectId: z.number(),
      serverProjectName: z.string(),
      time: z.string(),
      serverUserId: z.number().nullable(),
      serverUserName: z.string().nullable(),
      serverPackageId: z.number().nullable(),
      remarks: z.string().nullable(),
    }),
  ),
  frequency: z.number(),
  every: z.number(),
  weekdays: z.array(z.number()),
  monthDays: z.array(z.number()),
  holidayMode: z.number(),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  maxCount: z.number().nullable(),
  daysAhead: z.number(),
  generatedUntil: z.string().nullable(),
  /** Days whose order could not be made and are still to come. */
  failed: z.number(),
  /** Why the first of them could not. */
  problem: z.string().nullable(),
  createBy: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

export const PlanDay = z.object({
  day: z.string(),
  /** When it takes place; null: left out. */
  on: z.string().nullable(),
  holiday: z.string().nullable(),
  /** A key of `dayStatusLabels`; null: still to come. */
  status: z.number().nullable(),
  reason: z.string().nullable(),
  workOrderId: z.number().nullable(),
  workNo: z.string().nullable(),
  /** Of the order, canonical. */
  state: z.number().nullable(),
  /** When the order's first service is planned now: it may have been moved by hand. */
  serverTime: z.string().nullable(),
});

const view = 'members_workorder_view';
const edit = 'members_workorder_plan';
const query = {
  name: text(40).optional(),
  oldmanName: text(20).optional(),
  oldmanId: id.optional(),
  /** 4: active, but days are missing. */ status: int(1, 4).optional(),
};
/** `cancelFuture`: orders from tomorrow on that nobody has begun are cancelled, and made anew where the plan still wants them. */
const one = z.object({ id, version: z.int(), cancelFuture: z.boolean().default(false) });

export const workOrderPlans = {
  page: get('/members/workorderplan/page', '周期工单列表', {
    access: view,
    input: z.object({ ...paging, ...query }),
    output: page(WorkOrderPlan),
  }),
  export: exportRoute('/members/workorderplan/export', '周期工单', 'members_workorder_export', query),
  get: get('/members/workorderplan/{id}', '周期工单详情', { access: view, input: byId, output: WorkOrderPlan }),
  create: post('/members/workorderplan', '新增周期工单', { access: edit, input: z.object(form), output: id, message: '创建成功' }),
  update: put('/members/workorderplan', '修改周期工单', {
    access: edit,
    input: z.object({ ...changes(form), ...one.shape }),
    output: ok,
    message: '更新成功',
  }),
  pause: post('/members/workorderplan/pause', '暂停周期工单', { access: edit, input: one, output: ok, message: '操作成功' }),
  resume: post('/members/workorderplan/resume', '继续周期工单', { access: edit, input: one, output: ok, message: '操作成功' }),
  end: post('/members/workorderplan/end', '结束周期工单', { access: edit, input: one, output: ok, message: '操作成功' }),
  /** In every state; orders that it made stay. */
  remove: del('/members/workorderplan/{id}', '删除周期工单', { access: edit, input: byId, output: ok, message: '删除成功' }),
  ...removalRoutes('/members/workorderplan', '周期工单', edit),
  /** The days of a rule that is not saved yet: the first 60 from today or its start. */
  preview: post('/members/workorderplan/preview', '预览周期工单', {
    access: edit,
    audit: false,
    input: z.object(rule),
    output: z.array(PlanDay.pick({ day: true, on: true, holiday: true })),
  }),
  /** What became of the days from `from` to `to`, at most a year. */
  days: get('/members/workorderplan/days', '周期工单日程', {
    access: view,
    input: z.object({ id, from: date, to: date }),
    output: z.array(PlanDay),
  }),
  /** Leaves one day out, or takes that back; an order that is there already and has not begun is cancelled. */
  skip: post('/members/workorderplan/skip', '跳过一次', {
    access: edit,
    input: z.object({ id, day: date, skip: z.boolean().default(true), reason: orNull(text(100)) }),
    output: ok,
    message: '操作成功',
  }),
  /** Days to come whose orders, not begun and not moved by hand, lie otherwise than the holidays say by now. */
  misplaced: get('/members/workorderplan/misplaced', '待调整的周期工单', {
    access: edit,
    input: z.object({}),
    output: z.object({ plans: z.number(), days: z.number() }),
  }),
  /** Cancels those orders and makes them anew as the holidays say. */
  realign: post('/members/workorderplan/realign', '按节假日重新安排', {
    access: edit,
    input: z.object({}),
    output: ok,
    message: '已按节假日重新安排',
  }),
  /**
   * Moves all open jobs of these orders: by days, to a time of day, to a person. All or
   * none. Answers 422 with `BoardOverlap[]` unless forced.
   */
  reschedule: post('/members/workorder/reschedule', '批量改期', {
    access: 'members_workorder_dispatch',
    input: z.object({
      orders: z
        .array(z.object({ id, version: z.int() }))
        .min(1, { error: '请选择工单' })
        .max(100, { error: '一次最多改期100张工单' }),
      shiftDays: int(-365, 365).default(0),
      time: orNull(clock),
      serverUserId: id.optional(),
      reason: orNull(text(100)),
      force: z.boolean().default(false),
    }),
    output: z.object({ moved: z.number() }),
    message: '改期成功',
  }),
};

export const Holiday = z.object({
  id: z.number(),
  day: z.string(),
  name: z.string(),
  kind: z.number(),
  version: z.number(),
  createTime: z.string(),
});

export const holidays = {
  ...crudRoutes('/members/holiday', '节假日', {
    permission: 'members_holiday',
    row: Holiday,
    form: { day: date, name: required(20, '请输入节假日名称'), kind: int(1, 2) },
    query: { year: int(2000, 2100).optional(), kind: int(1, 2).optional() },
  }),
  export: exportRoute('/members/holiday/export', '节假日', 'members_holiday_view', {
    year: int(2000, 2100).optional(),
    kind: int(1, 2).optional(),
  }),
  /** The national holidays of a year that the product knows; days that are there already stay. Gives how many came. */
  adopt: post('/members/holiday/adopt', '导入法定节假日', {
    access: 'members_holiday_add',
    input: z.object({ year: int(2000, 2100) }),
    output: z.number(),
    message: '操作成功',
  }),
};
