/** Whose devices are whose. */
import { sql } from 'kysely';
import { emit, on } from '../events.ts';

/** Takes every device off a person who is removed; the devices stay. Called once per process. */
export function releaseDevicesWithPeople(): void {
  on('person.removed', async ({ personId }, tx, deps) => {
    const released = await tx.rows<{ id: number }>(sql`
      update devices set person_id = null, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and person_id = ${personId} returning id`);
    for (const { id } of released) await emit('device.changed', { deviceId: id }, tx, deps);
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
