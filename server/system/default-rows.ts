/** Dictionaries and parameters that a tenant begins with, as rows. */
import { db, type Tx } from '../db/tenant.ts';

export interface DictionaryRow {
  type: string;
  description: string | null;
  system: boolean;
}
export interface DictionaryItemRow {
  dictionary_id: number;
  value: string;
  label: string;
  description?: string | null;
  sort?: number;
  remarks?: string | null;
}

/** Adds dictionaries; gives their ids in the same order. Throws (unique violation) when the tenant has one of them. */
export const addDictionaryRows = (tx: Tx, rows: readonly DictionaryRow[]) =>
  tx.rows<{ id: number; type: string }>(
    db
      .insertInto('dictionaries')
      .values(rows.map((row) => ({ ...row, tenant_id: tx.tenantId })))
      .returning(['id', 'type']),
  );

/** Adds items to dictionaries. */
export async function addDictionaryItemRows(tx: Tx, rows: readonly DictionaryItemRow[]): Promise<void> {
  if (rows.length > 0) await tx.run(db.insertInto('dictionary_items').values(rows.map((row) => ({ ...row, tenant_id: tx.tenantId }))));
}

/** Adds parameters; those whose key the tenant has stay as they are. */
export async function addParameterRows(tx: Tx, rows: readonly { key: string; name: string; value: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(
    db
      .insertInto('parameters')
      .values(rows.map((row) => ({ ...row, tenant_id: tx.tenantId })))
      .onConflict((on) => on.columns(['tenant_id', 'key']).doNothing()),
  );
}
