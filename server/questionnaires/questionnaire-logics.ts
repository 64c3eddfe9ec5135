/** Logic of questions: saved while it is being written, one row for each question and action. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { isGroup, type ConditionEntry } from '#contract/questionnaires/logic.rules.ts';
import { questionnaireLogics as routes } from '#contract/questionnaires/questionnaire-logics.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { logicsOf } from './logic-rows.ts';
import { itemsOf, readQuestionnaire } from './questionnaire-rows.ts';
import { beginRevision } from './questionnaires.ts';
import { placeOf } from './visitors.ts';

type Form = z.output<typeof routes.save.input>;
type Named = z.output<typeof routes.remove.input>;

/** The questions that conditions name. */
const namedIn = (entries: readonly ConditionEntry[]): number[] =>
  entries.flatMap((entry) => (isGroup(entry) ? namedIn(entry.conditionList) : (entry.formItemId ?? [])));

/** Refuses questions that this questionnaire does not have, and a jump that leads back. */
async function check(tx: Tx, questionnaire: { id: number; key: string }, { formItemId, target, conditionList }: Form): Promise<void> {
  const places = new Map((await itemsOf(tx, questionnaire)).map((item, at) => [item.formItemId, at]));
  const named = [formItemId, ...namedIn(conditionList), ...(target ? [target] : [])];
  if (named.some((one) => !places.has(one))) throw refused('逻辑中的题目不存在，请刷新后重试');
  if (target && (places.get(target) as number) <= (places.get(formItemId) as number)) throw refused('只能跳转到此题之后的题目');
}

/** The row that is meant and the key of its questionnaire; undefined when it is gone. */
async function find(tx: Tx, { projectKey, id, formItemId, action }: Named) {
  const rows = db
    .selectFrom('questionnaire_logics as l')
    .innerJoin('questionnaires as q', (on) => on.onRef('q.tenant_id', '=', 'l.tenant_id').onRef('q.id', '=', 'l.questionnaire_id'))
    .select(['l.id', 'q.key'])
    .where('l.tenant_id', '=', tx.tenantId)
    .where('q.deleted_at', 'is', null)
    .$if(projectKey !== undefined, (query) => query.where('q.key', '=', projectKey as string));
  if (id) return tx.row(rows.where('l.id', '=', id));
  if (projectKey === undefined || !formItemId) return undefined;
  return tx.row(rows.where('l.form_item_id', '=', formItemId).where('l.action', '=', action));
}

const remove = (tx: Tx, id: number) =>
  tx.run(db.deleteFrom('questionnaire_logics').where('tenant_id', '=', tx.tenantId).where('id', '=', id));

export const questionnaireLogics: Handlers<typeof routes> = {
  /** Clients ask for it beside `setting-status`, which says what is wrong: a key that nothing collects with has no logic. */
  async list({ projectKey }, context) {
    const place = await placeOf(context, projectKey);
    if (!place) return [];
    return context.deps.inTenant(place.tenantId, async (tx) => {
      const questionnaire = await readQuestionnaire(tx, projectKey);
      return questionnaire ? logicsOf(tx, questionnaire) : [];
    });
  },

  async save(form, context) {
    const { tx } = context;
    const { projectKey, id, formItemId, action, target, expression, conditionList, revision } = form;
    const questionnaire = await beginRevision(context, projectKey, revision);
    await check(tx, questionnaire, form);
    const before = (await logicsOf(tx, questionnaire)).find((one) => one.id === id);
    // The row was about another question or did something else: it becomes this one.
    if (before && (before.formItemId !== formItemId || before.action !== action)) await remove(tx, before.id);
    const values = {
      target: action === 'jump' ? (target ?? null) : null,
      expression: expression ?? null,
      conditions: sql<string>`${JSON.stringify(conditionList)}::jsonb`,
    };
    const saved = await tx.row(
      db
        .insertInto('questionnaire_logics')
        .values({ tenant_id: tx.tenantId, questionnaire_id: questionnaire.id, form_item_id: formItemId, action, ...values })
        .onConflict((on) =>
          on
            .columns(['tenant_id', 'questionnaire_id', 'form_item_id', 'action'])
            .doUpdateSet({ ...values, updated_at: sql<string>`now()` }),
        )
        .returning('id'),
    );
    return (await logicsOf(tx, questionnaire)).find((one) => one.id === saved?.id)!;
  },

  async remove(input, context) {
    const found = await find(context.tx, input);
    if (!found) return true;
    await beginRevision(context, found.key, input.revision);
    await remove(context.tx, found.id);
    return true;
  },
};
