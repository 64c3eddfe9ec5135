/** Work orders: `workorder` on the wire. */
import { z } from 'zod';
import { byId, changes, clearable, dateTime, decimal, flag, id, int, ok, orNull, page, paging, picked, required, text } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { phoneOrKept } from '../phones.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { TimelineEntry } from '../warnings/warnings.ts';
import { Job } from './jobs.ts';
import { Visit } from './visits.ts';
import { NO_PERSON_DATA, orderForm } from './work-order-forms.ts';
import { picture } from '../system/pictures.ts';

const summary = {
  id: z.number(),
  workNo: z.string(),
  downName: z.string().nullable(),
  downPhone: z.string().nullable(),
  downTime: z.string(),
  emergencyType: z.number(),
  payType: z.number(),
  /** The dialog's reading 1–6 in lists, the detail page's 0–4 in the detail; `state` is the canonical one of the rules. */
  status: z.number(),
  state: z.number(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  operationUserName: z.string().nullable(),
  operationUserTenantName: z.string().nullable(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  oldmanPhone: z.string(),
  oldmanAddress: z.string(),
  /** Building, floor, room and bed: of now while the order is open, of then once it is closed; null for whom lives at home. */
  bedPlace: z.string().nullable(),
  /** Where its alarm came from, when it is not the person's own room: another room, or the address outside of the institution. */
  alarmPlace: z.string().nullable(),
  careLevel: z.number().nullable(),
  anergy: z.number().nullable(),
  /** Yuan. */
  orderPrice: z.number(),
  remarks: z.string().nullable(),
  warningType: z.string().nullable(),
  warningBusinessId: z.number().nullable(),
  serverTypeName: z.string().nullable(),
  /** Of all jobs, joined by 、 */
  serverProjectName: z.string(),
  serverUserName: z.string().nullable(),
  /** When its first job is planned, cancelled ones left out while there are others. */
  serverTime: z.string().nullable(),
  /** 1 by staff, 2 from an alarm, 3 from a plan, 4 from a goods order. */
  source: z.number(),
  /** Until when somebody must be sent, until when all must be finished, and when somebody was; work-order-targets.rules.ts reads them. */
  respondBy: z.string().nullable(),
  completeBy: z.string().nullable(),
  respondedAt: z.string().nullable(),
  pausedAt: z.string().nullable(),
  /** 王芳：孩子发烧. Of a job that was handed back and that nobody was sent to since; null without one. */
  returned: z.string().nullable(),
  tenantId: z.number(),
  /** GCJ-02 degrees, what the geocoder gives and the map shows. */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  version: z.number(),
  createTime: z.string(),
};

export const WorkOrderSummary = z.object(summary);

/** Another order, in a few words; `state` is the canonical one. */
const Linked = z.object({ id: z.number(), workNo: z.string(), state: z.number() });

export const Score = z.object({ score: z.number(), scoreTime: z.string(), status: z.number(), scoreContent: z.string().nullable() });

export const WorkOrderDetail = z.object({
  /** `flags`: what is to be minded of the person, as it is on record now. */
  workOrder: z.object({ ...summary, flags: z.array(z.string()), workOrderJobs: z.array(Job) }),
  /** The goods order it came from. */
  order: z
    .object({
      id: z.number(),
      orderNo: z.string(),
      productName: z.string(),
      orderPrice: z.number(),
      buyTime: z.string(),
      payTime: z.string().nullable(),
    })
    .nullable(),
  /** The order that what was found here has led to, and the one that this one follows. */
  followedBy: Linked.nullable(),
  follows: Linked.nullable(),
  workOrderScore: Score.nullable(),
  workOrderServer: z.array(Visit),
});

/** `lng` and `lat` are WGS-84 here: a phone's own position. */
const at = {
  id,
  jobId: id.optional(),
  address: orNull(text(200)),
  lng: orNull(decimal),
  lat: orNull(decimal),
  image: orNull(picture),
  /** Why it is further from the place of service than the fence allows. */
  reason: orNull(text(100)),
  /** When it happened, of a phone that had no network then; at most three days ago. */
  occurredAt: orNull(dateTime),
  version: z.int().optional(),
};
const done = {
  ...at,
  result: orNull(text(500)),
  signature: orNull(picture),
  signer: orNull(text(20)),
  /** Instead of a signature that is asked for: nobody there could sign. */
  unsignedReason: orNull(text(100)),
  /** What was really used, by job; absent: what was planned. */
  materials: z
    .array(z.object({ jobId: id, materialId: id, quantity: decimal.pipe(z.number().min(0).max(100_000)) }))
    .max(200)
    .optional(),
};
const view = 'members_workorder_view';
/** With `jobId` that job alone, otherwise the whole order. */
const one = z.object({ id, jobId: id.optional(), version: z.int().optional(), reason: orNull(text(100)) });

const query = {
  workNo: text(30).optional(),
  /** A part of the name, or its pinyin from the beginning, whole or initials. */
  oldmanName: text(20).optional(),
  oldmanId: id.optional(),
  /** The dialog's reading. */
  status: int(1, 6).optional(),
  /** Only those that are neither finished nor cancelled. */
  open: flag.optional(),
  emergencyType: int(1, 9).optional(),
  serverUserId: id.optional(),
  serverTypeId: id.optional(),
  source: int(1, 4).optional(),
  planId: id.optional(),
  goodsOrderId: id.optional(),
  /** Only those whose target is over: nobody sent in time, or not finished in time. */
  late: flag.optional(),
  /** Only those with a job that was handed back. */
  returned: flag.optional(),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
  /** Orders with a job planned then. */
  serverTimeStart: dateTime.optional(),
  serverTimeEnd: dateTime.optional(),
};

export const workOrders = {
  page: get('/members/workorder/page', '工单列表', {
    access: view,
    input: z.object({ ...paging, ...query }),
    output: page(WorkOrderSummary),
  }),
  export: exportRoute('/members/workorder/export', '工单', 'members_workorder_export', query),
  get: get('/members/workorder/{id}', '工单详情', { access: view, input: byId, output: WorkOrderDetail }),
  /** The warning's and the order's steps in one line. */
  timeline: get('/members/workorder/{id}/timeline', '工单时间线', { access: view, input: byId, output: z.array(TimelineEntry) }),
  create: post('/members/workorder', '新增工单', {
    access: 'members_workorder_add',
    /** `followsId`: the order of the same person whose visit found what this one is for; one stands for each. */
    input: z.object({ ...orderForm, warningBusinessId: orNull(id), goodsOrderId: orNull(id), followsId: orNull(id) }),
    output: z.number(),
    message: '创建成功',
  }),
  update: put('/members/workorder', '修改工单', {
    access: 'members_workorder_edit',
    /** What an alarm's order began with stays possible, also no number at all. */
    input: z.object({
      ...changes(orderForm),
      downPhone: clearable(phoneOrKept('mobile')),
      oldmanPhone: phoneOrKept('contact'),
      oldmanAddress: z.string({ error: NO_PERSON_DATA }).trim().max(200),
      /** Of an order that is sent as it was listed its services stay. */
      jobLists: orderForm.jobLists.optional(),
      id,
      version: z.int().optional(),
    }),
    output: ok,
    message: '更新成功',
  }),
  remove: del('/members/workorder/{id}', '删除工单', { access: 'members_workorder_del', input: byId, output: ok, message: '删除成功' }),
  /**
   * Gives all open jobs, or the one of `jobId`, to a person. Name and phone in the body are
   * accepted and taken from our own records. Told not to `force`, it answers 422 with `BoardOverlap[]` when the person is booked then.
   */
  dispatch: post('/members/workorder/dispatch', '派单', {
    access: 'members_workorder_dispatch',
    // Somebody lies on the floor: whoever answers an alarm can send help, and it can go there, whatever was paid.
    always: true,
    input: z.object({
      id,
      jobId: id.optional(),
      serverUserId: picked('请选择服务人员'),
      serverUserName: text(20).optional(),
      serverUserPhone: text(20).optional(),
      version: z.int().optional(),
      force: z.boolean().default(true),
    }),
    output: ok,
    message: '派单成功',
  }),
  start: post('/members/workorder/start', '开始服务', {
    access: 'members_workorder_serve',
    always: true,
    input: z.object(at),
    output: ok,
    message: '签到成功',
  }),
  /** Whoever was sent cannot go: her jobs that have not begun, or the one of `jobId`, wait for a dispatcher again. */
  handBack: post('/members/workorder/return', '要求改派', {
    access: 'members_workorder_serve',
    always: true,
    input: z.object({ id, jobId: id.optional(), reason: required(100, '请填写改派的原因'), version: z.int().optional() }),
    output: ok,
    message: '已交还调度人员',
  }),
  finish: post('/members/workorder/finish', '完成服务', {
    access: 'members_workorder_serve',
    always: true,
    input: z.object(done),
    output: ok,
    message: '签退成功',
  }),
  stop: post('/members/workorder/stop/{id}', '暂停工单', { access: 'members_workorder_edit', input: one, output: ok, message: '操作成功' }),
  continue: post('/members/workorder/continue/{id}', '继续工单', {
    access: 'members_workorder_edit',
    input: one,
    output: ok,
    message: '操作成功',
  }),
  cancel: post('/members/workorder/cancel/{id}', '取消工单', {
    access: 'members_workorder_edit',
    input: one,
    output: ok,
    message: '取消成功',
  }),
  score: put('/members/workorderscore', '评价工单', {
    access: 'members_workorder_score',
    /**
     * The order by `workOrderId` or `id`; `status` is the method as the detail calls it.
     * When it was rated is known here: a `scoreTime` is not read.
     */
    input: z
      .object({
        workOrderId: orNull(id),
        id: orNull(id),
        score: int(1, 5),
        status: orNull(int(1, 2)),
        method: orNull(int(1, 2)),
        scoreContent: orNull(text(200)),
      })
      .transform(({ workOrderId, id: own, status, method, ...rest }) => ({
        ...rest,
        workOrderId: workOrderId ?? own,
        method: method ?? status ?? 1,
      }))
      .refine((input): input is typeof input & { workOrderId: number } => input.workOrderId !== null, { error: '请选择工单' }),
    output: ok,
    message: '操作成功',
  }),
};
