/** Files that were uploaded for a questionnaire and that no answer names yet. */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';

/** Those of the files that were uploaded for this questionnaire and that no answer names yet; of two answers that name one, one gets it. */
export async function unnamedOf(tx: Tx, questionnaireId: number, names: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ name: string }>(sql`
    select name from questionnaire_uploads
    where tenant_id = ${tx.tenantId} and questionnaire_id = ${questionnaireId} and name = any(${[...names]}::text[])
    order by name for update`);
  return new Set(rows.map(({ name }) => name));
}

/** An answer names them from now on. */
export const setNamed = (tx: Tx, questionnaireId: number, names: readonly string[]) =>
  tx.run(sql`
    delete from questionnaire_uploads
    where tenant_id = ${tx.tenantId} and questionnaire_id = ${questionnaireId} and name = any(${[...names]}::text[])`);
