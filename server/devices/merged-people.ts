/** What of devices is a merged person's: what they wear is worn by the kept one. */
import { sql } from 'kysely';
import { emit } from '../events.ts';
import { mergePeople } from '../lists/merged-people.ts';

/** To be called once per process. */
export const mergeDevicesWithPeople = (): void =>
  mergePeople({
    references: [
      { table: 'device_bindings', way: 'moves', erase: 'stays' },
      { table: 'device_media', way: 'moves', byDevice: true, erase: 'goes' },
      { table: 'camera_consents', way: 'sealed', erase: 'sealed' },
      { table: 'lock_members', way: 'apart', same: ['device_id'], among: '{}.ended_at is null', erase: ['end_reason'] },
      { table: 'device_stays', way: 'moves', erase: 'goes' },
      { table: 'devices', way: 'moves', erase: 'stays' },
    ],
    parts: [{ table: 'lock_passcodes', of: 'lock_members', by: 'member_id', erase: ['label', 'problem', 'end_reason'] }],
    async first({ keptId, droppedId }, tx, deps) {
      const worn = await tx.rows<{ id: number }>(sql`
        update devices set person_id = ${keptId}, version = version + 1, updated_at = now()
        where tenant_id = ${tx.tenantId} and person_id = ${droppedId} and deleted_at is null returning id`);
      for (const { id } of worn) await emit('device.changed', { deviceId: id }, tx, deps);
    },
  });
