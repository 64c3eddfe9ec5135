/** 员工请假: asked for by each for oneself, decided by an approval; who may see others' sees those of the data scope. */
import { z } from 'zod';
import { MOST_FILES } from '../approvals/approval-forms.rules.ts';
import { approvalKinds } from '../approvals/approval-kinds.ts';
import { byId, date, id, int, orNull, page, paging, required, text } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { picture } from '../system/pictures.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { halfLabels, type Half } from './leave-spans.rules.ts';

export const leaveTypes = approvalKinds.staff_leave.variables.type.options;

export const StaffLeave = z.object({
  id: z.number(),
  userId: z.number(),
  userName: z.string(),
  departmentName: z.string().nullable(),
  type: z.string(),
  startTime: z.string(),
  /** The first moment after it. */
  endTime: z.string(),
  days: z.number(),
  reason: z.string(),
  handTo: z.number().nullable(),
  handToName: z.string().nullable(),
  state: z.number(),
  /** Its approval: /activti/detail/{caseId}. */
  caseId: z.number().nullable(),
  /** Days that were taken of one that was ended early. */
  takenDays: z.number().nullable(),
  endedBy: z.string().nullable(),
  endReason: z.string().nullable(),
  endedTime: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

/** What its approval did: shifts that were taken off the roster, services that wait for another carer. */
const Effect = z.object({
  kind: z.enum(['shift', 'service']),
  text: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  workOrderId: z.number().nullable(),
});

const half = z.enum(Object.keys(halfLabels) as [Half, ...Half[]], { error: '请选择上午或下午' });
const days = { startDay: date, startHalf: half, endDay: date, endHalf: half };
const form = {
  type: z.enum(leaveTypes, { error: '请选择请假类型' }),
  ...days,
  reason: required(200, '请填写请假原因'),
  files: z
    .array(picture)
    .max(MOST_FILES, { error: `最多${MOST_FILES}张图片` })
    .default([]),
  /** Who takes over the work. */
  handTo: orNull(id),
};
const query = {
  userName: text(20).optional(),
  type: text(10).optional(),
  state: int(1, 6).optional(),
  /** Leaves that touch these days. */
  startDate: date.optional(),
  endDate: date.optional(),
};

const BASE = '/business/staffleave';

export const staffLeaves = {
  /** Of the data scope. */
  page: get(`${BASE}/page`, '员工请假列表', {
    access: 'staff_leave_view',
    input: z.object({ ...paging, ...query }),
    output: page(StaffLeave),
  }),
  mine: get(`${BASE}/mine/page`, '我的请假', { access: 'session', input: z.object({ ...paging, ...query }), output: page(StaffLeave) }),
  /** One's own; with `staff_leave_view` any of the data scope. */
  get: get(`${BASE}/{id}`, '员工请假详情', {
    access: 'session',
    input: byId,
    output: z.object({ ...StaffLeave.shape, files: z.array(z.string()), effects: z.array(Effect) }),
  }),
  export: exportRoute(`${BASE}/export`, '员工请假', 'staff_leave_export', query),
  /** Of a leave that is being written: how long it is, and what its approval would take off the caller. */
  preview: get(`${BASE}/preview`, '请假试算', {
    access: 'session',
    input: z.object(days),
    output: z.object({ days: z.number(), shifts: z.number(), services: z.number() }),
  }),
  create: post(BASE, '申请请假', { access: 'session', input: z.object(form), output: id, message: '提交成功!' }),
  /** One that was returned, changed and asked for again. */
  resubmit: put(`${BASE}/resubmit`, '修改并重新提交请假', {
    access: 'session',
    input: z.object({ ...form, id, version: z.int().optional() }),
    output: z.boolean(),
    message: '提交成功!',
  }),
  withdraw: put(`${BASE}/withdraw`, '撤回请假', { access: 'session', input: byId, output: z.boolean(), message: '已撤回' }),
  /** 销假; gives what had been taken off, which stays off until it is given again by hand. */
  end: put(`${BASE}/end`, '销假', {
    access: 'staff_leave_cancel',
    input: z.object({ id, version: z.int().optional(), reason: required(200, '请填写销假原因') }),
    output: z.array(Effect),
    message: '已销假',
  }),
};
