/** Who got up and lay down, as bed sensors said it: kept as events of the device, each turn once. */
import { sql } from 'kysely';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';

export interface BedTurn {
  readonly deviceId: number;
  /** Null: the bed's sensor belongs to its room. */
  readonly personId: number | null;
  readonly out: boolean;
  /** Epoch ms. */
  readonly at: number;
  readonly receivedAt: number;
}

/** Writes a turn down unless it is what is known already: after a restart a sensor says again what it said before. */
export async function recordBed(tx: Tx, { deviceId, personId, out, at, receivedAt }: BedTurn): Promise<void> {
  const code = out ? 'bed_out' : 'bed_in';
  await tx.run(sql`
    insert into device_events (tenant_id, device_id, code, at, received_at, person_id)
    select ${tx.tenantId}, ${deviceId}, ${code}, ${instant(at)}, ${instant(receivedAt)}, ${personId}
    where (select e.code from device_events e
    where e.tenant_id = ${tx.tenantId} and e.device_id = ${deviceId} and e.code in ('bed_in', 'bed_out')
      and e.at < ${instant(at)} order by e.at desc limit 1) is distinct from ${code}
    on conflict do nothing`);
}
