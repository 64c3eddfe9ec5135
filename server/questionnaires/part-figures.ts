/** The figures of answers with parts, counted in the database. */
import { sql } from 'kysely';
import { keyOf, type Expand } from '#contract/questionnaires/item-types.rules.ts';
import { isMatrix } from '#contract/questionnaires/matrix.rules.ts';
import { matrixOf, npsOf, ranksOf, type PartFigures } from '#contract/questionnaires/part-figures.rules.ts';
import { planned, type Tx } from '../db/tenant.ts';
import type { Counted } from './answer-counts.ts';
import type { Counting } from './kept-counts.ts';
import type { Item } from './questionnaire-rows.ts';

const answers = ({ all }: Counting, id: number) => all.select(sql`original_data -> ${sql.lit(keyOf(id))}`.as('answer'));

/** Anything else than an object counts as one without parts: the question may have been of another kind. */
const object = (value: ReturnType<typeof sql>) => sql`case jsonb_typeof(${value}) when 'object' then ${value} else '{}'::jsonb end`;

const countRows = (tx: Tx, results: Counting, id: number) =>
  tx.rows<{ row: string; value: unknown; n: number }>(
    planned(sql`select e.key as row, e.value, count(*)::integer as n from (${answers(results, id)}) r
      cross join lateral jsonb_each(${object(sql`r.answer`)}) e group by e.key, e.value`),
  );

/** Fields of text that were filled in. */
const countFields = (tx: Tx, results: Counting, id: number) =>
  tx.rows<{ row: string; value: unknown; n: number }>(
    planned(sql`select e.key as row, to_jsonb(f.key) as value, count(*)::integer as n from (${answers(results, id)}) r
      cross join lateral jsonb_each(${object(sql`r.answer`)}) e cross join lateral jsonb_each(${object(sql`e.value`)}) f group by e.key, f.key`),
  );

const countPlaces = (tx: Tx, results: Counting, id: number) =>
  tx.rows<{ value: unknown; place: number; n: number }>(
    planned(sql`select e.value, e.place::integer as place, count(*)::integer as n from (${answers(results, id)}) r
      cross join lateral jsonb_array_elements(case jsonb_typeof(r.answer) when 'array' then r.answer else '[]'::jsonb end)
        with ordinality e (value, place) group by e.value, e.place`),
  );

async function countEntries(tx: Tx, results: Counting, id: number): Promise<number> {
  const row = await tx.row<{ n: number }>(
    planned(sql`select coalesce(sum(case jsonb_typeof(r.answer) when 'array' then jsonb_array_length(r.answer) end), 0)::integer as n
      from (${answers(results, id)}) r`),
  );
  return row?.n ?? 0;
}

/** The figures of one question; null of one without parts. `counted` is how often each mark of a recommendation was given. */
export async function partFigures(tx: Tx, results: Counting, item: Item, counted: readonly Counted[]): Promise<PartFigures | null> {
  const { type, formItemId: id } = item;
  const expand = item.expand as Expand;
  if (type === 'NPS') return npsOf(counted);
  if (type === 'SORT') return ranksOf(expand.options ?? [], await countPlaces(tx, results, id));
  if (type === 'SUB_FORM') return { kind: 'entries', entries: await countEntries(tx, results, id) };
  if (!isMatrix(type)) return null;
  return matrixOf({ type, expand }, await (type === 'MATRIX_INPUT' ? countFields : countRows)(tx, results, id));
}
