/** Changes that staff make to what was handed in, and what it said before each. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { summaryOf } from '#contract/questionnaires/answers.rules.ts';
import { labelText } from '#contract/questionnaires/item-types.rules.ts';
import { takes } from '#contract/questionnaires/quotas.rules.ts';
import type { FoundResult, questionnaireResults as routes } from '#contract/questionnaires/questionnaire-results.ts';
import type { z } from 'zod';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handler } from '../http/implement.ts';
import { readOne } from '../lists/crud.ts';
import { needPlaces, quotasOf } from './questionnaire-quotas.ts';
import { formAt, holdQuestionnaire, readQuestionnaire, type Item } from './questionnaire-rows.ts';
import { resultList } from './result-rows.ts';
import { checkedAnswers, paperOf } from './submissions.ts';

type Edit = z.output<typeof FoundResult>['edits'][number];
type Answers = Readonly<Record<string, unknown>>;

/** The changes to a result, the newest first. */
export const editsOf = (tx: Tx, resultId: number): Promise<Edit[]> =>
  tx.rows<Edit>(sql`
    select e.id, u.name as "userName", e.created_at as "createTime", e.changes from questionnaire_edits e
      join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
    where e.tenant_id = ${tx.tenantId} and e.result_id = ${resultId} order by e.id desc`);

/** What differs, as people read it, by the questions before and those after. */
function changesOf(earlier: readonly Item[], before: Answers, later: readonly Item[], after: Answers): Edit['changes'] {
  const removed = earlier.filter((one) => !later.some(({ formItemId }) => formItemId === one.formItemId));
  return [...later, ...removed].flatMap((item) => {
    if (item.displayType) return [];
    const old = earlier.find(({ formItemId }) => formItemId === item.formItemId);
    const [was, is] = [old ? summaryOf(old, before) : '', removed.includes(item) ? '' : summaryOf(item, after)];
    return was === is ? [] : [{ formItemId: item.formItemId, label: labelText(item.label), before: was, after: is }];
  });
}

/**
 * Writes what staff changed. 409 when another change came first; 400 with all problems, as the fill page has them; 422 where it chooses
 * anew what is full, since quotas hold for everybody (docs/decisions/113).
 */
export const changeResult: Handler<typeof routes.update> = async ({ id, version, originalData, processData }, context) => {
  const { tx, deps, session } = context;
  const { projectKey } = await readOne(resultList, id, context);
  holdQuestionnaire(tx, projectKey);
  const row = await tx.row(
    db
      .selectFrom('questionnaire_results')
      .select(['job_id', 'person_id', 'questionnaire_id', 'revision', 'version', 'original_data', 'process_data'])
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id)
      .forUpdate(),
  );
  const questionnaire = await readQuestionnaire(tx, projectKey);
  if (!row || !questionnaire) throw notFound('问卷结果');
  if (row.job_id !== null) throw refused('工单的问卷由填写人在工单结束前修改');
  if (row.version !== version) throw conflict('问卷结果已被修改，请刷新后重试', { id, version: row.version });
  const { items } = await formAt(tx, row.questionnaire_id, row.revision);
  // The questions as they are now: what was asked and is not asked any more goes, and the record of the change says so.
  const found = await checkedAnswers(tx, questionnaire, await paperOf(tx, questionnaire), { originalData, processData }, { deps, session });
  if (isDeepStrictEqual(found.originalData, row.original_data) && isDeepStrictEqual(found.processData, row.process_data)) return version;
  const changes = changesOf(items, row.process_data as Answers, found.items, found.processData);
  if (row.person_id === null) {
    const had = row.original_data as Answers;
    const gained = (await quotasOf(tx, questionnaire.id)).filter((quota) => takes(quota, found.originalData) && !takes(quota, had));
    needPlaces(gained, found.formItems);
  }
  await tx.run(
    db
      .updateTable('questionnaire_results')
      .set({ ...found.columns, version: version + 1, updated_at: sql`now()` } as never)
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id),
  );
  await tx.run(sql`insert into questionnaire_edits (tenant_id, result_id, user_id, changes)
    values (${tx.tenantId}, ${id}, ${session.userId}, ${JSON.stringify(changes)}::jsonb)`);
  return version + 1;
};
