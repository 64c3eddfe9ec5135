/** Types of devices: a small list that an institution keeps, deleted only while no device is of it. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { fitting, profileProblem } from '#contract/devices/device-profiles.rules.ts';
import type { ModelProfile } from '#contract/devices/device-profiles.ts';
import { deviceTypes as routes, type DeviceType } from '#contract/devices/device-types.ts';
import { explaining } from '../db/constraints.ts';
import type { Work } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, lockOne, merged, reads, writes, type ListOf } from '../lists/crud.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { confirmedLosses, lostByType } from './lost-alarms.ts';

type Row = z.output<typeof DeviceType>;

const own = { table: 'device_types', noun: '设备类型' } as const;
const used = sql<number>`(select count(*) from devices d where d.tenant_id = device_types.tenant_id and d.type_id = device_types.id
  and d.deleted_at is null)`;

const list: ListOf<typeof routes.page, 'device_types'> = {
  ...own,
  columns: {
    id: 'id',
    name: 'name',
    description: 'description',
    kind: 'kind',
    protocol: 'protocol',
    manufacturer: 'manufacturer',
    model: 'model',
    silentMinutes: 'silent_minutes',
    utcOffsetMinutes: 'utc_offset_minutes',
    healthReplies: 'health_replies',
    suppressChargerSos: 'suppress_charger_sos',
    fallLevels: 'fall_levels',
    commands: 'commands',
    integrationId: 'integration_id',
    integrationName: lookup('device_integrations', 'name', 'device_types.integration_id'),
    profile: 'profile',
    deviceCount: () => used,
    tenantName: () => sql`(select t.name from tenants t where t.id = device_types.tenant_id)`,
    createName: lookup('users', 'name', 'device_types.created_by'),
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), kind: equals('kind'), unused: (_eb, wanted) => sql`(${used} = 0) = ${wanted}` },
  sorts: { name: 'name' },
};

const plain = writes({
  ...own,
  fields: {
    name: 'name',
    description: 'description',
    kind: 'kind',
    protocol: 'protocol',
    manufacturer: 'manufacturer',
    model: 'model',
    silentMinutes: 'silent_minutes',
    utcOffsetMinutes: 'utc_offset_minutes',
    healthReplies: 'health_replies',
    suppressChargerSos: 'suppress_charger_sos',
    fallLevels: 'fall_levels',
    commands: 'commands',
    integrationId: 'integration_id',
    profile: 'profile',
  },
  stamp: (session) => ({ created_by: session.userId }),
});

const refusals = {
  device_types_tenant_id_name_key: conflict('已有同名的设备类型'),
  devices_tenant_id_type_id_fkey: refused('该类型下还有设备，不能删除'),
  device_batches_tenant_id_type_id_fkey: refused('该类型下还有设备批次，不能删除'),
};

/** Every device of a type keeps to what the type says: the gateways read them again. */
async function tellDevices({ tx, emit }: Work, typeId: number): Promise<void> {
  const devices = await tx.rows<{ id: number }>(
    sql`select id from devices where tenant_id = ${tx.tenantId} and type_id = ${typeId} and deleted_at is null`,
  );
  for (const { id } of devices) await emit('device.changed', { deviceId: id });
}

/** A type's messages are read by an integration of the same way in. */
async function checkIntegration(
  { protocol, integrationId }: { protocol: string; integrationId?: number | null | undefined },
  { tx }: Work,
): Promise<void> {
  if (!integrationId) return;
  const found = await tx.row<{ kind: string }>(
    sql`select kind from device_integrations where tenant_id = ${tx.tenantId} and id = ${integrationId}`,
  );
  if (!found) throw refused('数据接入不存在');
  const speaks = found.kind === 'mqtt' ? 'mqtt' : 'http';
  if (speaks !== protocol) throw refused('数据接入的方式与通信协议不一致');
}

/** What is kept of a model's codes and items: a table that was written for another protocol would be misread, so it goes with it. */
async function keptProfile({ id, protocol, profile }: { id?: number; protocol: string; profile?: ModelProfile | undefined }, { tx }: Work) {
  if (profile) {
    const problem = profileProblem(protocol, profile);
    if (problem) throw refused(problem);
    return { profile: fitting(protocol, profile) };
  }
  const before =
    id === undefined
      ? undefined
      : await tx.row<{ protocol: string }>(sql`select protocol from device_types where tenant_id = ${tx.tenantId} and id = ${id}`);
  return before && before.protocol !== protocol ? { profile: {} } : {};
}

type Settings = Pick<Row, 'kind' | 'protocol' | 'integrationId' | 'suppressChargerSos'>;

/** The profile with what it keeps from being raised, which is refused unless it was confirmed or held `before`. */
async function withLosses(
  context: Work,
  now: Settings,
  profile: ModelProfile,
  { id, before, accepted }: { id?: number; before: string[]; accepted: string[] },
) {
  const { tx } = context;
  const { acceptedLoss: _, ...tables } = profile;
  const countDevices = async () =>
    (await tx.row<{ n: number }>(
      sql`select count(*)::integer as n from devices where tenant_id = ${tx.tenantId} and type_id = ${id ?? null} and deleted_at is null`,
    ))!.n;
  const acceptedLoss = await confirmedLosses(await lostByType(tx, { ...now, ...tables }), { before, accepted, countDevices });
  return { profile: acceptedLoss.length > 0 ? { ...tables, acceptedLoss } : tables };
}

export const deviceTypes: Handlers<typeof routes> = {
  ...reads(list),
  async create(input, context) {
    await checkIntegration(input, context);
    const now = { ...input, integrationId: input.integrationId ?? null };
    const { profile = {} } = await keptProfile(input, context);
    const kept = await withLosses(context, now, profile, { before: [], accepted: input.profile?.acceptedLoss ?? [] });
    return explaining(refusals, plain.create({ ...input, ...kept }, context));
  },
  async update(input, context) {
    const before = (await lockOne(list, input.id, context)) as Row;
    const now = merged(before as Settings, input);
    await checkIntegration(now, context);
    const { profile = before.profile } = await keptProfile({ ...input, protocol: now.protocol }, context);
    const lost = await lostByType(context.tx, { ...before, ...before.profile });
    const kept = await withLosses(context, now, profile, { id: input.id, before: lost, accepted: input.profile?.acceptedLoss ?? [] });
    await explaining(refusals, plain.update({ ...input, ...kept }, context));
    await tellDevices(context, input.id);
    return true;
  },
  remove: (input, context) => explaining(refusals, plain.remove(input, context)),
};
