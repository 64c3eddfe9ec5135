/** What was answered: `result` on the wire. */
import { z } from 'zod';
import { dateTime, id, int, page, paging, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { xlsExportRoute } from '../transfers/transfers.ts';
import { FormItemRow } from './questionnaire-items.ts';
import { questionnaireKey } from './questionnaires.ts';

export const UNFINISHED = '未完成的问卷不能查看';
const Answers = z.record(z.string(), z.unknown());

const result = {
  id: z.number(),
  projectKey: z.string(),
  projectName: z.string(),
  /** 1, 2, 3 … of the questionnaire. */
  serialNumber: z.number(),
  /** What is shown, by `field{N}` and `field{N}other`. */
  processData: Answers,
  submitOs: z.string().nullable(),
  submitBrowser: z.string().nullable(),
  submitRequestIp: z.string().nullable(),
  submitAddress: z.string().nullable(),
  /** Milliseconds. */
  completeTime: z.number(),
  /** Who filled it in; null: somebody with the link. */
  userName: z.string().nullable(),
  /** Whom it is about. */
  personId: z.number().nullable(),
  personName: z.string().nullable(),
  workOrderJobId: z.number().nullable(),
  workOrderId: z.number().nullable(),
  workNo: z.string().nullable(),
  serverProjectName: z.string().nullable(),
  version: z.number(),
  /** When staff changed it last, and who did; null: it says what was handed in. */
  editTime: z.string().nullable(),
  editUserName: z.string().nullable(),
  createTime: z.string(),
  updateTime: z.string(),
};
export const QuestionnaireResult = z.object(result);

/** One change by staff: each answer as people read it. */
const ResultEdit = z.object({
  id: z.number(),
  userName: z.string(),
  createTime: z.string(),
  changes: z.array(z.object({ formItemId: z.number(), label: z.string(), before: z.string(), after: z.string() })),
});

export const FoundResult = z.object({
  ...result,
  describe: z.string(),
  /** The questions as they were when this was answered. */
  projectItems: z.array(FormItemRow),
  /** Whether the caller may still correct the record of a job. */
  editable: z.boolean(),
  /** Whether the caller may change what was handed in without a job. The raw values come with either. */
  changeable: z.boolean(),
  /** The newest first. */
  edits: z.array(ResultEdit),
  originalData: Answers.nullable(),
});

/** What everybody may read of a result, where its questionnaire shows them: nothing of who gave it. */
export const PublicResult = QuestionnaireResult.pick({
  id: true,
  projectKey: true,
  serialNumber: true,
  processData: true,
  submitAddress: true,
  completeTime: true,
  createTime: true,
  updateTime: true,
});

const query = {
  projectKey: questionnaireKey('错误请求').optional(),
  beginDateTime: dateTime.optional(),
  endDateTime: dateTime.optional(),
  /** JSON objects `{field101: value}` and `{field101: "eq"|"like"}` over the raw values. */
  extParams: text(2000).optional(),
  extComparisons: text(2000).optional(),
};
const both = (name: string) => ({ also: [`/questionnaire/user/project/result/${name}`] });

export const questionnaireResults = {
  /**
   * Anybody while the questionnaire collects answers; with `workOrderJobId` the record of that job, by its staff; with `callCaseId` that of
   * the case, by its seat. Answers the record's id.
   */
  create: post('/questionnaire/result/create', '提交问卷', {
    ...both('create'),
    access: 'public',
    rate: 'open',
    audit: false,
    bodyLimit: 256 * 1024,
    input: z.object({
      projectKey: questionnaireKey('错误请求'),
      originalData: z.record(z.string().max(40), z.unknown(), { error: '错误请求' }),
      processData: z.record(z.string().max(40), z.unknown()).nullish(),
      completeTime: z.union([z.literal('').transform(() => 0), int(0, 1_000_000_000)]).nullish(),
      submitOs: text(60).nullish(),
      submitBrowser: text(60).nullish(),
      submitUa: z.record(z.string().max(40), z.unknown()).nullish(),
      wxOpenId: text(100).nullish(),
      wxUserInfo: z.unknown().optional(),
      workOrderJobId: id.nullish(),
      /** The case of an outbound job; of the seat that has it. */
      callCaseId: id.nullish(),
      /** Whom it is about; of signed-in staff who reach the person. */
      personId: id.nullish(),
      /** Of the record that is corrected, as it was read. */
      version: z.int().optional(),
    }),
    output: z.number().nullable(),
    message: '提交成功!',
  }),
  /** Staff change what was handed in without a job, by the checks of the fill page; what it said before is kept. Gives the new version. */
  update: post('/questionnaire/result/update', '修改问卷结果', {
    access: 'questionnaire_result_edit',
    bodyLimit: 256 * 1024,
    input: z.object({
      id,
      version: int(1, 2_000_000_000),
      originalData: z.record(z.string().max(40), z.unknown(), { error: '错误请求' }),
      processData: z.record(z.string().max(40), z.unknown()).nullish(),
    }),
    output: z.number(),
    message: '修改成功',
  }),
  /** By its id, or by questionnaire and job; 422 when it was not filled in. */
  findResult: get('/questionnaire/result/findResult', '问卷结果', {
    ...both('findResult'),
    access: 'session',
    input: z.object({ resultId: id.optional(), key: questionnaireKey().optional(), jobId: id.optional() }),
    output: FoundResult,
  }),
  page: get('/questionnaire/result/page', '问卷结果列表', {
    ...both('page'),
    access: 'questionnaire_result_view',
    input: z.object({ ...paging, ...query, size: int(1, 100).default(20) }),
    output: page(QuestionnaireResult),
  }),
  /** For anybody while the questionnaire collects answers, and when it has stopped, if its setting shows them; else null. Addresses of files open for some minutes. */
  publicPage: get('/questionnaire/result/public/page', '公开的问卷结果', {
    ...both('public/page'),
    access: 'public',
    rate: 'read',
    input: z.object({ ...paging, ...query, projectKey: z.string().max(64), size: int(1, 100).default(20) }),
    output: page(PublicResult).nullable(),
  }),
  /** The files of answers as one zip file: answers the key of a task; `common/process` says how far it is and where the file is. */
  download: get('/questionnaire/result/download/file', '下载问卷附件', {
    ...both('download/file'),
    access: 'questionnaire_result_export',
    rate: 'export',
    input: z.object({ projectKey: questionnaireKey('错误请求'), beginDateTime: dateTime.optional(), endDateTime: dateTime.optional() }),
    output: z.string(),
  }),
  /** With a questionnaire one column per question, otherwise the list of all results. */
  export: xlsExportRoute('/questionnaire/result/export', '问卷结果', 'questionnaire_result_export', query),
};
