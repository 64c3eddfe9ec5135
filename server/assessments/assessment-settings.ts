/** The parameters of the institution about assessments. */
import { sql } from 'kysely';
import { assessmentSettingDefaults, type AssessmentSettings } from '#contract/assessments/assessment-settings.ts';
import type { Tx } from '../db/tenant.ts';

export async function assessmentSettings(tx: Tx): Promise<AssessmentSettings> {
  const keys = Object.keys(assessmentSettingDefaults) as (keyof AssessmentSettings)[];
  const rows = await tx.rows<{ key: keyof AssessmentSettings; value: string }>(
    sql`select key, value from parameters where tenant_id = ${tx.tenantId} and key = any(${keys}::text[])`,
  );
  const known = rows.filter(({ value }) => /^\d{1,2}$/.test(value)).map(({ key, value }) => [key, Number(value)] as const);
  return { ...assessmentSettingDefaults, ...Object.fromEntries(known) };
}
