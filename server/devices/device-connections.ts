/**
 * What staff should know of a device's connections: written down by the gateways, shown
 * on the device's page, and told in a message once a day.
 */
import { sql } from 'kysely';
import { connectionNotes, noteTexts } from '#contract/devices/device-connections.rules.ts';
import { deviceConnections as routes } from '#contract/devices/device-connections.ts';
import { deviceProfiles } from '#contract/devices/device-profiles.ts';
import type { Dependencies } from '../context.ts';
import { readOne } from '../lists/crud.ts';
import type { Tx } from '../db/tenant.ts';
import type { Handlers } from '../http/implement.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { deviceRows } from './device-rows.ts';

export interface ConnectionReport {
  kind: (typeof connectionNotes)[keyof typeof connectionNotes];
  address: string;
  otherAddress: string | null;
}

/**
 * Writes down what a gateway saw of a device, the newest of each kind; staff who may edit devices get a message of each kind once a day.
 */
export function reportConnections(
  deps: Dependencies,
  tenantId: number,
  deviceId: number,
  { kind, address, otherAddress }: ConnectionReport,
): Promise<void> {
  return deps.inTenant(tenantId, async (tx) => {
    const told = await tx.row<{ first: boolean; label: string }>(sql`
      with noted as (
        insert into device_connection_notes as known (tenant_id, device_id, kind, address, other_address)
        select tenant_id, id, ${kind}, ${address}, ${otherAddress} from devices
        where tenant_id = ${tenantId} and id = ${deviceId} and deleted_at is null
        on conflict (tenant_id, device_id, kind) do update set address = excluded.address, other_address = excluded.other_address,
          last_at = now(),
          told_at = case when known.told_at <= now() - interval '1 day' then now() else known.told_at end
        returning told_at)
      select noted.told_at = now() as first, concat_ws(' ', p.name, d.name, d.imei) as label
      from noted, devices d left join people p on p.tenant_id = d.tenant_id and p.id = d.person_id
      where d.tenant_id = ${tenantId} and d.id = ${deviceId}`);
    if (!told?.first) return;
    const { title, text } = noteTexts({ kind, address, otherAddress, current: true });
    await tellThoseWith(tx, deps, deviceProfiles.save.access, {
      kind: 'notice',
      title,
      text: `设备 ${told.label}：${text}`,
      link: `/device/detail?id=${deviceId}`,
    });
  });
}

/** Another number is another device. */
export const forgetConnections = (tx: Tx, deviceId: number) =>
  tx.run(sql`delete from device_connection_notes where tenant_id = ${tx.tenantId} and device_id = ${deviceId}`);

export const deviceConnections: Handlers<typeof routes> = {
  async notes({ id }, context) {
    await readOne(deviceRows(context.session), id, context);
    return context.tx.rows(sql`select kind, address, other_address as "otherAddress", first_at as "firstTime", last_at as "lastTime",
        last_at > now() - interval '10 minutes' as current
      from device_connection_notes where tenant_id = ${context.tx.tenantId} and device_id = ${id} and last_at > now() - interval '7 days'
      order by last_at desc`);
  },
};
