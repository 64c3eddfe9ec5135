/** Whose devices are whose: what other areas change of them. */
import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Takes every device off a person who is removed; the devices stay. */
export async function releaseDevices({ tx, emit }: Pick<Context, 'tx' | 'emit'>, personId: number): Promise<void> {
  const released = await tx.rows<{ id: number }>(sql`
    update devices set person_id = null, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and person_id = ${personId} returning id`);
  for (const { id } of released) await emit('device.changed', { deviceId: id });
}
