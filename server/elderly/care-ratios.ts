/** The institution's parameters about carers: how many people one of them is there for, when the day is, who counts. */
import { sql } from 'kysely';
import { DEFAULT_DAY_HOURS, DEFAULT_RATIOS, hoursOf, ratiosOf } from '#contract/warnings/staffing.rules.ts';
import type { CareRatios } from '#contract/elderly/bed-plan.rules.ts';
import type { Tx } from '../db/tenant.ts';

const KEYS = ['CARE_RATIOS', 'CARE_RATIOS_NIGHT', 'CARE_DAY_HOURS', 'CARE_RATIO_ROLES'];

export interface CareParameters {
  ratios: CareRatios;
  hours: [from: string, to: string];
  /** Codes of the roles whose staff count as carers. */
  roles: string[];
}

/** What cannot be read is as if it were empty: it is not compared, or the day is the usual one. */
export async function careParameters(tx: Tx): Promise<CareParameters> {
  const rows = await tx.rows<{ key: string; value: string }>(
    sql`select key, value from parameters where tenant_id = ${tx.tenantId} and key = any(${KEYS}::text[])`,
  );
  const valueOf = (key: string, otherwise: string) => rows.find((one) => one.key === key)?.value ?? otherwise;
  return {
    ratios: { day: ratiosOf(valueOf('CARE_RATIOS', DEFAULT_RATIOS)), night: ratiosOf(valueOf('CARE_RATIOS_NIGHT', '')) },
    hours: hoursOf(valueOf('CARE_DAY_HOURS', DEFAULT_DAY_HOURS)) ?? hoursOf(DEFAULT_DAY_HOURS)!,
    roles: valueOf('CARE_RATIO_ROLES', 'carer')
      .split(/[,，]/)
      .map((code) => code.trim()),
  };
}
