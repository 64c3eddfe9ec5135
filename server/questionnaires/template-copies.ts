/** What a template keeps of a questionnaire, and a questionnaire that begins with it: items and logic, as data. */
import { sql } from 'kysely';
import { isDisplay } from '#contract/questionnaires/item-types.rules.ts';
import { db, type Tx } from '../db/tenant.ts';
import type { Item } from './questionnaire-rows.ts';

/** A question as a template keeps it: without what belongs to one questionnaire. */
export type KeptItem = Omit<Item, 'id' | 'projectKey' | 'createTime' | 'updateTime'>;

export interface KeptLogic {
  formItemId: number;
  action: 'show' | 'require' | 'jump';
  target: number | null;
  expression: number | null;
  conditionList: unknown;
}

export const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb` as never;

export const keptItem = ({ id: _id, projectKey: _key, createTime: _created, updateTime: _updated, ...item }: Item): KeptItem => item;

/** Items of a template in the wire's shape; they are numbered in their order. */
export const itemsOfTemplate = (items: readonly KeptItem[], { key, at }: { key: string; at: string }): Item[] =>
  items.map((item, index) => ({ ...item, id: index + 1, projectKey: key, createTime: at, updateTime: at }));

/** The logic of a questionnaire as a template keeps it. */
export async function logicsOf(tx: Tx, questionnaireId: number): Promise<KeptLogic[]> {
  const rows = await tx.rows(
    db
      .selectFrom('questionnaire_logics')
      .select(['form_item_id', 'action', 'target', 'expression', 'conditions'])
      .where('tenant_id', '=', tx.tenantId)
      .where('questionnaire_id', '=', questionnaireId)
      .orderBy('id'),
  );
  return rows.map(({ form_item_id, action, target, expression, conditions }) => ({
    formItemId: form_item_id,
    action: action as KeptLogic['action'],
    target,
    expression,
    conditionList: conditions,
  }));
}

/** Gives a questionnaire that has none the items and the logic of a template. */
export async function copyInto(tx: Tx, id: number, items: readonly KeptItem[], logics: readonly KeptLogic[]): Promise<void> {
  const own = { tenant_id: tx.tenantId, questionnaire_id: id };
  const rows = items.map((item) => ({
    ...own,
    form_item_id: item.formItemId,
    type: item.type,
    label: item.label,
    display: item.displayType || isDisplay(item.type),
    show_label: item.showLabel,
    default_value: item.defaultValue === null ? null : json(item.defaultValue),
    required: item.required,
    placeholder: item.placeholder,
    sort: item.sort,
    span: item.span,
    expand: json(item.expand),
    rules: json(item.regList),
  }));
  if (rows.length > 0) await tx.run(db.insertInto('questionnaire_items').values(rows));
  const asked = new Set(items.map(({ formItemId }) => formItemId));
  const kept = logics
    .filter(({ formItemId }) => asked.has(formItemId))
    .map(({ formItemId, action, target, expression, conditionList }) => ({
      ...own,
      form_item_id: formItemId,
      action,
      target,
      expression,
      conditions: json(conditionList),
    }));
  if (kept.length > 0) await tx.run(db.insertInto('questionnaire_logics').values(kept));
}
