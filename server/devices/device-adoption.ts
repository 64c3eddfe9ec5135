/** Devices that come without being in the ledger: entered by themselves, or written down for staff, as the batch of their number says. */
import { sql } from 'kysely';
import { consents, imeiOfShort, strategies } from '#contract/devices/device-batches.rules.ts';
import { shortIdOf } from '#contract/devices/devices.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { Refusal } from '../errors.ts';
import { emit } from '../events.ts';
import { needQuota } from '../db/quotas.ts';

interface Batch {
  tenant_id: number;
  batch_id: number;
  strategy: number;
  full_number: boolean;
  prefix: string;
}

/**
 * Enters a number into the ledger as its batch says. False when it is there already, or
 * the batch is not any more. Throws 422 when the institution may have no more devices. `by` is null when it came by itself: then the
 * gateway that it came to is not told of its own doing, which would end the connection.
 */
export async function enterOfBatch(tx: Tx, deps: Dependencies, batchId: number, imei: string, by: number | null): Promise<boolean> {
  await needQuota(tx, 'devices');
  const numbers = [imei, shortIdOf(imei)].filter((number) => number !== null);
  const made = await tx.row<{ id: number }>(sql`
    insert into devices (tenant_id, imei, short_id, type, type_id, manufacturer, model, enabled, created_by)
    select b.tenant_id, ${imei}, ${shortIdOf(imei)}, t.kind, t.id, t.manufacturer, t.model, true, coalesce(${by}::bigint, b.created_by)
    from device_batches b join device_types t on t.tenant_id = b.tenant_id and t.id = b.type_id
    where b.tenant_id = ${tx.tenantId} and b.id = ${batchId} and b.consent in (${sql.lit(consents.none)}, ${sql.lit(consents.given)})
      and not exists (select from unnest(${numbers}::text[]) as number, app.find_device(number))
    on conflict do nothing returning id`);
  await forgetStrangers(tx, [imei]);
  if (!made) return false;
  await emit('device.changed', { deviceId: made.id }, tx, deps, by !== null);
  return true;
}

/** These numbers are in the ledger now. */
export const forgetStrangers = (tx: Tx, imeis: readonly string[]) =>
  tx.run(sql`delete from device_strangers where tenant_id = ${tx.tenantId} and imei = any(${imeis}::text[])`);

/** Writes down that a number of a batch came, and why it is not in the ledger. */
const noteStranger = (tx: Tx, { batch_id }: Batch, imei: string, protocol: string, refusal: string | null) =>
  tx.run(sql`insert into device_strangers (tenant_id, imei, batch_id, protocol, refusal)
    values (${tx.tenantId}, ${imei}, ${batch_id}, ${protocol}, ${refusal})
    on conflict (tenant_id, imei) do update set batch_id = excluded.batch_id, protocol = excluded.protocol, refusal = excluded.refusal,
      count = device_strangers.count + 1, last_at = now()`);

/** What an unknown number that came by `protocol` means for whoever bought it. True when it is worth looking for it again. */
export async function adopt(deps: Dependencies, number: string, protocol: string): Promise<boolean> {
  const { rows } = await deps.pool.query<Batch>({
    name: 'batch_of',
    text: 'select tenant_id, batch_id, strategy, full_number, prefix from app.batch_of($1, $2)',
    values: [number, protocol],
  });
  const batch = rows[0];
  if (!batch || batch.strategy === strategies.off) return false;
  const imei = batch.full_number ? number : imeiOfShort(batch.prefix, number);
  return deps.inTenant(batch.tenant_id, async (tx) => {
    // In the ledger and disabled: staff know it.
    if (await tx.row(sql`select 1 from app.find_device(${imei})`)) return false;
    if (batch.strategy === strategies.create) {
      try {
        await enterOfBatch(tx, deps, batch.batch_id, imei, null);
        return true;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await noteStranger(tx, batch, imei, protocol, error.message);
        return false;
      }
    }
    await noteStranger(tx, batch, imei, protocol, null);
    return false;
  });
}
