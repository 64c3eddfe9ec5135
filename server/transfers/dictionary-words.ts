/** The tenant's own words for what is stored as codes. */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';

/** Dictionary type → value → label, in the order of the dictionary. */
export type DictionaryWords = ReadonlyMap<string, ReadonlyMap<string, string>>;

export async function readWords(tx: Tx, types: readonly string[]): Promise<DictionaryWords> {
  if (types.length === 0) return new Map();
  const items = await tx.rows<{ type: string; value: string; label: string }>(sql`
    select d.type, i.value, i.label from dictionaries d join dictionary_items i on i.tenant_id = d.tenant_id and i.dictionary_id = d.id
    where d.tenant_id = ${tx.tenantId} and d.type = any(${types}::text[]) order by i.sort, i.id`);
  const words = new Map<string, Map<string, string>>();
  for (const { type, value, label } of items) words.getOrInsertComputed(type, () => new Map()).set(value, label);
  return words;
}
