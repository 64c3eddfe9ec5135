/** Work orders: `workorder` on the wire. */
import { z } from 'zod';
import { byId, dateTime, decimal, id, int, MOBILE, ok, orNull, page, paging, picked, required, text } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { TimelineEntry } from '../warnings/warnings.ts';

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
  tenantId: z.number(),
  /** GCJ-02 degrees, what the geocoder gives and the map shows. */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  version: z.number(),
  createTime: z.string(),
};

export const WorkOrderSummary = z.object(summary);

export const Visit = z.object({
  serverStartTime: z.string().nullable(),
  serverEndTime: z.string().nullable(),
  signInAddress: z.string().nullable(),
  signInImg: z.string().nullable(),
  signOutAddress: z.string().nullable(),
  signOutImg: z.string().nullable(),
  /** Minutes, rounded up. */
  serverTimeNum: z.number().nullable(),
  serverUserName: z.string().nullable(),
});

export const Job = z.object({
  id: z.number(),
  serverProjectId: z.number(),
  serverProjectName: z.string(),
  serverTypeId: z.number(),
  serverTypeName: z.string(),
  serverTime: z.string(),
  minutes: z.number(),
  serverUserId: z.number().nullable(),
  serverUserName: z.string().nullable(),
  serverUserPhone: z.string().nullable(),
  serverPackageId: z.number(),
  orderPrice: z.number(),
  remarks: z.string().nullable(),
  status: z.number(),
  /** first: priced by the job; second: covered by a package. */
  activeName: z.enum(['first', 'second']),
  workOrderServer: Visit.nullable(),
  workOrderJobLogs: z.array(z.object({ createTime: z.string(), remarks: z.string() })),
});

export const Score = z.object({ score: z.number(), scoreTime: z.string(), status: z.number(), scoreContent: z.string().nullable() });

export const WorkOrderDetail = z.object({
  workOrder: z.object({ ...summary, workOrderJobs: z.array(Job) }),
  /** The goods order an order came from; none yet. */
  order: z.null(),
  workOrderScore: Score.nullable(),
  workOrderServer: z.array(Visit),
});

/** A value of a dictionary. */
const choice = (message: string) => picked(message).pipe(z.number().max(9, { error: message }));

const job = z.strictObject({
  id: id.optional(),
  serverProjectId: picked('请选择工单服务项目'),
  serverTime: dateTime,
  serverUserId: orNull(id),
  remarks: orNull(text(100)),
});

/** Prices are the server's own; a price in the body would be refused. */
const form = {
  downName: orNull(text(20)),
  downPhone: orNull(z.string().trim().regex(MOBILE, { error: '电话输入不正确' })),
  downTime: dateTime.optional(),
  emergencyType: choice('请选择紧急程度').default(1),
  payType: choice('请选择支付方式').default(1),
  oldmanId: picked('请选择老人'),
  oldmanPhone: required(11, '请完善老人信息'),
  oldmanAddress: required(200, '请完善老人信息'),
  lng: orNull(decimal),
  lat: orNull(decimal),
  remarks: orNull(text(100)),
  jobLists: z.array(job).min(1, { error: '请添加服务清单' }).max(50),
};

/** `lng` and `lat` are WGS-84 here: a phone's own position. */
const at = {
  id,
  jobId: id.optional(),
  address: orNull(text(200)),
  lng: orNull(decimal),
  lat: orNull(decimal),
  image: orNull(text(300)),
  version: z.int().optional(),
};
const view = 'members_workorder_view';
const one = z.object({ id, version: z.int().optional(), reason: orNull(text(100)) });

const query = {
  workNo: text(30).optional(),
  oldmanName: text(20).optional(),
  oldmanId: id.optional(),
  /** The dialog's reading. */
  status: int(1, 6).optional(),
  emergencyType: int(1, 9).optional(),
  serverUserId: id.optional(),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
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
    input: z.strictObject({ ...form, warningBusinessId: id.optional() }),
    output: z.number(),
    message: '创建成功',
  }),
  update: put('/members/workorder', '修改工单', {
    access: 'members_workorder_edit',
    input: z.strictObject({ ...form, id, version: z.int().optional() }),
    output: ok,
    message: '更新成功',
  }),
  remove: del('/members/workorder/{id}', '删除工单', { access: 'members_workorder_del', input: byId, output: ok, message: '删除成功' }),
  /** Gives all open jobs, or the one of `jobId`, to a person. Name and phone in the body are accepted and taken from our own records. */
  dispatch: post('/members/workorder/dispatch', '派单', {
    access: 'members_workorder_dispatch',
    input: z.object({
      id,
      jobId: id.optional(),
      serverUserId: picked('请选择服务人员'),
      serverUserName: text(20).optional(),
      serverUserPhone: text(20).optional(),
      version: z.int().optional(),
    }),
    output: ok,
    message: '派单成功',
  }),
  start: post('/members/workorder/start', '开始服务', { access: 'members_workorder_serve', input: z.strictObject(at), output: ok, message: '签到成功' }),
  finish: post('/members/workorder/finish', '完成服务', { access: 'members_workorder_serve', input: z.strictObject(at), output: ok, message: '签退成功' }),
  stop: post('/members/workorder/stop/{id}', '暂停工单', { access: 'members_workorder_edit', input: one, output: ok, message: '操作成功' }),
  continue: post('/members/workorder/continue/{id}', '继续工单', { access: 'members_workorder_edit', input: one, output: ok, message: '操作成功' }),
  cancel: post('/members/workorder/cancel/{id}', '取消工单', { access: 'members_workorder_edit', input: one, output: ok, message: '取消成功' }),
  score: put('/members/workorderscore', '评价工单', {
    access: 'members_workorder_score',
    input: z.strictObject({ workOrderId: id, score: int(1, 5), method: int(1, 2).default(1), scoreContent: orNull(text(200)) }),
    output: ok,
    message: '操作成功',
  }),
};
