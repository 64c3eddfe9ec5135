/** 审批: what was applied for, who decides, what became of it. Each case is seen by those who take part in it, with what its form says alone. */
import { z } from 'zod';
import { byId, id, int, nothing, ok, page, paging, required, text } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { picture } from '../system/pictures.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { caseBoxes, type CaseBox } from './approval-cases.rules.ts';
import { ConditionForm, FieldForm, StepForm } from './approval-definitions.ts';
import { MOST_FILES } from './approval-forms.rules.ts';
import { approvalKindNames } from './approval-kinds.ts';

const kind = z.enum(approvalKindNames, { error: '申请类型不正确' });
const comment = text(500);
const files = z.array(picture).max(MOST_FILES, { error: `最多${MOST_FILES}张图片` });
const remark = { comment: comment.default(''), files: files.default([]) };
const value = z.union([z.string().max(4000), z.number(), z.array(picture).max(MOST_FILES), z.null()]);
const values = z.record(z.string().regex(/^[a-z][a-zA-Z0-9]{0,29}$/), value);

export const CaseRow = z.object({
  id: z.number(),
  kind,
  name: z.string(),
  title: z.string(),
  applicantName: z.string(),
  state: z.number(),
  /** The step that waits now, and for whom; null once it has ended. */
  waiting: z.string().nullable(),
  /** Until when the caller, or else the first open step, has time. */
  dueTime: z.string().nullable(),
  /** The caller's own task that waits; null when none does. */
  taskId: z.number().nullable(),
  /** A copy that was not looked at. */
  unread: z.boolean(),
  createTime: z.string(),
  endTime: z.string().nullable(),
});

const Task = z.object({
  id: z.number(),
  userId: z.number(),
  userName: z.string(),
  state: z.number(),
  origin: z.number(),
  parentId: z.number().nullable(),
  comment: z.string(),
  files: z.array(z.string()),
  decideTime: z.string().nullable(),
});
export const Case = z.object({
  id: z.number(),
  kind,
  definitionId: z.number(),
  name: z.string(),
  title: z.string(),
  /** Where the row that it is about is looked at, for those who may; null: it is the case itself. */
  businessId: z.number().nullable(),
  /** `files`: addresses instead of a value. */
  facts: z.array(z.object({ label: z.string(), value: z.string(), files: z.array(z.string()).optional() })),
  /** Of a general application: its form and values, for who submits it again. */
  fields: z.array(FieldForm),
  form: values.nullable(),
  applicantId: z.number(),
  applicantName: z.string(),
  state: z.number(),
  round: z.number(),
  createTime: z.string(),
  endTime: z.string().nullable(),
  version: z.number(),
  /** BPMN 2.0, with the elements that were gone through and those that wait now. */
  diagram: z.string(),
  taken: z.array(z.string()),
  current: z.array(z.string()),
  steps: z.array(
    z.object({
      id: z.number(),
      step: z.string(),
      name: z.string(),
      mode: z.string(),
      round: z.number(),
      state: z.number(),
      openTime: z.string(),
      dueTime: z.string().nullable(),
      closeTime: z.string().nullable(),
      tasks: z.array(Task),
    }),
  ),
  notes: z.array(
    z.object({
      id: z.number(),
      action: z.string(),
      stepName: z.string().nullable(),
      userName: z.string(),
      text: z.string(),
      files: z.array(z.string()),
      createTime: z.string(),
    }),
  ),
  copies: z.array(z.object({ userId: z.number(), userName: z.string(), readTime: z.string().nullable() })),
  /** The caller's own task that waits, and where it may be returned to: `''` is the applicant. */
  taskId: z.number().nullable(),
  returnTo: z.array(z.object({ step: z.string(), name: z.string() })),
  /** What the caller may do besides. */
  can: z.object({ withdraw: z.boolean(), remind: z.boolean(), resubmit: z.boolean(), reassign: z.boolean() }),
});

const box = z.enum(Object.keys(caseBoxes) as [CaseBox, ...CaseBox[]], { error: '列表类型不正确' });
const search = {
  box: box.default('todo'),
  kind: kind.optional(),
  state: int(1, 5).optional(),
  title: text(50).optional(),
  applicantName: text(20).optional(),
  startDate: text(10).optional(),
  endDate: text(10).optional(),
};
const people = z.array(id).min(1, { error: '请选择人员' }).max(20, { error: '最多选择20人' });

export const approvalCases = {
  /** `todo` is oldest first, the others newest first. `all` needs the right to see all. */
  page: get('/business/approval/case/page', '审批列表', {
    access: 'session',
    input: z.object({ ...paging, ...search }),
    output: page(CaseRow),
  }),
  export: exportRoute('/business/approval/case/export', '审批记录', 'approval_case_all', search),
  /** Of the caller's badge. */
  count: get('/business/approval/case/count', '待审批数', {
    access: 'session',
    input: nothing,
    output: z.object({ todo: z.number(), unread: z.number(), returned: z.number() }),
  }),
  get: get('/business/approval/case/{id}', '审批详情', { access: 'session', input: byId, output: Case }),
  /** What the caller may apply for: published and enabled flows. */
  offered: get('/business/approval/case/offered', '可发起的申请', {
    access: 'session',
    input: nothing,
    output: z.array(z.object({ definitionId: z.number(), kind, name: z.string(), description: z.string(), fields: z.array(FieldForm) })),
  }),
  /** A general application; those of areas are made on their own pages. */
  apply: post('/business/approval/case', '提交申请', {
    access: 'session',
    input: z.object({ definitionId: id, values }),
    output: id,
    message: '提交成功!',
  }),
  resubmit: put('/business/approval/case/resubmit', '重新提交申请', {
    access: 'session',
    input: z.object({ id, values: values.optional() }),
    output: ok,
    message: '提交成功!',
  }),
  decide: put('/business/approval/case/decide', '审批', {
    access: 'session',
    input: z.object({
      taskId: id,
      action: z.enum(['approve', 'reject', 'return'], { error: '审批操作不正确' }),
      /** Of a return: an earlier step, or `''` for the applicant. */
      to: text(60).default(''),
      ...remark,
    }),
    output: ok,
    message: '操作成功',
  }),
  /** Each for itself: what was decided, and why not. */
  batch: put('/business/approval/case/batch', '批量审批', {
    access: 'session',
    input: z.object({
      taskIds: z.array(id).min(1, { error: '请选择审批' }).max(50, { error: '一次最多审批50条' }),
      action: z.enum(['approve', 'reject'], { error: '审批操作不正确' }),
      comment: remark.comment,
    }),
    output: z.object({ done: z.number(), failed: z.array(z.object({ taskId: z.number(), title: z.string(), reason: z.string() })) }),
  }),
  hand: put('/business/approval/case/hand', '转交或委派', {
    access: 'session',
    input: z.object({ taskId: id, action: z.enum(['transfer', 'delegate'], { error: '审批操作不正确' }), userId: id, ...remark }),
    output: ok,
    message: '操作成功',
  }),
  sign: put('/business/approval/case/sign', '加签或减签', {
    access: 'session',
    input: z.object({
      taskId: id,
      action: z.enum(['add', 'drop'], { error: '审批操作不正确' }),
      /** Users to add, or signers (tasks) to drop. */
      ids: people,
      comment: remark.comment,
    }),
    output: ok,
    message: '操作成功',
  }),
  withdraw: put('/business/approval/case/withdraw', '撤回申请', {
    access: 'session',
    input: z.object({ id, comment: remark.comment }),
    output: ok,
    message: '已撤回',
  }),
  remind: put('/business/approval/case/remind', '催办', { access: 'session', input: byId, output: ok, message: '已提醒审批人' }),
  comment: post('/business/approval/case/comment', '评论审批', {
    access: 'session',
    input: z.object({ id, comment: required(500, '请填写评论'), files: remark.files }),
    output: ok,
    message: '已评论',
  }),
  copy: post('/business/approval/case/copy', '抄送审批', {
    access: 'session',
    input: z.object({ id, userIds: people }),
    output: ok,
    message: '已抄送',
  }),
  /** Gives a task that waits to another person, when its own is away: for who watches over all of them. */
  reassign: put('/business/approval/case/reassign', '改派审批', {
    access: 'approval_case_manage',
    input: z.object({ taskId: id, userId: id, comment: remark.comment }),
    output: ok,
    message: '已改派',
  }),
};

/** What is kept as JSON, as the server reads it back. */
export const storedSteps = z.array(StepForm);
export const storedFields = z.array(FieldForm);
export const storedCondition = ConditionForm;
