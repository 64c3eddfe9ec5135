/** Rooms: the house as a tree of buildings and floors, and its changes. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Building, rooms as routes } from '#contract/rooms/rooms.ts';
import { bedStates } from '#contract/rooms/beds.rules.ts';
import { reads, writes } from '../lists/crud.ts';
import { removing } from '../lists/removals.ts';
import { db } from '../db/tenant.ts';
import { conflict } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { fenOf } from './beds.ts';
import { forgetSpot } from './floor-plans.ts';
import { roomRemoval } from './room-removal.ts';

const columns = {
  id: 'id',
  building: 'building',
  floor: 'floor',
  name: 'name',
  sort: 'sort',
  version: 'version',
  createTime: 'created_at',
} as const;
const { get } = reads<z.input<typeof routes.get.output>, object, 'rooms'>({ table: 'rooms', noun: '房间', columns });
const write = writes({ table: 'rooms', noun: '房间', fields: { building: 'building', floor: 'floor', name: 'name', sort: 'sort' } });

const sameName = (error: { code?: string }): never => {
  throw error.code === '23505' ? conflict('该楼栋已有同名房间') : error;
};

interface Row {
  id: number;
  building: string;
  floor: string;
  name: string;
  beds: number;
  free: number;
}

/** Rows in the order of the house, as buildings with floors. */
function buildingsOf(rows: readonly Row[]): Building[] {
  const buildings: Building[] = [];
  for (const { building, floor, id, name, beds, free } of rows) {
    const last = buildings.at(-1);
    const house = last?.building === building ? last : { building, floors: [] };
    if (house !== last) buildings.push(house);
    const level = house.floors.at(-1);
    const room = { id, name, beds, free };
    if (level?.floor === floor) level.rooms.push(room);
    else house.floors.push({ floor, rooms: [room] });
  }
  return buildings;
}

export const rooms: Handlers<typeof routes> = {
  get,

  async tree(_input, { tx, session }) {
    return buildingsOf(
      await tx.rows<Row>(sql`
        select r.id, r.building, r.floor, r.name, count(b.id) as beds, count(b.id) filter (where b.status = ${bedStates.free}) as free
        from rooms r left join beds b on b.tenant_id = r.tenant_id and b.room_id = r.id
        where r.tenant_id = ${session.tenantId} group by r.tenant_id, r.id order by r.place, r.id`),
    );
  },

  async create({ beds = 0, monthFee, ...input }, context) {
    const id = await write.create(input, context).catch(sameName);
    const bed = { tenant_id: context.session.tenantId, room_id: id, month_fen: fenOf(monthFee) ?? null };
    const rows = Array.from({ length: beds }, (_, at) => ({ ...bed, name: `${at + 1}床` }));
    if (rows.length) await context.tx.run(db.insertInto('beds').values(rows));
    await context.emit('house.changed', { roomId: id });
    return id;
  },

  async update({ monthFee, ...input }, context) {
    const done = await write.update(input, context).catch(sameName);
    if (typeof monthFee === 'number')
      await context.tx.run(sql`
        update beds set month_fen = ${fenOf(monthFee)}, version = version + 1, updated_at = now()
        where tenant_id = ${context.tx.tenantId} and room_id = ${input.id} and month_fen is distinct from ${fenOf(monthFee)}`);
    await forgetSpot(context.tx, input.id);
    await context.emit('house.changed', { roomId: input.id });
    return done;
  },

  ...removing(roomRemoval),
};
