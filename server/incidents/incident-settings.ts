/** The limits of the institution, of its parameters. */
import { sql } from 'kysely';
import { dueDefaults, type DueSettings } from '#contract/incidents/incident-dues.rules.ts';
import type { Tx } from '../db/tenant.ts';

export async function dueSettings(tx: Tx): Promise<DueSettings> {
  const keys = Object.keys(dueDefaults) as (keyof DueSettings)[];
  const rows = await tx.rows<{ key: keyof DueSettings; value: string }>(
    sql`select key, value from parameters where tenant_id = ${tx.tenantId} and key = any(${keys}::text[])`,
  );
  const known = rows.filter(({ value }) => /^\d{1,6}$/.test(value)).map(({ key, value }) => [key, Number(value)] as const);
  return { ...dueDefaults, ...Object.fromEntries(known) };
}
