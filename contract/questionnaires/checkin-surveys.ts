/** The check-in survey: which questionnaire it is, and what a person's came to. */
import { z } from 'zod';
import { id, ok } from '../fields.ts';
import { get, put } from '../http.ts';
import { CheckinScoreRule } from './checkin-score-rules.ts';
import { FormItemRow } from './questionnaire-items.ts';
import { Questionnaire, questionnaireKey } from './questionnaires.ts';

const PROJECT = '/questionnaire/user/project';
const VIEW = 'questionnaire_project_view';
const RESULTS = 'questionnaire_result_view';

export const CheckinResult = z.object({
  id: z.number(),
  projectKey: z.string(),
  projectName: z.string(),
  serialNumber: z.number(),
  personId: z.number(),
  personName: z.string(),
  /** The sum of the chosen options; null where no option has a score. */
  score: z.number().nullable(),
  /** What the score suggests; null where no rule has it. */
  rule: CheckinScoreRule.nullable(),
  careLevel: z.number().nullable(),
  userName: z.string().nullable(),
  createTime: z.string(),
});

export const checkinSurveys = {
  /** Null while none is chosen. */
  get: get(`${PROJECT}/checkin`, '入住评估问卷', {
    access: VIEW,
    input: z.object({}),
    output: z.object({ project: Questionnaire, projectItems: z.array(FormItemRow), userProjectTheme: z.null() }).nullable(),
  }),
  /** Null clears it. */
  set: put(`${PROJECT}/checkin`, '设置入住评估问卷', {
    access: 'questionnaire_project_edit',
    input: z.object({ key: z.union([z.literal('').transform(() => null), z.null(), questionnaireKey()]) }),
    output: ok,
    message: '已设置',
  }),
  /** The newest one of a person; `userId` is the person's. Null when there is none. */
  ofPerson: get(`${PROJECT}/checkinByUserId`, '服务对象的入住评估', {
    access: RESULTS,
    input: z.object({ userId: id }),
    output: CheckinResult.nullable(),
  }),
  /** The questions as they were when they were answered, each with the answer; without a result the questions of today. */
  items: get('/questionnaire/item/list/checkin/result', '入住评估的题目和答案', {
    also: [`${PROJECT}/item/list/checkin/result`],
    access: RESULTS,
    input: z.object({ key: questionnaireKey(), userId: id }),
    output: z.array(
      z.object({
        ...FormItemRow.shape,
        /** The raw value, what is shown of it, and what it scores. */
        value: z.unknown(),
        answer: z.string(),
        score: z.number().nullable(),
      }),
    ),
  }),
};
