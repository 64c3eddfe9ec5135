/** How many carers the people in the house need, by their abilities and the institution's parameters. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { CareStaffing } from '#contract/warnings/duties.ts';
import { carersNeeded, DEFAULT_DAY_HOURS, DEFAULT_RATIOS, hoursOf, ratiosOf } from '#contract/warnings/staffing.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { status } from '../elderly/registrations.ts';

const KEYS = ['CARE_RATIOS', 'CARE_RATIOS_NIGHT', 'CARE_DAY_HOURS', 'CARE_RATIO_ROLES'];

/** Gives the need, and the codes of the roles whose staff count as carers. Only who lives in the house and is there counts. */
export async function careStaffing(tx: Tx): Promise<{ care: z.output<typeof CareStaffing>; roles: string[] }> {
  const parameters = await tx.rows<{ key: string; value: string }>(
    sql`select key, value from parameters where tenant_id = ${tx.tenantId} and key = any(${KEYS}::text[])`,
  );
  const people = await tx.rows<{ anergy: number | null; people: number }>(sql`
    select ability as anergy, count(*)::integer as people from people
    where tenant_id = ${tx.tenantId} and deleted_at is null and status = ${status.inCare} and bed_id is not null
    group by ability order by ability`);
  const valueOf = (key: string, otherwise: string) => parameters.find((one) => one.key === key)?.value ?? otherwise;
  const levels = people.flatMap(({ anergy, people: count }) => (anergy === null ? [] : [{ anergy, people: count }]));
  const need = (text: string) => {
    const ratios = ratiosOf(text);
    return ratios && carersNeeded(levels.map((level) => ({ people: level.people, ratio: ratios[level.anergy] ?? 0 })));
  };
  const [dayFrom, dayTo] = hoursOf(valueOf('CARE_DAY_HOURS', DEFAULT_DAY_HOURS)) ?? hoursOf(DEFAULT_DAY_HOURS)!;
  return {
    care: {
      dayFrom,
      dayTo,
      needed: need(valueOf('CARE_RATIOS', DEFAULT_RATIOS)),
      neededAtNight: need(valueOf('CARE_RATIOS_NIGHT', '')),
      levels,
      unrated: people.find(({ anergy }) => anergy === null)?.people ?? 0,
    },
    roles: valueOf('CARE_RATIO_ROLES', 'carer')
      .split(/[,，]/)
      .map((code) => code.trim()),
  };
}
