/** The questions of a questionnaire. Every change makes a new revision of it. */
import { sql } from 'kysely';
import { expandOf, isDisplay, labelText, type ItemType } from '#contract/questionnaires/item-types.rules.ts';
import { formulaOf } from '#contract/questionnaires/formulas.rules.ts';
import { rowsProblem } from '#contract/questionnaires/matrix.rules.ts';
import { subFormProblem } from '#contract/questionnaires/sub-form.rules.ts';
import { patternOf } from '#contract/questionnaires/patterns.rules.ts';
import { questionnaireItems as routes, type FormItemForm } from '#contract/questionnaires/questionnaire-items.ts';
import { explaining } from '../db/constraints.ts';
import { merged } from '../lists/crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { GAP, moveItem } from './item-order.ts';
import { itemsOf, jsonb, readQuestionnaire } from './questionnaire-rows.ts';
import { beginRevision } from './questionnaires.ts';
import { resultsPlaceOf } from './visitors.ts';

const MOST_ITEMS = 200;

const its = (tx: Tx, id: number) =>
  db.selectFrom('questionnaire_items').where('tenant_id', '=', tx.tenantId).where('questionnaire_id', '=', id);

/** The columns of a form; refuses what could never be answered. */
function columnsOf(form: FormItemForm) {
  const { type, label, expand, regList } = form;
  const display = isDisplay(type);
  if (!display && label === '') throw invalid('请输入题目标题');
  const own = expandOf(type, expand);
  for (const { pattern } of regList ?? []) if (!patternOf(pattern)) throw invalid(`不支持的正则表达式：${pattern.slice(0, 60)}`);
  if (own.formula !== undefined && !formulaOf(own.formula)) throw invalid(`计算公式不正确：${own.formula.slice(0, 60)}`);
  if (own.items) own.items = own.items.map((item) => ({ ...item, expand: expandOf(item.type, item.expand) }));
  const rows = rowsProblem(type, own) ?? subFormProblem(type, own);
  if (rows) throw invalid(`「${labelText(label).slice(0, 30)}」${rows}`);
  if (['RADIO', 'CHECKBOX', 'SELECT', 'SORT'].includes(type)) {
    const values = (own.options ?? []).map(({ value }) => value);
    if (values.some((value) => value === undefined) || new Set(values).size < values.length)
      throw invalid(`「${labelText(label).slice(0, 30)}」的选项值重复或为空`);
  }
  if (own.min !== undefined && own.max !== undefined && own.min > own.max)
    throw invalid(`「${labelText(label).slice(0, 30)}」的最小值不能大于最大值`);
  const value = form.defaultValue;
  return {
    type,
    label,
    display: form.displayType ?? display,
    show_label: form.showLabel ?? true,
    default_value: value === undefined || value === null ? null : jsonb({ json: typeof value === 'object', value }),
    required: display ? false : (form.required ?? false),
    placeholder: form.placeholder ?? null,
    span: form.span || 24,
    expand: jsonb(own),
    rules: jsonb(regList ?? []),
  };
}

/** A question as a form of `type` that leaves it alone says it; what belongs to another type does not stay. */
const formOf = (item: Awaited<ReturnType<typeof itemsOf>>[number], type: ItemType): FormItemForm => ({
  projectKey: item.projectKey,
  formItemId: item.formItemId,
  type,
  label: item.label,
  ...(type === item.type ? { displayType: item.displayType, defaultValue: item.defaultValue?.value } : {}),
  showLabel: item.showLabel,
  required: item.required,
  placeholder: item.placeholder,
  span: item.span,
  expand: item.expand,
  regList: item.regList.map(({ pattern, message = '' }) => ({ pattern, message })),
});

export const questionnaireItems: Handlers<typeof routes> = {
  async maxFormId({ key }, { tx }) {
    const questionnaire = await readQuestionnaire(tx, key);
    if (!questionnaire) throw notFound('问卷');
    const row = await tx.row(its(tx, questionnaire.id).select(({ fn }) => fn.max<number | null>('form_item_id').as('most')));
    return row?.most ?? null;
  },

  async list({ key, displayType }, context) {
    const place = await resultsPlaceOf(context, key);
    if (!place) throw notFound('问卷');
    return context.deps.inTenant(place.tenantId, async (tx) => {
      const questionnaire = await readQuestionnaire(tx, key);
      if (!questionnaire) throw notFound('问卷');
      const items = await itemsOf(tx, questionnaire);
      return displayType === undefined ? items : items.filter((item) => item.displayType === displayType);
    });
  },

  async create(form, context) {
    const { tx } = context;
    const columns = columnsOf(form);
    const questionnaire = await beginRevision(context, form.projectKey, form.revision);
    const there = await tx.row(
      its(tx, questionnaire.id).select(({ fn }) => [fn.max<number | null>('sort').as('last'), fn.countAll<number>().as('n')]),
    );
    if ((there?.n ?? 0) >= MOST_ITEMS) throw refused(`一份问卷最多${MOST_ITEMS}道题目`);
    const sort = (there?.last ?? 0) + GAP;
    const made = await explaining(
      { questionnaire_items_tenant_id_questionnaire_id_form_item_id_key: conflict('题目编号已存在，请刷新后重试') },
      tx.row(
        db
          .insertInto('questionnaire_items')
          .values({ tenant_id: tx.tenantId, questionnaire_id: questionnaire.id, form_item_id: form.formItemId, sort, ...columns })
          .returning('id'),
      ),
    );
    return { sort, itemDataId: made?.id ?? null, operateSuccess: true };
  },

  async update(form, context) {
    const { tx } = context;
    const questionnaire = await beginRevision(context, form.projectKey, form.revision);
    const before = (await itemsOf(tx, questionnaire)).find(({ formItemId }) => formItemId === form.formItemId);
    if (!before) throw notFound('题目');
    const columns = columnsOf(merged(formOf(before, form.type), form));
    await tx.run(
      db
        .updateTable('questionnaire_items')
        .set({ ...columns, updated_at: sql`now()` })
        .where('tenant_id', '=', tx.tenantId)
        .where('questionnaire_id', '=', questionnaire.id)
        .where('form_item_id', '=', form.formItemId),
    );
    return true;
  },

  async remove({ projectKey, formItemId, revision }, context) {
    const { tx } = context;
    const questionnaire = await beginRevision(context, projectKey, revision);
    const removed = await tx.run(
      db
        .deleteFrom('questionnaire_items')
        .where('tenant_id', '=', tx.tenantId)
        .where('questionnaire_id', '=', questionnaire.id)
        .where('form_item_id', '=', formItemId),
    );
    if (removed === 0) throw notFound('题目');
    return true;
  },

  async sort({ projectKey, formItemId, beforePosition, afterPosition, revision }, context) {
    if ((beforePosition ?? null) === null && (afterPosition ?? null) === null) return null;
    const questionnaire = await beginRevision(context, projectKey, revision);
    const moved = await moveItem(context.tx, questionnaire.id, formItemId, beforePosition ?? null, afterPosition ?? null);
    if (!moved) throw notFound('题目');
    return { sort: moved.sort, itemDataId: moved.id, operateSuccess: true };
  },
};
