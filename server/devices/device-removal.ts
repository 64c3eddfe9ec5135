/** Removing devices so that they can come back for a month; what they told stays. */
import { sql } from 'kysely';
import type { Session } from '../context.ts';
import { needQuota } from '../db/quotas.ts';
import { db } from '../db/tenant.ts';
import { conflict, notFound } from '../errors.ts';
import { readOne } from '../lists/crud.ts';
import { line, lines, type Removable } from '../lists/removals.ts';
import { deviceRows, HUB, reachOfDevices } from './device-rows.ts';
import { forgetStrangers } from './device-adoption.ts';
import { isTaken } from './device-claims.ts';
import { refuseHubInUse } from './device-hubs.ts';
import { refuseLiveCodes } from './lock-steps.ts';

/** Devices that a session reaches, those that were removed among them; nothing for all. */
function reached(session: Session) {
  let limited = true;
  const query = db
    .selectFrom('devices')
    .select('devices.id')
    .where('devices.tenant_id', '=', session.tenantId)
    .where((eb) => {
      const own = reachOfDevices(eb as never, session);
      limited = own !== undefined;
      return (own ?? eb.lit(true)) as never;
    });
  return limited ? query : undefined;
}

interface Hanging {
  behind: number;
  commands: number;
}

interface Before {
  imei: string;
  name: string | null;
  person: string | null;
}

export const deviceRemoval: Removable = {
  kind: 'device',
  reach: reached,

  async look(id, context) {
    const { tx, session } = context;
    const device = await readOne(deviceRows(session), id, context);
    const { imei, name, type, oldmanId, oldmanName, roomName } = device;
    const found = await tx.row<Hanging>(sql`
      select (select count(*)::integer from devices where tenant_id = ${tx.tenantId} and hub_id = ${id} and deleted_at is null) as behind,
        (select count(*)::integer from device_commands where tenant_id = ${tx.tenantId} and device_id = ${id} and state in (1, 2)
          and expires_at > now()) as commands`);
    const codes = await refuseLiveCodes(tx, id).then(
      () => null,
      (error: Error) => error.message,
    );
    return {
      name: name ?? imei,
      detail: name === null ? null : imei,
      blockers: lines(
        found !== undefined && found.behind > 0 && line(`网关下还有${found.behind}台设备，请先在“下属设备”里移出`, 'device', id),
        codes !== null && line(codes, 'device', id),
      ),
      effects: lines(
        oldmanId !== null && line(`${oldmanName ?? ''}正在佩戴，删除后解除绑定，恢复后需重新绑定`, 'person', oldmanId),
        roomName !== null && line(`装在${roomName}，删除后不再属于任何房间`),
        (found?.commands ?? 0) > 0 && line(`${found?.commands}条待下发的指令不再下发`),
        line('健康数据、位置和预警记录保留'),
        // Only what calls for help: a camera, a lock and a gateway do not.
        !['camera', 'lock', HUB].includes(type) && line('30天内它发出的SOS和跌倒求助仍会通知工作人员，并注明“已删除设备”'),
      ),
    };
  },

  async take(id, context) {
    const { tx, session } = context;
    const device = await tx.row<Before>(sql`
      select d.imei, d.name, (select p.name from people p where p.tenant_id = d.tenant_id and p.id = d.person_id) as person
      from devices d where d.tenant_id = ${tx.tenantId} and d.id = ${id} and d.deleted_at is null
        ${limit(session)} for update of d`);
    if (!device) throw notFound('设备');
    await refuseLiveCodes(tx, id);
    await refuseHubInUse(tx, id);
    await tx.run(sql`
      update device_commands set expires_at = now() where tenant_id = ${tx.tenantId} and device_id = ${id} and state in (1, 2)
        and expires_at > now()`);
    // The binding that ends with it has the same now(): a call for help in the days after it names that wearer.
    await tx.run(sql`
      update devices set deleted_at = now(), person_id = null, room_id = null, hub_id = null, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    await context.emit('device.changed', { deviceId: id });
    const { imei, name, person } = device;
    return { name: name ?? imei, detail: [name && imei, person && `${person}佩戴`].filter(Boolean).join(' · ') || null };
  },

  async give(id, _kept, context) {
    const { tx } = context;
    const device = await tx.row<{ imei: string }>(
      sql`select imei from devices where tenant_id = ${tx.tenantId} and id = ${id} and deleted_at is not null for update`,
    );
    if (!device) throw notFound('已删除的设备');
    const taken = () => conflict('该设备编号已重新登记，不能恢复');
    if (await isTaken(tx, device.imei, id)) throw taken();
    await needQuota(tx, 'devices');
    const worn = await tx.row<{ name: string }>(sql`
      select p.name from device_bindings b join devices d on d.tenant_id = b.tenant_id and d.id = b.device_id
        join people p on p.tenant_id = b.tenant_id and p.id = b.person_id and p.deleted_at is null
      where b.tenant_id = ${tx.tenantId} and b.device_id = ${id} and b.released_at = d.deleted_at`);
    try {
      await tx.run(sql`
        update devices set deleted_at = null, version = version + 1, updated_at = now() where tenant_id = ${tx.tenantId} and id = ${id}`);
    } catch (error) {
      // Registered between the look and now.
      throw (error as { code?: string }).code === '23505' ? taken() : error;
    }
    await forgetStrangers(tx, [device.imei]);
    await context.emit('device.changed', { deviceId: id });
    return worn ? [`原由${worn.name}佩戴，请重新绑定`] : [];
  },
};

function limit(session: Session) {
  const seen = reached(session);
  return seen ? sql`and d.id in (${seen})` : sql``;
}
