/** Questionnaires and their items as they are read. */
import { sql, type Selectable } from 'kysely';
import type { z } from 'zod';
import { expandOf, type Expand, type FormItem, type ItemType } from '#contract/questionnaires/item-types.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import type { Questionnaire } from '#contract/questionnaires/questionnaires.ts';
import type { Tables } from '../db/tables.ts';
import { db, type Tx } from '../db/tenant.ts';

/** Wire field → column. */
export const questionnaireColumns = {
  id: 'id',
  key: 'key',
  name: 'name',
  describe: 'describe',
  sourceType: 'source_type',
  sourceId: 'source_id',
  userId: 'created_by',
  status: 'status',
  category: 'category',
  type: () => sql`null`,
  deleted: () => sql`deleted_at is not null`,
  tenantId: 'tenant_id',
  revision: 'revision',
  version: 'version',
  createTime: 'created_at',
  updateTime: 'updated_at',
} as const;

/** A value as a column of type jsonb takes it. */
export const jsonb = (value: unknown) => sql`${JSON.stringify(value)}::jsonb` as never;

/** With what the wire does not have: `rulesRevision` grows with each change of setting and quotas. */
export type QuestionnaireEntity = z.input<typeof Questionnaire> & { rulesRevision: number };
export type Item = z.input<typeof FormItemRow>;

/** A row of the table in the wire's shape. */
export function entityOf(row: Selectable<Tables['questionnaires']>): QuestionnaireEntity {
  const { source_type, source_id, created_by, tenant_id, created_at, updated_at, deleted_at, ...rest } = row;
  const { last_serial: _serial, rules_revision, ...same } = rest;
  return {
    ...same,
    sourceType: source_type,
    sourceId: source_id,
    userId: created_by,
    type: null,
    rulesRevision: rules_revision,
    deleted: deleted_at !== null,
    tenantId: tenant_id,
    createTime: created_at,
    updateTime: updated_at,
  };
}

/** A questionnaire of the tenant by its key; undefined when there is none or it was deleted. */
export async function readQuestionnaire(tx: Tx, key: string): Promise<QuestionnaireEntity | undefined> {
  const row = await tx.row(
    db.selectFrom('questionnaires').selectAll().where('tenant_id', '=', tx.tenantId).where('key', '=', key).where('deleted_at', 'is', null),
  );
  return row && entityOf(row);
}

/** Holds a questionnaire until the end of the transaction, with the next statement: what its answers take of quotas and limits stays so. */
export const holdQuestionnaire = (tx: Tx, key: string): void =>
  tx.later(db.selectFrom('questionnaires').select('id').where('tenant_id', '=', tx.tenantId).where('key', '=', key).forNoKeyUpdate());

/** A questionnaire as it was at a revision that something was answered at. */
export async function formAt(tx: Tx, questionnaireId: number, revision: number): Promise<{ describe: string; items: Item[] }> {
  const row = await tx.row(
    db
      .selectFrom('questionnaire_forms')
      .select(['describe', 'items'])
      .where('tenant_id', '=', tx.tenantId)
      .where('questionnaire_id', '=', questionnaireId)
      .where('revision', '=', revision),
  );
  return { describe: row?.describe ?? '', items: (row?.items ?? []) as unknown as Item[] };
}

/** Its items in their order, in the wire's shape. */
export async function itemsOf(tx: Tx, questionnaire: { id: number; key: string }): Promise<Item[]> {
  const rows = await tx.rows(
    db
      .selectFrom('questionnaire_items')
      .selectAll()
      .where('tenant_id', '=', tx.tenantId)
      .where('questionnaire_id', '=', questionnaire.id)
      .orderBy('sort')
      .orderBy('id'),
  );
  return rows.map((row) => ({
    id: row.id,
    projectKey: questionnaire.key,
    formItemId: row.form_item_id,
    type: row.type as ItemType,
    label: row.label,
    displayType: row.display,
    showLabel: row.show_label,
    defaultValue: row.default_value as Item['defaultValue'],
    required: row.required,
    placeholder: row.placeholder,
    sort: row.sort,
    span: row.span,
    expand: row.expand as Record<string, unknown>,
    regList: row.rules as Item['regList'],
    createTime: row.created_at,
    updateTime: row.updated_at,
  }));
}

/** As the rules of answers want them. */
export const asFormItems = (items: readonly Item[]): FormItem[] =>
  items.map(({ formItemId, type, label, displayType, required, placeholder, expand, regList }) => ({
    formItemId,
    type,
    label,
    displayType,
    required,
    placeholder,
    expand: expandOf(type, expand) as Expand,
    regList: regList.map(({ pattern, message = '' }) => ({ pattern, message })),
  }));
