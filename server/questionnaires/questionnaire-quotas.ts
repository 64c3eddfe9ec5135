/** Quotas: a choice, or two together, takes no more than so many answers. */
import { sql } from 'kysely';
import type { FormItem } from '#contract/questionnaires/item-types.rules.ts';
import { questionnaireQuotas as routes } from '#contract/questionnaires/questionnaire-quotas.ts';
import { quotasProblem, quotaText, type Quota } from '#contract/questionnaires/quotas.rules.ts';
import { planned, type Tx } from '../db/tenant.ts';
import { invalid, notFound, Refusal } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { asFormItems, itemsOf, readQuestionnaire } from './questionnaire-rows.ts';
import { lockQuestionnaire } from './questionnaires.ts';
import { changeRules } from './setting-rows.ts';
import { isOpen, placeOf } from './visitors.ts';

/** A quota, and how many places are taken: results that choose it, but for records of jobs, of calls and of people (migrations/0087). */
export interface CountedQuota extends Quota {
  taken: number;
}

/** The quotas of a questionnaire as they were entered. */
export const quotasOf = (tx: Tx, id: number): Promise<CountedQuota[]> =>
  tx.rows<CountedQuota>(sql`
    select most, conditions, taken from questionnaire_quotas
    where tenant_id = ${tx.tenantId} and questionnaire_id = ${id} order by place`);

const isFull = ({ most, taken }: CountedQuota) => taken >= most;

/** Gives a questionnaire these quotas and no others, with what is taken of them. The questionnaire is locked by the caller, or new. */
export async function setQuotas(tx: Tx, id: number, quotas: readonly Quota[]): Promise<void> {
  await tx.run(sql`delete from questionnaire_quotas where tenant_id = ${tx.tenantId} and questionnaire_id = ${id}`);
  await tx.run(
    planned(sql`
    insert into questionnaire_quotas (tenant_id, questionnaire_id, place, most, conditions, taken)
    select ${tx.tenantId}, ${id}, q.place, (q.one ->> 'most')::integer, q.one -> 'conditions',
      (select count(*) from questionnaire_results r where r.tenant_id = ${tx.tenantId} and r.questionnaire_id = ${id}
        and r.job_id is null and r.person_id is null and r.call_case_id is null and app.chooses(r.original_data, q.one -> 'conditions'))
    from jsonb_array_elements(${JSON.stringify(quotas)}::jsonb) with ordinality as q (one, place)`),
  );
  await changeRules(tx, id);
}

/** Refuses answers that choose what is full, with the questions: `chosen` are the quotas of which they would take a place. */
export function needPlaces(chosen: readonly CountedQuota[], items: readonly FormItem[]): void {
  const full = chosen.filter(isFull);
  if (full.length === 0) return;
  const said = full.map((quota) => ({ quota, message: `${quotaText(quota, items)}的名额已满，请改选其他选项` }));
  const problems = said.flatMap(({ quota, message }) => quota.conditions.map(({ formItemId }) => ({ formItemId, message })));
  const words = said.slice(0, 5).map(({ message }) => message);
  throw new Refusal(422, words.join('；'), problems);
}

export const questionnaireQuotas: Handlers<typeof routes> = {
  async list({ projectKey }, { tx }) {
    const questionnaire = await readQuestionnaire(tx, projectKey);
    if (!questionnaire) throw notFound('问卷');
    return (await quotasOf(tx, questionnaire.id)).map(({ conditions, ...counts }) => ({ ...counts, conditions: [...conditions] }));
  },

  async save({ projectKey, quotas }, context) {
    const { tx } = context;
    const questionnaire = await lockQuestionnaire(context, projectKey);
    const problem = quotasProblem(quotas, asFormItems(await itemsOf(tx, questionnaire)));
    if (problem) throw invalid(problem);
    await setQuotas(tx, questionnaire.id, quotas);
    return true;
  },

  async full({ projectKey }, context) {
    const place = await placeOf(context, projectKey);
    if (!isOpen(place, context.deps)) return [];
    return context.deps.inTenant(place.tenantId, async (tx) => {
      const questionnaire = await readQuestionnaire(tx, projectKey);
      if (!questionnaire) return [];
      return (await quotasOf(tx, questionnaire.id)).filter(isFull).map(({ conditions }) => ({ conditions: [...conditions] }));
    });
  },
};
