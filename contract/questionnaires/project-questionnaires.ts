/** Which questionnaires a service project asks for: `prprojectserverproject` on the wire. */
import { z } from 'zod';
import { flag, id, ok, page, paging, picked, text } from '../fields.ts';
import { get, post } from '../http.ts';

/** What a picker shows; with a service project also whether it asks for it. */
export const PickedQuestionnaire = z.object({
  id: z.number(),
  name: z.string(),
  key: z.string(),
  status: z.number(),
  bound: z.boolean(),
  /** On every new job of the project. */
  isDefault: z.boolean(),
  /** Before the job may be finished. */
  required: z.boolean(),
});

export const BoundQuestionnaire = z.object({
  questionId: z.number(),
  serverProjectId: z.number().nullable(),
  key: z.string(),
  name: z.string(),
  status: z.number(),
  isDefault: z.boolean(),
  required: z.boolean(),
});
export type BoundQuestionnaire = z.output<typeof BoundQuestionnaire>;

export const MOST_BOUND = 20;
const path = '/questionnaire/prprojectserverproject';

export const projectQuestionnaires = {
  /**
   * The whole list of a service project; of a questionnaire that it had, what is not said stays.
   * `expected` are the questionnaires it had when the caller read them.
   */
  bind: post(`${path}/updateCostProjectBindQuestion`, '绑定服务项目问卷', {
    access: 'business_bccostproject_edit',
    input: z.object({
      serverProjectId: picked('请选择服务项目'),
      questionList: z
        .array(z.object({ questionId: picked('请选择问卷'), isDefault: z.boolean().optional(), required: z.boolean().optional() }), {
          error: '请选择问卷',
        })
        .max(MOST_BOUND, { error: `最多绑定${MOST_BOUND}个问卷` }),
      expected: z.array(id).optional(),
    }),
    output: ok,
    message: '操作成功',
  }),
  /** The published questionnaires, those of the service project first. */
  page: get(`${path}/getQuestionProjectByTenantPage`, '可选问卷列表', {
    access: 'session',
    input: z.object({ ...paging, serverProjectId: id.optional(), tenantId: id.optional(), name: text(100).optional() }),
    output: page(PickedQuestionnaire),
  }),
  /** What a service project asks for, without one that of all; only published ones unless `withStopped`. */
  list: get(`${path}/getQuestionProjectByTenant`, '服务项目问卷', {
    access: 'session',
    input: z.object({ serverProjectId: id.optional(), tenantId: id.optional(), withStopped: flag.optional() }),
    output: z.array(BoundQuestionnaire),
  }),
};
