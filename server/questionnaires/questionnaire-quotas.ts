/** Quotas: a choice, or two together, takes no more than so many answers. */
import { sql } from 'kysely';
import { keyOf, type FormItem } from '#contract/questionnaires/item-types.rules.ts';
import { questionnaireQuotas as routes } from '#contract/questionnaires/questionnaire-quotas.ts';
import { quotasProblem, quotaText, takes, type Quota } from '#contract/questionnaires/quotas.rules.ts';
import { db, planned, type Tx } from '../db/tenant.ts';
import { invalid, notFound, Refusal } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { asFormItems, itemsOf, jsonb, readQuestionnaire } from './questionnaire-rows.ts';
import { lockQuestionnaire } from './questionnaires.ts';
import { fulfilling } from './result-rows.ts';
import { isOpen, placeOf } from './visitors.ts';

/** The quotas of a questionnaire; none where none were saved. */
export async function quotasOf(tx: Tx, id: number): Promise<Quota[]> {
  const row = await tx.row(
    db.selectFrom('questionnaire_settings').select('quotas').where('tenant_id', '=', tx.tenantId).where('questionnaire_id', '=', id),
  );
  return (row?.quotas as Quota[] | undefined) ?? [];
}

/** How many answers each has, in one scan. Records of jobs and of people take no place, as of the other limits. */
async function counted(tx: Tx, id: number, quotas: readonly Quota[]): Promise<number[]> {
  if (quotas.length === 0) return [];
  const counts = quotas.map(({ conditions }) => {
    const wanted = conditions.map(({ formItemId, optionValue }) => ({ key: keyOf(formItemId), value: optionValue, like: false }));
    return sql`count(*) filter (where ${fulfilling(wanted)})`;
  });
  const row = await tx.row<{ counts: number[] }>(
    planned(sql`select array[${sql.join(counts)}]::integer[] as counts from questionnaire_results
      where tenant_id = ${tx.tenantId} and questionnaire_id = ${id} and job_id is null and person_id is null`),
  );
  return row?.counts ?? [];
}

/** Refuses answers that choose what is full, with the questions. The caller has locked the questionnaire: no place is taken meanwhile. */
export async function needPlaces(
  tx: Tx,
  id: number,
  items: readonly FormItem[],
  answers: Readonly<Record<string, unknown>>,
): Promise<void> {
  const taken = (await quotasOf(tx, id)).filter((quota) => takes(quota, answers));
  const counts = await counted(tx, id, taken);
  const full = taken.filter(({ most }, at) => (counts[at] ?? 0) >= most);
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
    const quotas = await quotasOf(tx, questionnaire.id);
    const counts = await counted(tx, questionnaire.id, quotas);
    return quotas.map(({ most, conditions }, at) => ({ most, conditions: [...conditions], taken: counts[at] ?? 0 }));
  },

  async save({ projectKey, quotas }, context) {
    const { tx } = context;
    const questionnaire = await lockQuestionnaire(context, projectKey);
    const problem = quotasProblem(quotas, asFormItems(await itemsOf(tx, questionnaire)));
    if (problem) throw invalid(problem);
    const kept = { quotas: jsonb(quotas) };
    await tx.run(
      db
        .insertInto('questionnaire_settings')
        .values({ tenant_id: tx.tenantId, questionnaire_id: questionnaire.id, ...kept })
        .onConflict((on) => on.columns(['tenant_id', 'questionnaire_id']).doUpdateSet({ ...kept, updated_at: sql<string>`now()` })),
    );
    return true;
  },

  async full({ projectKey }, context) {
    const place = await placeOf(context, projectKey);
    if (!isOpen(place, context.deps)) return [];
    return context.deps.inTenant(place.tenantId, async (tx) => {
      const questionnaire = await readQuestionnaire(tx, projectKey);
      if (!questionnaire) return [];
      const quotas = await quotasOf(tx, questionnaire.id);
      const counts = await counted(tx, questionnaire.id, quotas);
      return quotas.filter(({ most }, at) => (counts[at] ?? 0) >= most).map(({ conditions }) => ({ conditions: [...conditions] }));
    });
  },
};
