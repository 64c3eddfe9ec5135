/**
 * The survey of a demonstration's house: nearly every room is taught, the dining hall has a beacon, and the last room waits to be taught.
 */
import { sql } from 'kysely';
import { db, type Tx } from '../../server/db/tenant.ts';
import { radioOf, type RadioRoom } from '../simulator/radio.ts';
import type { Staff } from './institutions.ts';

/** To be called after `seedRooms`. */
export async function seedIndoor(tx: Tx, staff: readonly Staff[]): Promise<void> {
  const { tenantId } = tx;
  const rooms = await tx.rows<RadioRoom>(sql`select id, building, floor from rooms where tenant_id = ${tenantId} order by place, id`);
  const [first] = rooms;
  if (!first) return;
  const nurse = staff.find(({ role }) => role === 'nurse') ?? staff[0];
  const points = [...radioOf(rooms, tenantId)]
    .slice(0, -1)
    .flatMap(([roomId, around]) => around.map((point) => ({ ...point, room_id: roomId })));
  await tx.run(sql`
    insert into indoor_points (tenant_id, place_id, mac, beacon, rssi, samples)
    select ${tenantId}, i.id, p.mac, false, p.rssi, 6
    from jsonb_to_recordset(${JSON.stringify(points)}::jsonb) as p (room_id bigint, mac text, rssi real)
      join indoor_places i on i.tenant_id = ${tenantId} and i.room_id = p.room_id`);
  await tx.run(sql`update indoor_places i set taught_at = now() - interval '12 days', taught_by = ${nurse?.id ?? null}
    where i.tenant_id = ${tenantId} and exists (select from indoor_points p where p.tenant_id = i.tenant_id and p.place_id = i.id)`);
  const hall = await tx.row<{ id: number }>(
    db
      .insertInto('indoor_places')
      .values({ tenant_id: tenantId, building: first.building, floor: first.floor, name: '餐厅' })
      .returning('id'),
  );
  const mac = `ac:23:3f:a1:${(tenantId & 0xff).toString(16).padStart(2, '0')}:01`;
  await tx.run(
    db.insertInto('indoor_points').values({ tenant_id: tenantId, place_id: hall!.id, mac, beacon: true, installed: true, samples: 0 }),
  );
}
