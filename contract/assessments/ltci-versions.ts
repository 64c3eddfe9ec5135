/** 长护险量表: the versions of an institution. Drafts are changed; what is published stays, with what was assessed by it. */
import { z } from 'zod';
import { badKey, byId, id, ok, required, whole } from '../fields.ts';
import { del, get, post, put } from '../http.ts';

const BASE = '/members/ltciversion';
const VIEW = 'members_assessment_view';
const EDIT = 'members_assessment_scale';

const few = <T extends z.ZodType>(one: T, most: number) => z.array(one).max(most, { error: `最多${most}项` });
const coded = <T extends z.ZodType>(value: T) =>
  z.record(z.string().max(20), value, badKey('项目编号不正确')).refine((all) => Object.keys(all).length <= 40, { error: '项目过多' });
const point = whole(0, 100, '分值');

export const LtciFiguresForm = z.object({
  points: coded(few(point, 10)),
  bands: coded(few(z.object({ from: whole(0, 1000, '最低分'), to: whole(0, 1000, '最高分') }), 4)),
  table: z.array(z.array(whole(0, 5, '失能等级')).length(4, { error: '组合表应为4行4列' })).length(4, { error: '组合表应为4行4列' }),
  names: z.array(required(20, '请填写失能等级的名称')).length(6, { error: '应有6个失能等级' }),
  source: required(200, '请填写依据'),
});

const Figures = z.object({
  points: z.record(z.string(), z.array(z.number())),
  bands: z.record(z.string(), z.array(z.object({ from: z.number(), to: z.number() }))),
  table: z.array(z.array(z.number())),
  names: z.array(z.string()),
  source: z.string(),
});

/** By which figures an assessment is evaluated; `serial` is its `scaleVersion`. */
export const LtciInUse = z.object({ serial: z.number(), verified: z.boolean(), figures: Figures });

export const LtciVersion = z.object({
  id: z.number(),
  ...LtciInUse.shape,
  /** `ltciStates` of ltci-commands.rules.ts. */
  state: z.number(),
  publishedTime: z.string().nullable(),
  publishedName: z.string().nullable(),
  verifiedTime: z.string().nullable(),
  verifiedName: z.string().nullable(),
  verifiedNote: z.string(),
  userName: z.string(),
  /** Assessments that were begun with it. */
  used: z.number(),
  version: z.number(),
  createTime: z.string(),
});

const which = { id, version: z.int() };

export const ltciVersions = {
  /** All, the newest first. */
  list: get(`${BASE}/list`, '长护险量表版本列表', { access: EDIT, input: z.object({}), output: z.array(LtciVersion) }),
  /** The newest published one; null: the product's own figures, which are to be verified. */
  current: get(`${BASE}/current`, '长护险量表现行版本', { access: VIEW, input: z.object({}), output: LtciInUse.nullable() }),
  /** A draft with the figures in use; one at a time. */
  create: post(BASE, '新增长护险量表版本', { access: EDIT, input: z.object({}), output: id, message: '已新增草稿' }),
  update: put(BASE, '修改长护险量表草稿', {
    access: EDIT,
    input: z.object({ ...which, figures: LtciFiguresForm }),
    output: ok,
    message: '已保存',
  }),
  publish: put(`${BASE}/publish`, '发布长护险量表版本', { access: EDIT, input: z.object(which), output: ok, message: '已发布' }),
  /** The institution says that the figures are those of its document. */
  verify: put(`${BASE}/verify`, '核实长护险量表版本', {
    access: EDIT,
    input: z.object({ ...which, note: required(200, '请填写核实依据') }),
    output: ok,
    message: '已核实',
  }),
  remove: del(`${BASE}/{id}`, '删除长护险量表草稿', { access: EDIT, input: byId, output: ok, message: '删除成功' }),
};
