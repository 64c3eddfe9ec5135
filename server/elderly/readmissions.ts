/** Taking up the record of who was here before, or is looked after at home, when they are admitted. */
import { sql } from 'kysely';
import { personProblem } from '#contract/stay/admission-commands.rules.ts';
import type { Context } from '../context.ts';
import { refused } from '../errors.ts';
import { noteLevel } from './arrangements.ts';
import { lock, moveBed } from './person-locks.ts';
import { status } from './registrations.ts';

/** Gives a person on record a bed and, unless null, a care level. Throws 404, 409 when the bed is taken, and 422 for who may not be admitted. */
export async function readmit(context: Context, personId: number, bedId: number | null, careLevel: number | null): Promise<void> {
  const { tx } = context;
  const before = { id: personId, ...(await lock(personId, context)) };
  const problem = personProblem({ status: before.status, bedId: before.bed_id });
  if (problem !== null) throw refused(problem);
  await moveBed(tx, null, bedId, false);
  await tx.run(sql`
    update people set status = ${status.inCare}, service_type = 1, bed_id = ${bedId},
      care_level = coalesce(${careLevel}::smallint, care_level), version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${personId}`);
  await noteLevel(context, before, careLevel);
  await context.emit('person.changed', { personId, bedBefore: null });
}
