/** Whose devices are whose. */
import { sql, type RawBuilder } from 'kysely';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { emit, on } from '../events.ts';

/** Takes every device off a person who is removed, has left or died; the devices stay. Called once per process. */
export function releaseDevicesWithPeople(): void {
  const release = async (personId: number, tx: Tx, deps: Dependencies, which: RawBuilder<unknown>) => {
    const released = await tx.rows<{ id: number }>(sql`
      update devices set person_id = null, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and person_id = ${personId} and ${which} returning id`);
    for (const { id } of released) await emit('device.changed', { deviceId: id }, tx, deps);
  };
  on('person.removed', ({ personId }, tx, deps) => release(personId, tx, deps, sql`true`));
  on('person.changed', ({ personId }, tx, deps) => {
    const gone = sql`exists (select from people p where p.tenant_id = devices.tenant_id and p.id = devices.person_id and p.status in (4, 5))`;
    return release(personId, tx, deps, gone);
  });
}

/** Takes every device out of a room that is removed; the devices stay. Called once per process. */
export function releaseDevicesWithRooms(): void {
  on('room.removed', async ({ roomId }, tx, deps) => {
    const released = await tx.rows<{ id: number }>(sql`
      update devices set room_id = null, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and room_id = ${roomId} returning id`);
    for (const { id } of released) await emit('device.changed', { deviceId: id }, tx, deps);
  });
}
