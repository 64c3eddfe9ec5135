/** 审批流程: the flows that an institution makes, drawn as BPMN 2.0, published in versions. */
import { z } from 'zod';
import { byId, id, int, nothing, ok, required, text } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { comparisons, type Comparison } from './approval-conditions.rules.ts';
import { MOST_STEPS, stepModes, type StepMode } from './approval-flows.rules.ts';
import { fieldTypes, type FieldType } from './approval-forms.rules.ts';
import { approvalKindNames } from './approval-kinds.ts';

const names = <K extends string>(of: Record<K, unknown>) => Object.keys(of) as [K, ...K[]];
const some = z.array(id).min(1, { error: '请至少选择一个' }).max(50, { error: '最多选择50个' });
const key = z.string().regex(/^[a-z][a-zA-Z0-9]{0,29}$/, { error: '字段标识应为字母和数字' });

export const DeciderForm = z.discriminatedUnion('by', [
  z.object({ by: z.enum(['user', 'role', 'post']), ids: some }),
  z.object({ by: z.literal('head'), of: z.enum(['applicant', 'person']), up: int(0, 5) }),
  z.object({ by: z.literal('form'), field: key }),
  z.object({ by: z.literal('duty') }),
]);
const deciders = z.array(DeciderForm).max(10, { error: '最多10组人员' });

export const ConditionForm = z.object({
  any: z.boolean(),
  tests: z
    .array(
      z.object({
        variable: key,
        comparison: z.enum(names(comparisons) as [Comparison, ...Comparison[]]),
        value: z.union([z.number(), z.string().trim().max(50)]),
      }),
    )
    .max(10, { error: '一个条件最多10项比较' }),
});

const stepId = z.string().regex(/^[A-Za-z_][\w.-]{0,59}$/, { error: '步骤标识不正确' });
export const StepForm = z.object({
  id: stepId,
  name: required(30, '请填写步骤名称'),
  mode: z.enum(names(stepModes) as [StepMode, ...StepMode[]]),
  deciders,
  condition: ConditionForm.nullable(),
  hours: int(1, 24 * 60).nullable(),
  remindHours: int(1, 24 * 60).nullable(),
  escalateTo: deciders,
  self: z.boolean(),
  copyTo: deciders,
});
export const FieldForm = z.object({
  key,
  label: required(20, '请填写字段名称'),
  type: z.enum(names(fieldTypes) as [FieldType, ...FieldType[]]),
  required: z.boolean(),
  options: z.array(required(30, '请填写选项')).max(30, { error: '最多30个选项' }),
});

/** `diagram` null: the flow is the list of steps; else BPMN 2.0, and the steps say who decides in its user tasks. */
const draft = {
  fields: z.array(FieldForm).max(30, { error: '表单最多30个字段' }),
  steps: z.array(StepForm).max(MOST_STEPS, { error: `审批步骤最多${MOST_STEPS}个` }),
  diagram: z.string().max(200_000, { error: '流程图太大' }).nullable(),
};
/** What an update leaves out stays as it is. */
const changes = { fields: draft.fields.optional(), steps: draft.steps.optional(), diagram: draft.diagram.optional() };
const kind = z.enum(approvalKindNames, { error: '申请类型不正确' });

export const ApprovalDefinitionRow = z.object({
  id: z.number(),
  kind,
  name: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  /** Number of the version in use; null: not published yet. */
  published: z.number().nullable(),
  /** The draft is not what is published. */
  changed: z.boolean(),
  running: z.number(),
  version: z.number(),
  createBy: z.string(),
  createTime: z.string(),
  updateTime: z.string(),
});
export const ApprovalDefinition = ApprovalDefinitionRow.extend({
  ...draft,
  /** As it is drawn: `diagram`, or what the list of steps gives; null where the draft cannot be drawn. */
  drawn: z.string().nullable(),
  /** Why the draft cannot be published; null: it can. */
  problem: z.string().nullable(),
});

const edit = 'approval_definition_edit';
const view = 'approval_definition_view';
const head = { name: required(30, '请填写流程名称'), description: text(200) };

export const approvalDefinitions = {
  /** All of the institution: there are never many. */
  list: get('/business/approval/definition/list', '审批流程列表', { access: view, input: nothing, output: z.array(ApprovalDefinitionRow) }),
  get: get('/business/approval/definition/{id}', '审批流程详情', { access: view, input: byId, output: ApprovalDefinition }),
  /** A general one: those of areas are there by themselves. */
  create: post('/business/approval/definition', '新增审批流程', {
    access: edit,
    input: z.object({ ...head, description: head.description.default('') }),
    output: id,
    message: '创建成功',
  }),
  update: put('/business/approval/definition', '保存审批流程', {
    access: edit,
    bodyLimit: 512 * 1024,
    input: z.object({ id, version: z.int(), name: head.name.optional(), description: head.description.optional(), ...changes }),
    output: ApprovalDefinition,
    message: '已保存草稿',
  }),
  /** How a draft would be drawn, and what is wrong with it: nothing is kept. */
  preview: post('/business/approval/definition/preview', '预览审批流程', {
    access: edit,
    audit: false,
    rate: 'read',
    bodyLimit: 512 * 1024,
    input: z.object({ kind, ...draft }),
    output: z.object({ drawn: z.string().nullable(), problem: z.string().nullable() }),
  }),
  publish: put('/business/approval/definition/publish', '发布审批流程', {
    access: edit,
    input: z.object({ id, version: z.int() }),
    output: ok,
    message: '已发布，新的申请按此流程审批',
  }),
  enable: put('/business/approval/definition/enable', '启用或停用审批流程', {
    access: edit,
    input: z.object({ id, version: z.int(), enabled: z.boolean() }),
    output: ok,
    message: '更新成功',
  }),
  remove: del('/business/approval/definition/{id}', '删除审批流程', { access: edit, input: byId, output: ok, message: '删除成功' }),
  versions: get('/business/approval/definition/versions/{id}', '审批流程历史版本', {
    access: view,
    input: byId,
    output: z.array(
      z.object({ number: z.number(), publishedBy: z.string(), publishTime: z.string(), running: z.number(), drawn: z.string() }),
    ),
  }),
  /**
   * Who would decide an application of `applicantId` with these values, by the draft as it was typed: nothing is kept. In the order in
   * which the steps would be asked; a step that is not asked is left out.
   */
  simulate: post('/business/approval/definition/simulate', '试算审批人', {
    access: edit,
    audit: false,
    rate: 'read',
    bodyLimit: 512 * 1024,
    input: z.object({
      kind,
      ...draft,
      applicantId: id,
      personId: id.nullable().default(null),
      values: z.record(key, z.union([z.number(), z.string().max(50)])),
      people: z.record(key, z.array(id).max(20)),
    }),
    output: z.array(
      z.object({
        step: z.string(),
        name: z.string(),
        mode: z.string(),
        people: z.array(z.object({ userId: z.number(), name: z.string(), why: z.string() })),
        /** Said where none of its deciders is there: who gets it then. */
        warning: z.string().nullable(),
      }),
    ),
  }),
};
