/** 评估: what a person was found to be able to do, by a scale, signed; what is due again; and what follows from it. */
import { z } from 'zod';
import { badKey, byId, changes, date, id, int, ok, orNull, page, paging, picked, required, text } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { picture } from '../system/pictures.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { assessmentReasons } from './assessment-commands.rules.ts';
import { dueCauseNames } from './due-causes.rules.ts';
import { LtciInUse } from './ltci-versions.ts';

const BASE = '/members/assessment';
const VIEW = 'members_assessment_view';
const EDIT = 'members_assessment_edit';

export const Assessment = z.object({
  id: z.number(),
  /** `assessmentStates` of assessment-commands.rules.ts. */
  state: z.number(),
  oldmanId: z.number(),
  oldmanName: z.string(),
  place: z.string().nullable(),
  /** Code and version of contract/assessments/scales.ts. */
  scale: z.string(),
  scaleVersion: z.number(),
  reason: z.number(),
  reasonNote: z.string(),
  assessedDate: z.string(),
  total: z.number().nullable(),
  level: z.number().nullable(),
  levelName: z.string(),
  nextDate: z.string().nullable(),
  /** The newest complete one of the person by its scale. */
  latest: z.boolean(),
  firstName: z.string().nullable(),
  secondName: z.string().nullable(),
  completedTime: z.string().nullable(),
  appliedLevel: z.number().nullable(),
  voidReason: z.string(),
  userName: z.string(),
  version: z.number(),
  createTime: z.string(),
});

const Evaluated = z.object({
  scores: z.record(z.string(), z.number()),
  domains: z.array(
    z.object({ code: z.string(), name: z.string(), score: z.number(), most: z.number().nullable(), grade: z.number().nullable() }),
  ),
  total: z.number().nullable(),
  baseLevel: z.number().nullable(),
  baseName: z.string(),
  adjustments: z.array(z.object({ code: z.string(), text: z.string(), from: z.number(), to: z.number() })),
  level: z.number().nullable(),
  name: z.string(),
  advice: z.string(),
  flags: z.array(z.string()),
});

export const AssessmentDetail = z.object({
  ...Assessment.shape,
  site: z.string(),
  informantName: z.string(),
  informantRelation: z.string(),
  answers: z.record(z.string(), z.number()),
  facts: z.record(z.string(), z.number()),
  note: z.string(),
  /** The figures of the institution by which it counts; null: those of the product. */
  own: LtciInUse.nullable(),
  /** As it was evaluated when it was signed; null of a draft. */
  result: Evaluated.nullable(),
  firstSign: z.string().nullable(),
  secondSign: z.string().nullable(),
  informantSign: z.string().nullable(),
  appliedName: z.string().nullable(),
  appliedTime: z.string().nullable(),
  voidName: z.string().nullable(),
  /** Dictionary `care_level`: what the level suggests by the parameters of the institution, and what the person has. */
  suggestedLevel: z.number().nullable(),
  careLevel: z.number().nullable(),
  /** Templates of care plans for the level. */
  templates: z.array(z.object({ id: z.number(), name: z.string(), verified: z.boolean() })),
  /** Risks that the newest assessments of the person found, by their scales. */
  risks: z.array(z.object({ id: z.number(), scale: z.string(), levelName: z.string(), day: z.string() })),
});

export const AssessmentDue = z.object({
  id: z.number(),
  oldmanName: z.string(),
  place: z.string().nullable(),
  /** The newest complete one of ability. */
  assessedDate: z.string().nullable(),
  levelName: z.string().nullable(),
  /** The earliest of all scales, with its scale. */
  nextDate: z.string().nullable(),
  scale: z.string().nullable(),
  /** The earliest day of all reasons. */
  dueAt: z.string().nullable(),
  /** Why the person is listed, the most urgent one first; each once. */
  reasons: z.array(
    z.object({ cause: z.enum(dueCauseNames), scale: z.string().nullable(), day: z.string().nullable(), dueAt: z.string().nullable() }),
  ),
  createTime: z.string(),
});

const query = {
  oldmanId: id.optional(),
  oldmanName: text(20).optional(),
  scale: text(20).optional(),
  state: int(1, 4).optional(),
  level: int(0, 9).optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};
const dueQuery = {
  oldmanName: text(20).optional(),
  /** `late`: beyond its day; `soon`: within 30 days; `never`: without one of ability. All of these unless said. */
  due: z.enum(['late', 'soon', 'never'], { error: '请选择到期情况' }).optional(),
};

/** By code of an item or fact of its scale. */
const values = z
  .record(z.string().max(20), z.number().min(-1000).max(1000), badKey('项目编号不正确'))
  .refine((value) => Object.keys(value).length <= 100, { error: '项目过多' });
const form = {
  reason: int().refine((value) => Object.hasOwn(assessmentReasons, value), { error: '请选择评估原因' }),
  reasonNote: text(200).default(''),
  assessedDate: date,
  site: text(60).default(''),
  informantName: text(20).default(''),
  informantRelation: text(20).default(''),
  answers: values.default({}),
  facts: values.default({}),
  note: text(500).default(''),
};
const written = z.object(form);
/** What is written down of an assessment. */
export type AssessmentForm = z.output<typeof written>;
const which = { id, version: z.int().optional() };

export const assessments = {
  page: get(`${BASE}/page`, '评估列表', { access: VIEW, input: z.object({ ...paging, ...query }), output: page(Assessment) }),
  export: exportRoute(`${BASE}/export`, '评估', 'members_assessment_export', query),
  due: get(`${BASE}/due/page`, '评估到期列表', { access: VIEW, input: z.object({ ...paging, ...dueQuery }), output: page(AssessmentDue) }),
  /** All of a person that were signed, the newest first. */
  ofPerson: get(`${BASE}/ofPerson`, '服务对象的评估', {
    access: VIEW,
    input: z.object({ oldmanId: id }),
    output: z.array(Assessment).max(200),
  }),
  get: get(`${BASE}/{id}`, '评估详情', { access: VIEW, input: byId, output: AssessmentDetail }),
  create: post(BASE, '新增评估', {
    access: 'members_assessment_add',
    input: z.object({
      oldmanId: picked('请选择服务对象'),
      scale: required(20, '请选择量表'),
      /** By which the page counts; refused when another one is in use by now. */
      scaleVersion: orNull(int(1, 100_000)),
      ...form,
    }),
    output: id,
    message: '已保存',
  }),
  /** Of a draft. */
  update: put(BASE, '修改评估', { access: EDIT, input: z.object({ ...which, ...changes(form) }), output: ok, message: '已保存' }),
  remove: del(`${BASE}/{id}`, '删除评估草稿', { access: 'members_assessment_del', input: byId, output: ok, message: '删除成功' }),
  /** The first signature evaluates it; of ability another assessor signs after that. */
  sign: put(`${BASE}/sign`, '评估签名', {
    access: 'members_assessment_sign',
    input: z.object({ id, version: z.int(), signature: picture, informantSignature: orNull(picture) }),
    output: ok,
    message: '已签名',
  }),
  void: put(`${BASE}/void`, '作废评估', {
    access: 'members_assessment_del',
    input: z.object({ id, version: z.int(), note: text(200).default('') }),
    output: ok,
    message: '已作废',
  }),
  /** Changes the care level with consent, as 变更护理等级 does. */
  apply: put(`${BASE}/apply`, '采用评估结果', {
    access: 'members_oldman_edit',
    input: z.object({
      id,
      version: z.int(),
      careLevel: int(0, 20),
      effectiveDate: orNull(date),
      consentName: required(20, '请填写同意人'),
    }),
    output: ok,
    message: '已变更护理等级',
  }),
  /**
   * Writes a template and problems of risks into a draft of the care plan, beside what the plan in force says; with `startDay` it is in
   * force from that day on. Gives the id of the plan's version.
   */
  plan: post(`${BASE}/plan`, '按评估制定照护计划', {
    access: 'members_oldmanplan_edit',
    input: z.object({
      id,
      templateId: picked('请选择照护模板'),
      /** Of `risks`. */
      riskIds: z.array(id).max(20, { error: '最多选择20项风险' }).default([]),
      startDay: orNull(date),
    }),
    output: id,
    message: '已制定照护计划',
  }),
};
