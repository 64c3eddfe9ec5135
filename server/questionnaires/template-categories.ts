/** The categories of questionnaires and templates: the institution's dictionary. */
import { sql } from 'kysely';
import { CATEGORY_DICTIONARY } from '#contract/questionnaires/questionnaire-templates.ts';
import type { Tx } from '../db/tenant.ts';
import { invalid } from '../errors.ts';

interface Category {
  id: number;
  name: string;
  sort: number;
}

/** Those whose value is a number, the highest `sort` first. Clients know `sort` counted from 0, the dictionary counts from 1. */
export const categoriesOf = (tx: Tx): Promise<Category[]> =>
  tx.rows<Category>(sql`
    select i.value::integer as id, i.label as name, i.sort - 1 as sort
    from dictionaries d join dictionary_items i on i.tenant_id = d.tenant_id and i.dictionary_id = d.id
    where d.tenant_id = ${tx.tenantId} and d.type = ${CATEGORY_DICTIONARY} and i.value ~ '^[1-9][0-9]{0,3}$'
    order by i.sort desc, i.id desc`);

/** Refuses a category that the institution does not have. */
export async function needCategory(tx: Tx, id: number): Promise<void> {
  if (!(await categoriesOf(tx)).some((one) => one.id === id)) throw invalid('问卷分类不存在，请重新选择');
}
