/** Voice messages and photographs of devices as they are kept. */
import { sql } from 'kysely';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';

/** Of one device: the oldest go when more come. */
const MOST = 200;

export interface MediaRow {
  deviceId: number;
  personId: number | null;
  /** contract/devices/device-media.ts */
  kind: number;
  name: string;
  part: number;
  total: number;
  digest: Buffer;
  body: Buffer;
  /** Epoch ms. */
  receivedAt: number;
}

/** Keeps a recording or a part of one; gives 0 when it is there already. */
export async function keepMedia(
  tx: Tx,
  { deviceId, personId, kind, name, part, total, digest, body, receivedAt }: MediaRow,
): Promise<number> {
  const { tenantId } = tx;
  const rows =
    await tx.run(sql`insert into device_media (tenant_id, device_id, person_id, kind, name, part, total, digest, body, received_at)
    values (${tenantId}, ${deviceId}, ${personId}, ${kind}, ${name}, ${part}, ${total}, ${digest}, ${body},
      ${instant(receivedAt)})
      on conflict do nothing`);
  await tx.run(sql`delete from device_media where tenant_id = ${tenantId} and device_id = ${deviceId} and id <= (
    select id from device_media where tenant_id = ${tenantId} and device_id = ${deviceId} order by id desc offset ${MOST} limit 1)`);
  return rows;
}
