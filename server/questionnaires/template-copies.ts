/** What a template keeps of a questionnaire, and a questionnaire that begins with it: items, logic and quotas, as data. */
import { isDisplay } from '#contract/questionnaires/item-types.rules.ts';
import type { LogicRow } from '#contract/questionnaires/questionnaire-logics.ts';
import type { Quota } from '#contract/questionnaires/quotas.rules.ts';
import { db, type Tx } from '../db/tenant.ts';
import { setQuotas } from './questionnaire-quotas.ts';
import { jsonb, type Item } from './questionnaire-rows.ts';

/** A question as a template keeps it: without what belongs to one questionnaire. */
export type KeptItem = Omit<Item, 'id' | 'projectKey' | 'createTime' | 'updateTime'>;

export type KeptLogic = Omit<LogicRow, 'id' | 'projectKey' | 'createTime' | 'updateTime'>;

export const keptItem = ({ id: _id, projectKey: _key, createTime: _created, updateTime: _updated, ...item }: Item): KeptItem => item;

/** Items of a template in the wire's shape; they are numbered in their order. */
export const itemsOfTemplate = (items: readonly KeptItem[], { key, at }: { key: string; at: string }): Item[] =>
  items.map((item, index) => ({ ...item, id: index + 1, projectKey: key, createTime: at, updateTime: at }));

/** Its logic, without what belongs to one questionnaire. */
export const keptLogic = ({ formItemId, action, target, expression, conditionList }: LogicRow): KeptLogic => ({
  formItemId,
  action,
  target,
  expression,
  conditionList,
});

/** What a template copies. */
export interface Kept {
  items: readonly KeptItem[];
  logics: readonly KeptLogic[];
  quotas: readonly Quota[];
}

/** Gives a questionnaire that has none the items, the logic and the quotas of a template. */
export async function copyInto(tx: Tx, id: number, { items, logics, quotas }: Kept): Promise<void> {
  const own = { tenant_id: tx.tenantId, questionnaire_id: id };
  const rows = items.map((item) => ({
    ...own,
    form_item_id: item.formItemId,
    type: item.type,
    label: item.label,
    display: item.displayType || isDisplay(item.type),
    show_label: item.showLabel,
    default_value: item.defaultValue === null ? null : jsonb(item.defaultValue),
    required: item.required,
    placeholder: item.placeholder,
    sort: item.sort,
    span: item.span,
    expand: jsonb(item.expand),
    rules: jsonb(item.regList),
  }));
  if (rows.length > 0) await tx.run(db.insertInto('questionnaire_items').values(rows));
  const asked = new Set(items.map(({ formItemId }) => formItemId));
  const kept = logics
    .filter(({ formItemId }) => asked.has(formItemId))
    .map(({ formItemId, conditionList, ...same }) => ({ ...own, ...same, form_item_id: formItemId, conditions: jsonb(conditionList) }));
  if (kept.length > 0) await tx.run(db.insertInto('questionnaire_logics').values(kept));
  if (quotas.length > 0) await setQuotas(tx, id, quotas);
}
