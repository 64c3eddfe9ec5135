/** Who is alone in a room: what a device of the room notices is only theirs while nobody else who lives there is present. */
import { sql } from 'kysely';
import type { Tx } from '../db/tenant.ts';

/** `people.status`: neither on leave nor in hospital. */
export const IN_CARE = 1;

const present = (roomId: unknown) => sql`
  select p.id from beds b join people p on p.tenant_id = b.tenant_id and p.bed_id = b.id and p.deleted_at is null and p.status = ${IN_CARE}
  where b.room_id = ${roomId}`;

/** The one resident who is present in a room; null when there is none, or more than one. */
export async function aloneIn(tx: Tx, roomId: number): Promise<number | null> {
  const [one, other] = await tx.rows<{ id: number }>(sql`${present(roomId)} and b.tenant_id = ${tx.tenantId} limit 2`);
  return one && !other ? one.id : null;
}

/** The room in which a resident is the only one present; null when they live elsewhere, are away, or are not alone. */
export async function roomAlone(tx: Tx, personId: number): Promise<number | null> {
  const room = await tx.row<{ id: number }>(sql`
    select b.room_id as id from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
    where p.tenant_id = ${tx.tenantId} and p.id = ${personId} and p.deleted_at is null`);
  return room && (await aloneIn(tx, room.id)) === personId ? room.id : null;
}
