/** Questionnaires: `user/project` on the wire. */
import { z } from 'zod';
import { dateTime, int, ok, page, paging, required, text } from '../fields.ts';
import { MAX_FILE_BYTES } from '../files/files.ts';
import { get, mediaTypes, post } from '../http.ts';
import { richText } from '../rich-text.ts';
import { Consequences, RemovedRow } from '../removals.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { FormItemRow } from './questionnaire-items.ts';
import { QuestionnaireTheme } from './themes.ts';

export const questionnaireStatus = { draft: 1, published: 2, stopped: 3 } as const;
export const questionnaireStatusLabels: Record<number, string> = { 1: '未发布', 2: '收集中', 3: '已结束' };

/** 32 hex digits, which nobody guesses. */
export const questionnaireKey = (message = '问卷不存在') => z.string({ error: message }).regex(/^[0-9a-f]{32}$/, { error: message });

export const Questionnaire = z.object({
  id: z.number(),
  key: z.string(),
  name: z.string(),
  /** Rich text. */
  describe: z.string(),
  /** 1 blank, 2 from a template. */
  sourceType: z.number(),
  sourceId: z.string().nullable(),
  userId: z.number().nullable(),
  status: z.number(),
  /** Of the dictionary `questionnaire_category`; null while it has none. */
  category: z.number().nullable(),
  type: z.null(),
  deleted: z.boolean(),
  tenantId: z.number(),
  /** Grows with every change of its items. */
  revision: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
});

export const QuestionnaireRow = z.object({
  ...Questionnaire.shape,
  createBy: z.string().nullable(),
  /** How many were filled in. */
  results: z.number(),
  /** Of the service projects that ask for it, joined by 、 */
  serverProjectNames: z.string().nullable(),
});

const query = {
  name: text(100).optional(),
  status: int(1, 3).optional(),
  category: int(1, 1000).optional(),
  /** Of the last change. */
  beginDateTime: dateTime.optional(),
  endDateTime: dateTime.optional(),
};
const one = z.object({ key: questionnaireKey(), version: z.int().optional() });
const recycled = z.object({ key: questionnaireKey() });
const path = '/questionnaire/user/project';
const both = (name: string) => ({ also: [`${path}/recycle/${name}`] });

const RecycledRow = z.object({
  ...RemovedRow.shape,
  key: z.string(),
  resultCount: z.number(),
  createTime: z.string(),
  /** When it was deleted, as the specification's clients read it. */
  updateTime: z.string(),
});

export const questionnaires = {
  page: get(`${path}/page`, '问卷列表', {
    access: 'questionnaire_project_view',
    input: z.object({ ...paging, ...query, size: int(1, 100).default(20) }),
    output: page(QuestionnaireRow),
  }),
  /** All of a status, the last changed first; the newest thousand. */
  list: get(`${path}/list`, '全部问卷', {
    access: 'questionnaire_project_view',
    input: z.object({ status: query.status }),
    output: z.array(Questionnaire),
  }),
  /** A picture of the editor: kept as other uploads are; gives its address alone, as clients of the wire read it. */
  upload: post('/questionnaire/user/file/upload', '上传问卷图片', {
    access: 'questionnaire_project_edit',
    rate: 'upload',
    multipart: Object.values(mediaTypes),
    bodyLimit: MAX_FILE_BYTES,
    input: z.object({}),
    output: z.string(),
    message: '上传成功',
  }),
  export: exportRoute(`${path}/export`, '问卷', 'questionnaire_project_export', query),
  /** Answers the new key. */
  create: post(`${path}/create`, '新增问卷', {
    access: 'questionnaire_project_add',
    input: z.object({ name: required(100, '项目名称不能为空'), describe: richText(5000).default('') }),
    output: z.string(),
    message: '创建成功',
  }),
  update: post(`${path}/update`, '修改问卷', {
    access: 'questionnaire_project_edit',
    input: z.object({
      key: questionnaireKey(),
      name: required(100, '项目名称不能为空'),
      describe: richText(5000).optional(),
      version: z.int().optional(),
    }),
    output: ok,
    message: '更新成功',
  }),
  remove: post(`${path}/delete`, '删除问卷', { access: 'questionnaire_project_del', input: one, output: ok, message: '删除成功' }),
  /** The recycle bin, by the names that the specification has for it. */
  consequences: get(`${path}/removal/{key}`, '删除问卷前核对', {
    access: 'questionnaire_project_del',
    input: z.object({ key: questionnaireKey() }),
    output: Consequences,
  }),
  removed: get('/questionnaire/recycle/page', '已删除的问卷', {
    ...both('page'),
    access: 'questionnaire_project_del',
    input: z.object({ ...paging, name: text(100).optional() }),
    output: page(RecycledRow),
  }),
  restore: post('/questionnaire/recycle/restore', '恢复问卷', {
    ...both('restore'),
    access: 'questionnaire_project_del',
    input: recycled,
    output: ok,
  }),
  /** Answers stay. */
  purge: post('/questionnaire/recycle/delete', '清除问卷', {
    ...both('delete'),
    access: 'questionnaire_project_del',
    input: recycled,
    output: ok,
    message: '已清除',
  }),
  publish: post(`${path}/publish`, '发布问卷', { access: 'questionnaire_project_publish', input: one, output: ok, message: '发布成功' }),
  stop: post(`${path}/stop`, '停止问卷', { access: 'questionnaire_project_publish', input: one, output: ok, message: '操作成功' }),
  /** By key; the institution's staff see all of theirs, everybody else what collects answers. Null when there is none. */
  get: get(`${path}/{key}`, '问卷', {
    access: 'public',
    rate: 'read',
    input: z.object({ key: z.string().max(64) }),
    output: Questionnaire.nullable(),
  }),
  /** With its items in order; as `get`, but 404 when there is none. */
  details: get(`${path}/details/{projectKey}`, '问卷详情', {
    access: 'public',
    rate: 'read',
    input: z.object({ projectKey: z.string().max(64) }),
    output: z.object({ project: Questionnaire, projectItems: z.array(FormItemRow), userProjectTheme: QuestionnaireTheme.nullable() }),
  }),
};
