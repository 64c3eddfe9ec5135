/** The parameters of the institution by which its care is judged. */
import { sql } from 'kysely';
import { careSettingDefaults, type CareSettings } from '#contract/care/care-settings.ts';
import type { Tx } from '../db/tenant.ts';

export async function careSettings(tx: Tx): Promise<CareSettings> {
  const keys = Object.keys(careSettingDefaults) as (keyof CareSettings)[];
  const rows = await tx.rows<{ key: keyof CareSettings; value: string }>(
    sql`select key, value from parameters where tenant_id = ${tx.tenantId} and key = any(${keys}::text[])`,
  );
  const known = rows.filter(({ value }) => /^\d{1,4}$/.test(value)).map(({ key, value }) => [key, Number(value)] as const);
  return { ...careSettingDefaults, ...Object.fromEntries(known) };
}
