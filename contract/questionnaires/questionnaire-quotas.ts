/** How many answers a choice, or two together, may have: saved whole, counted when it is asked. */
import { z } from 'zod';
import { int, ok } from '../fields.ts';
import { get, post } from '../http.ts';
import { MOST_QUOTAS } from './quotas.rules.ts';
import { questionnaireKey } from './questionnaires.ts';

const projectKey = questionnaireKey('projectKey不能为空');
const conditions = z
  .array(
    z.object({
      formItemId: z.int().min(1).max(1_000_000),
      optionValue: z.union([z.string().max(200), z.number()], { error: '请选择选项' }),
    }),
  )
  .min(1, { error: '请选择题目和选项' })
  .max(2, { error: '一项配额最多两个选项' });

export const QuotaRow = z.object({ most: z.number(), conditions, taken: z.number() });
export type QuotaRow = z.output<typeof QuotaRow>;

const edit = 'questionnaire_project_edit';
const path = '/questionnaire/quota';

export const questionnaireQuotas = {
  /** With how many answers each has now. */
  list: get(`${path}/list`, '问卷配额', { access: edit, input: z.object({ projectKey }), output: z.array(QuotaRow) }),
  save: post(`${path}/save`, '保存问卷配额', {
    access: edit,
    input: z.object({
      projectKey,
      quotas: z.array(z.object({ most: int(1, 1_000_000), conditions })).max(MOST_QUOTAS, { error: `配额不能超过${MOST_QUOTAS}项` }),
    }),
    output: ok,
    message: '保存成功',
  }),
  /** What takes no more answers, for the page that is filled in; how many there were is not said. */
  full: get(`${path}/full`, '问卷已满的选项', {
    access: 'public',
    rate: 'read',
    input: z.object({ projectKey: z.string().max(64) }),
    output: z.array(z.object({ conditions })),
  }),
};
