/** Questionnaires to begin from: the platform's for every institution, and the institution's own. `project/template` on the wire. */
import { z } from 'zod';
import { flag, id, int, ok, page, paging, required, text } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { removalRoutes } from '../removals.ts';
import { richText } from '../rich-text.ts';
import { FormItemRow } from './questionnaire-items.ts';
import { questionnaireKey } from './questionnaires.ts';

/** Of the dictionary `questionnaire_category`; what is saved as a template without one is 其他. */
export const CATEGORY_DICTIONARY = 'questionnaire_category';
export const OTHER_CATEGORY = 4;
const templateKey = questionnaireKey('模板不存在');
const category = int(1, 1000);

export const QuestionnaireTemplate = z.object({
  id: z.number(),
  key: z.string(),
  name: z.string(),
  /** Rich text. */
  describe: z.string(),
  coverImg: z.string().nullable(),
  /** How often it was used. */
  likeCount: z.number(),
  categoryId: z.number(),
  status: z.number(),
  /** The platform's, for every institution. */
  shared: z.boolean(),
  /** Questions that are answered. */
  itemCount: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
});
export type QuestionnaireTemplate = z.output<typeof QuestionnaireTemplate>;

const search = z.object({
  ...paging,
  size: int(1, 100).default(11),
  name: text(100).optional(),
  /** The category. */
  type: category.optional(),
});
const view = 'questionnaire_project_view';
const edit = 'questionnaire_project_edit';
const path = '/questionnaire/project/template';
const users = '/questionnaire/user/project';
const version = z.int().optional();

export const questionnaireTemplates = {
  /** The highest `sort` first. */
  types: get(`${path}/type/list`, '问卷模板分类', {
    access: 'session',
    input: z.object({}),
    output: z.array(z.object({ id: z.number(), name: z.string(), sort: z.number() })),
  }),
  /** Those of the platform, the last changed first. */
  page: get(`${path}/page`, '公共问卷模板', { access: view, input: search, output: page(QuestionnaireTemplate) }),
  /** Those of the institution. */
  tenantPage: get(`${path}/tenantPage`, '本机构问卷模板', { access: view, input: search, output: page(QuestionnaireTemplate) }),
  details: get(`${path}/details/{key}`, '问卷模板详情', {
    access: view,
    input: z.object({ key: z.string().max(64) }),
    output: z.object({ project: QuestionnaireTemplate, projectItems: z.array(FormItemRow) }),
  }),
  /** Makes a template of a questionnaire of the institution; answers the template's key. */
  save: post(`${users}/template/save`, '存为问卷模板', {
    also: ['/questionnaire/template/save'],
    access: edit,
    input: z.object({
      key: questionnaireKey(),
      name: text(100).optional(),
      /** Without one: 其他. */
      categoryId: category.optional(),
    }),
    output: z.string(),
    message: '已存为模板',
  }),
  /** Begins a questionnaire with what the template has; answers the questionnaire's key. */
  use: post(`${users}/use-template/create`, '从模板新增问卷', {
    also: ['/questionnaire/use-template/create'],
    access: 'questionnaire_project_add',
    input: z.object({ key: templateKey, name: text(100).optional() }),
    output: z.string(),
    message: '创建成功',
  }),
  rename: put(path, '修改问卷模板', {
    access: edit,
    input: z.object({
      key: templateKey,
      name: required(100, '请输入模板名称'),
      describe: richText(5000).optional(),
      categoryId: category.optional(),
      version,
    }),
    output: ok,
    message: '修改成功',
  }),
  /** To every institution, or back. */
  share: put(`${path}/share`, '共享问卷模板', {
    access: edit,
    platform: '只有平台可以共享模板',
    input: z.object({ key: templateKey, shared: flag, version }),
    output: ok,
    message: '操作成功',
  }),
  remove: del(`${path}/{key}`, '删除问卷模板', {
    access: edit,
    input: z.object({ key: templateKey, version: id.optional() }),
    output: ok,
    message: '删除成功',
  }),
  ...removalRoutes(path, '问卷模板', edit),
  /** Of a questionnaire. */
  setCategory: put(`${users}/category`, '修改问卷分类', {
    also: ['/questionnaire/category'],
    access: edit,
    input: z.object({ key: questionnaireKey(), categoryId: category }),
    output: ok,
    message: '修改成功',
  }),
};
