/** How many carers the people in the house need, by their abilities and the institution's parameters. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { CareStaffing } from '#contract/warnings/duties.ts';
import { carersNeeded } from '#contract/warnings/staffing.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { careParameters } from '../elderly/care-ratios.ts';
import { status } from '../elderly/registrations.ts';

/** Gives the need, and the codes of the roles whose staff count as carers. Only who lives in the house and is there counts. */
export async function careStaffing(tx: Tx): Promise<{ care: z.output<typeof CareStaffing>; roles: string[] }> {
  const { ratios, hours, roles } = await careParameters(tx);
  const people = await tx.rows<{ anergy: number | null; people: number }>(sql`
    select ability as anergy, count(*)::integer as people from people
    where tenant_id = ${tx.tenantId} and deleted_at is null and status = ${status.inCare} and bed_id is not null
    group by ability order by ability`);
  const levels = people.flatMap(({ anergy, people: count }) => (anergy === null ? [] : [{ anergy, people: count }]));
  const need = (of: readonly number[] | null) =>
    of && carersNeeded(levels.map((level) => ({ people: level.people, ratio: of[level.anergy] ?? 0 })));
  const [dayFrom, dayTo] = hours;
  return {
    care: {
      dayFrom,
      dayTo,
      needed: need(ratios.day),
      neededAtNight: need(ratios.night),
      levels,
      unrated: people.find(({ anergy }) => anergy === null)?.people ?? 0,
    },
    roles,
  };
}
