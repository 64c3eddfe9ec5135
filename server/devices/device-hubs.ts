/** Gateways and the devices behind them. A device is behind one gateway at most, and a gateway behind none. */
import { sql } from 'kysely';
import { deviceHubs as routes } from '#contract/devices/device-hubs.ts';
import type { Context, Work } from '../context.ts';
import { matching, readOne } from '../lists/crud.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { deviceRows, HUB, isAssignable } from './device-rows.ts';

/** Refuses what would leave devices behind a gateway that is none any more. */
export async function refuseHubInUse(tx: Tx, id: number): Promise<void> {
  const used = await tx.row(sql`select 1 from devices where tenant_id = ${tx.tenantId} and hub_id = ${id} and deleted_at is null limit 1`);
  if (used) throw refused('网关下还有设备，请先在网关的“下属设备”里移出');
}

/** The gateway, locked: two who change what is behind it take turns. Throws 404 and 422. */
async function lockHub(context: Context, hubId: number): Promise<void> {
  const hub = await readOne(deviceRows(context.session), hubId, context);
  if (hub.type !== HUB) throw refused('该设备不是网关');
  const { tx } = context;
  const held = await tx.row(
    sql`select 1 from devices where tenant_id = ${tx.tenantId} and id = ${hubId} and type = ${HUB} and deleted_at is null for update`,
  );
  if (!held) throw conflict('网关已被他人修改，请刷新后重试');
}

/** Those the session sees in the ledger, locked in order. Throws 404 when one is not there. */
async function lockAll({ tx, session }: Context, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const seen = matching({ ...deviceRows(session), filters: {} }, {}, session)
    .where('id', 'in', wanted)
    .select('id')
    .orderBy('id')
    .forUpdate();
  const found = await tx.rows<{ id: number }>(seen as never);
  if (found.length !== wanted.length) throw notFound('设备');
}

const tell = async ({ emit }: Work, ids: readonly { id: number }[]): Promise<number> => {
  for (const { id } of ids) await emit('device.changed', { deviceId: id });
  return ids.length;
};

export const deviceHubs: Handlers<typeof routes> = {
  async assign({ hubId, deviceIds }, context) {
    const { tx } = context;
    await lockHub(context, hubId);
    await lockAll(context, deviceIds);
    const wrong = await tx.row<{
      imei: string;
    }>(sql`select imei from devices where tenant_id = ${tx.tenantId} and id = any(${deviceIds}::bigint[])
      and hub_id is distinct from ${hubId} and not ${isAssignable} order by id limit 1`);
    if (wrong) throw refused(`设备${wrong.imei}不能分配：只能分配通信协议为MQTT、还没有所属网关的设备`);
    const moved = await tx.rows<{ id: number }>(sql`update devices set hub_id = ${hubId}, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = any(${deviceIds}::bigint[]) and hub_id is null returning id`);
    return tell(context, moved);
  },

  async release({ hubId, deviceIds }, context) {
    const { tx } = context;
    await lockHub(context, hubId);
    await lockAll(context, deviceIds);
    const moved = await tx.rows<{ id: number }>(sql`update devices set hub_id = null, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = any(${deviceIds}::bigint[]) and hub_id = ${hubId} returning id`);
    if (moved.length === 0) throw conflict('这些设备已不在该网关下，请刷新');
    return tell(context, moved);
  },
};
