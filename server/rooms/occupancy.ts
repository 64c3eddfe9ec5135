/** Who lies where: other areas take and free beds through here, in their own transaction. */
import { sql } from 'kysely';
import { bedStates } from '#contract/rooms/beds.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';

const { free, reserved, occupied, onLeave } = bedStates;

/** That no admission keeps the bed for another person: 审批中, 待入住, 待修改 of contract/stay/admission-commands.rules.ts. Over `beds`. */
export const notKept = sql<boolean>`not exists (select from admissions a where a.tenant_id = beds.tenant_id and a.bed_id = beds.id and a.state in (1, 2, 5))`;

/** Keeps a free bed, or one that was reserved by hand, for who is to come. Throws 409 when it is taken, kept or out of use. */
export async function keepBed(tx: Tx, bedId: number): Promise<void> {
  // Locked first: of twenty who ask for one bed nineteen wait here, and then see whose it is.
  const bed = await tx.row<{ id: number; status: number }>(
    sql`select id, status from beds where tenant_id = ${tx.tenantId} and id = ${bedId} for update`,
  );
  if (!bed) throw refused('床位不存在');
  const kept = await tx.run(sql`
    update beds set status = ${reserved}, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${bedId} and status in (${free}, ${reserved}) and ${notKept}`);
  if (kept !== 1) throw conflict('床位已被占用或不可用，请重新选择', bed);
}

/** Frees a bed that was kept. */
export async function releaseBed(tx: Tx, bedId: number): Promise<void> {
  await tx.run(sql`
    update beds set status = ${free}, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${bedId} and status = ${reserved}`);
}

/**
 * Takes a free or reserved bed; `away` while its person is on leave or in hospital.
 * Throws 409 when another caller was faster or it is out of use.
 */
export async function takeBed(tx: Tx, bedId: number, away: boolean): Promise<void> {
  const taken = await tx.run(sql`
    update beds set status = ${away ? onLeave : occupied}, cleaning_since = null, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${bedId} and status in (${free}, ${reserved}) and ${notKept}`);
  if (taken === 1) return;
  const bed = await tx.row<{ id: number; status: number }>(
    sql`select id, status from beds where tenant_id = ${tx.tenantId} and id = ${bedId}`,
  );
  if (!bed) throw refused('床位不存在');
  throw conflict('床位已被占用或不可用，请重新选择', bed);
}

/** The bed's person goes on leave or comes back. */
export async function markBed(tx: Tx, bedId: number, away: boolean): Promise<void> {
  const status = away ? onLeave : occupied;
  await tx.run(sql`
    update beds set status = ${status}, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${bedId} and status in (${occupied}, ${onLeave}) and status <> ${status}`);
}

/** Frees a bed that a person had, and has it cleaned; one in repair or isolation stays so. */
export async function freeBed(tx: Tx, bedId: number): Promise<void> {
  await tx.run(sql`
    update beds set status = ${free}, cleaning_since = now(), version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${bedId} and status in (${occupied}, ${onLeave})`);
}
