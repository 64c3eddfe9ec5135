/** A resident leaves the house for a while and comes back: state and bed, for the areas that know why. */
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { refused } from '../errors.ts';
import { lock, moveBed } from './person-locks.ts';
import { isAway, status } from './registrations.ts';

async function mark(context: Context, personId: number, bed: number | null, after: number): Promise<void> {
  const { tx } = context;
  await moveBed(tx, bed, bed, isAway(after));
  await tx.run(sql`update people set status = ${after}, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${personId}`);
  await context.emit('person.changed', { personId, bedBefore: bed });
}

/** Marks a resident as on leave or in hospital. Who is not in the house cannot leave it; who was entered as in hospital before stays so. */
export async function setAbsent(context: Context, personId: number, hospital: boolean): Promise<void> {
  const { status: before, bed_id: bed } = await lock(personId, context);
  if (hospital && before === status.inHospital) return;
  if (before !== status.inCare) throw refused('该服务对象目前不在院内，不能登记外出');
  await mark(context, personId, bed, hospital ? status.inHospital : status.onLeave);
}

/** Marks a resident as back from leave or hospital; who is meanwhile gone, or away for the other reason, stays so. */
export async function setPresent(context: Context, personId: number, hospital: boolean): Promise<void> {
  const { status: before, bed_id: bed } = await lock(personId, context);
  if (before === (hospital ? status.inHospital : status.onLeave)) await mark(context, personId, bed, status.inCare);
}

/** Has a resident leave for good: their state, and the bed free and to be cleaned. */
export async function leaveForGood(context: Context, personId: number, after: typeof status.left | typeof status.deceased): Promise<void> {
  const { tx } = context;
  const { bed_id: bed } = await lock(personId, context);
  await moveBed(tx, bed, null, false);
  await tx.run(sql`update people set status = ${after}, bed_id = null, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${personId}`);
  await context.emit('person.changed', { personId, bedBefore: bed });
}
