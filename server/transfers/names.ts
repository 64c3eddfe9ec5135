/** Rows that a workbook names by their name. */
import { sql } from 'kysely';
import type { Work } from '../context.ts';
import type { Choices } from './declarations.ts';

/** Name → id; a name that several rows have stands for none of them. */
export function namesOf(rows: readonly { id: number | string; name: string }[]): Choices {
  const names = new Map<string, unknown>();
  for (const { id, name } of rows) names.set(name, names.has(name) && names.get(name) !== id ? undefined : id);
  return names;
}

/** The tenant's departments. */
export const departments = async ({ tx }: Work): Promise<Choices> =>
  namesOf(
    await tx.rows<{ id: number; name: string }>(sql`select id, name from departments where tenant_id = ${tx.tenantId} order by sort, id`),
  );

export const yesOrNo: Choices = new Map<string, unknown>([
  ['是', true],
  ['否', false],
]);
