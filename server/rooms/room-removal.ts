/** Removing rooms with their beds so that they can come back for a month. */
import { sql } from 'kysely';
import { conflict, notFound, refused } from '../errors.ts';
import { line, lines, named, refuseBlocked, type Outlook, type Removable } from '../lists/removals.ts';
import { putBack, takeOut, type Taken, type TakenOut } from '../lists/taken-rows.ts';
import type { Tx } from '../db/tenant.ts';
import { placeOfRoom } from './places.ts';

export const roomTables: TakenOut = {
  table: 'rooms',
  noun: '房间',
  // Where it lies on the drawn floor does not come back: others may stand there.
  parts: [
    { table: 'beds', by: 'room_id' },
    { table: 'device_bindings', by: 'room_id', needs: { device_id: 'devices', person_id: 'people' } },
    { table: 'indoor_places', by: 'room_id' },
    { table: 'indoor_points', by: 'place_id', under: 'indoor_places' },
    { table: 'indoor_teachings', by: 'place_id', under: 'indoor_places', needs: { device_id: 'devices' } },
  ],
  kept: {
    people_tenant_id_bed_id_fkey: refused('房间有人入住，请先安排到其他床位再删除'),
    warnings_tenant_id_room_id_fkey: refused('房间有预警记录，不能删除；如不再使用，可将床位设为维修或修改房间号'),
  },
  taken: { rooms_tenant_id_building_name_key: conflict('该楼栋已有同名房间，不能恢复') },
};

interface Found {
  place: string;
  beds: number;
  devices: string[];
  warned: boolean;
}

/** What hangs on a room; throws 404. */
async function outlook(tx: Tx, id: number): Promise<Outlook> {
  const found = await tx.row<Found>(sql`
    select ${placeOfRoom(sql.ref('rooms.tenant_id'), sql.ref('rooms.id'))} as place,
      (select count(*)::integer from beds b where b.tenant_id = rooms.tenant_id and b.room_id = rooms.id) as beds,
      (select coalesce(array_agg(coalesce(d.name, d.imei) order by d.id), '{}') from devices d
        where d.tenant_id = rooms.tenant_id and d.room_id = rooms.id and d.deleted_at is null) as devices,
      exists (select from warnings w where w.tenant_id = rooms.tenant_id and w.room_id = rooms.id) as warned
    from rooms where tenant_id = ${tx.tenantId} and id = ${id}`);
  if (!found) throw notFound('房间');
  const people = await tx.rows<{ id: number; name: string; bed: string }>(sql`
    select p.id, p.name, b.name as bed from people p join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
    where p.tenant_id = ${tx.tenantId} and b.room_id = ${id} and p.deleted_at is null order by b.name, p.id limit 20`);
  const { place, beds, devices, warned } = found;
  return {
    name: place,
    detail: null,
    blockers: lines(
      ...people.map((person) => line(`${person.name}住在${person.bed}，请先安排到其他床位`, 'person', person.id)),
      warned && line('房间有预警记录，不能删除；如不再使用，可将床位设为维修或修改房间号'),
    ),
    effects: lines(
      beds > 0 && line(`${beds}张床位一并删除`),
      devices.length > 0 && line(`装在房间里的设备保留，不再属于任何房间：${named(devices)}`),
      line('楼层平面图上的位置不保留，恢复后需重新摆放'),
    ),
  };
}

export const roomRemoval: Removable<Taken & { devices: number }> = {
  kind: 'room',
  look: (id, { tx }) => outlook(tx, id),

  async take(id, context) {
    const { tx } = context;
    // A move into this room locks the bed.
    await tx.run(sql`select 1 from rooms where tenant_id = ${tx.tenantId} and id = ${id} for update`);
    await tx.run(sql`select 1 from beds where tenant_id = ${tx.tenantId} and room_id = ${id} for update`);
    const seen = await outlook(tx, id);
    if (seen.blockers.some(({ to }) => to?.page === 'person')) throw refused('房间有人入住，请先安排到其他床位再删除');
    refuseBlocked(seen);
    const held = await tx.row<{ devices: number; beds: number }>(sql`
      select (select count(*)::integer from devices where tenant_id = ${tx.tenantId} and room_id = ${id}) as devices,
        (select count(*)::integer from beds where tenant_id = ${tx.tenantId} and room_id = ${id}) as beds`);
    await context.emit('room.removed', { roomId: id });
    const { parts } = await takeOut(roomTables, id, tx);
    await context.emit('house.changed', { roomId: id });
    return { name: seen.name, detail: `${held?.beds ?? 0}张床位`, kept: { parts, devices: held?.devices ?? 0 } };
  },

  async give(id, kept, context) {
    await putBack(roomTables, kept, context.tx);
    await context.emit('house.changed', { roomId: id });
    return kept.devices > 0 ? [`${kept.devices}台设备需重新绑定到房间`] : [];
  },
};
