/** Logic of a questionnaire as it is read and as the rules take it. */
import type { Logic, LogicAction } from '#contract/questionnaires/logic.rules.ts';
import type { LogicRow } from '#contract/questionnaires/questionnaire-logics.ts';
import { db, type Tx } from '../db/tenant.ts';

/** All logic of a questionnaire in the wire's shape, by question. */
export async function logicsOf(tx: Tx, questionnaire: { id: number; key: string }): Promise<LogicRow[]> {
  const rows = await tx.rows(
    db
      .selectFrom('questionnaire_logics')
      .selectAll()
      .where('tenant_id', '=', tx.tenantId)
      .where('questionnaire_id', '=', questionnaire.id)
      .orderBy('form_item_id')
      .orderBy('id'),
  );
  return rows.map((row) => ({
    id: row.id,
    projectKey: questionnaire.key,
    formItemId: row.form_item_id,
    action: row.action as LogicAction,
    target: row.target,
    expression: row.expression,
    conditionList: row.conditions as (LogicRow & Logic)['conditionList'],
    createTime: row.created_at,
    updateTime: row.updated_at,
  }));
}
