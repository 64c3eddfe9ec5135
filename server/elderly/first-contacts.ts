/** The first contact of a person when their own row is changed by clients that know one contact only. */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';
import { isNobody, type FirstContact } from './registrations.ts';

/**
 * Called after a person's row was saved with `now` in place of `before`. Another contact has not the relation of the one before, unless
 * the client says one; where none is left, the next one becomes the first.
 */
export async function followFirstContact(
  tx: Tx,
  personId: number,
  before: FirstContact,
  now: FirstContact,
  relation: number | null = null,
): Promise<void> {
  const another = now.contact_name !== before.contact_name && now.contact_phone !== before.contact_phone;
  if (another)
    await tx.run(
      sql`update people set contact_relation = ${isNobody(now) ? null : relation}::smallint, contact_notes = null
        where tenant_id = ${tx.tenantId} and id = ${personId}`,
    );
  if (!isNobody(now) || isNobody(before)) return;
  await tx.run(sql`
    with next as (delete from person_contacts where tenant_id = ${tx.tenantId} and id = (
      select id from person_contacts where tenant_id = ${tx.tenantId} and person_id = ${personId} order by position limit 1)
      returning name, phone, relation, notes)
    update people set contact_name = next.name, contact_phone = next.phone, contact_relation = next.relation, contact_notes = next.notes
    from next where people.tenant_id = ${tx.tenantId} and people.id = ${personId}`);
}
