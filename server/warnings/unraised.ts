/** Settings of devices by which a call for help raises no warning, for the page of the warning settings. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { lostByIntegration, lostByProfile } from '#contract/devices/lost-alarms.rules.ts';
import type { OwnProfile, ModelProfile } from '#contract/devices/device-profiles.ts';
import { Mapping } from '#contract/devices/mappings.ts';
import type { warningPolicies } from '#contract/warnings/policies.ts';
import type { Tx } from '../db/tenant.ts';
import { lostByType } from '../devices/lost-alarms.ts';

type Unraised = z.output<typeof warningPolicies.unraised.output>[number];
/** So many devices with settings of their own are looked at. */
const MOST_DEVICES = 500;

interface TypeRow {
  id: number;
  name: string;
  kind: string;
  protocol: string;
  profile: ModelProfile;
  suppressChargerSos: boolean;
  integrationId: number | null;
  devices: number;
}

async function byTypes(tx: Tx): Promise<Unraised[]> {
  const types = await tx.rows<TypeRow>(sql`
    select t.id, t.name, t.kind, t.protocol, t.profile, t.suppress_charger_sos as "suppressChargerSos", t.integration_id as "integrationId",
      (select count(*)::integer from devices d where d.tenant_id = t.tenant_id and d.type_id = t.id and d.deleted_at is null) as devices
    from device_types t where t.tenant_id = ${tx.tenantId} order by t.id`);
  const found: Unraised[] = [];
  for (const { id, name, devices, profile, ...settings } of types) {
    const lost = await lostByType(tx, { ...settings, ...profile });
    if (lost.length > 0) found.push({ at: 'type', id, name, devices, lost });
  }
  return found;
}

interface DeviceRow {
  id: number;
  name: string;
  protocol: string;
  own: OwnProfile & { protocol?: string };
  model: ModelProfile;
  suppressChargerSos: boolean;
}

async function byDevices(tx: Tx): Promise<Unraised[]> {
  const rows = await tx.rows<DeviceRow>(sql`
    select d.id, coalesce(p.name || '的', '') || d.imei as name, t.protocol, d.settings -> 'profile' as own, t.profile as model,
      t.suppress_charger_sos as "suppressChargerSos"
    from devices d join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
      left join people p on p.tenant_id = d.tenant_id and p.id = d.person_id and p.deleted_at is null
    where d.tenant_id = ${tx.tenantId} and d.deleted_at is null
      and d.settings -> 'profile' ?| array['alarms', 'items', 'suppressChargerSos']
    order by d.id limit ${MOST_DEVICES}`);
  return rows.flatMap(({ id, name, protocol, own, model, suppressChargerSos }) => {
    // Codes that were written for another protocol are not read.
    const { alarms, items } = own.protocol === undefined || own.protocol === protocol ? own : {};
    const byType = lostByProfile({ protocol, ...model, suppressChargerSos });
    const lost = lostByProfile({
      protocol,
      alarms: { ...model.alarms, ...alarms },
      items: { ...model.items, ...items },
      suppressChargerSos: own.suppressChargerSos ?? suppressChargerSos,
    }).filter((text) => !byType.includes(text));
    return lost.length > 0 ? [{ at: 'device' as const, id, name, devices: 1, lost }] : [];
  });
}

async function byIntegrations(tx: Tx): Promise<Unraised[]> {
  const rows = await tx.rows<Omit<Unraised, 'at' | 'lost'> & { mapping: unknown; enabled: boolean }>(sql`
    select i.id, i.name, i.mapping, i.enabled,
      (select count(*)::integer from devices d join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
        where d.tenant_id = i.tenant_id and t.integration_id = i.id and d.deleted_at is null) as devices
    from device_integrations i where i.tenant_id = ${tx.tenantId} order by i.id`);
  return rows.flatMap(({ mapping, enabled, ...named }) => {
    const read = Mapping.safeParse(mapping).data;
    const lost = read ? lostByIntegration(read, enabled) : [];
    return lost.length > 0 ? [{ at: 'integration' as const, ...named, lost }] : [];
  });
}

/** Types first, then single devices, then integrations. */
export async function unraised(tx: Tx): Promise<Unraised[]> {
  return [...(await byTypes(tx)), ...(await byDevices(tx)), ...(await byIntegrations(tx))];
}
