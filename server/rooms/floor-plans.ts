/** Laid out floors: where staff put the rooms of a floor, and the picture beneath them. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { FloorPlan, house as routes } from '#contract/rooms/house.ts';
import { isInside, overlapOf } from '#contract/rooms/house.rules.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';

type Plan = z.input<typeof FloorPlan>;
type Layout = z.output<typeof routes.lay.input>;

/** All laid out floors of the tenant, with who changed each last. */
export const plansOf = (tx: Tx) =>
  tx.rows<Plan>(sql`
    select p.building, p.floor, p.width, p.height, p.picture, p.version, u.name as "updateName"
    from floor_plans p left join users u on u.tenant_id = p.tenant_id and u.id = p.updated_by
    where p.tenant_id = ${tx.tenantId} order by p.building, p.floor`);

/** A room that has moved to another floor lies nowhere until it is laid out there. */
export const forgetSpot = (tx: Tx, roomId: number) =>
  tx.run(sql`
    delete from room_spots s using floor_plans p, rooms r
    where s.tenant_id = ${tx.tenantId} and s.room_id = ${roomId} and p.tenant_id = s.tenant_id and p.id = s.plan_id
      and r.tenant_id = s.tenant_id and r.id = s.room_id and (p.building, p.floor) is distinct from (r.building, r.floor)`);

const overtaken = (plan: Plan | undefined) =>
  conflict(
    plan ? `${plan.updateName ?? '他人'}已先修改该楼层的布局，请按最新布局重新调整` : '该楼层已恢复自动布局，请重新调整',
    plan ?? null,
  );

/** Throws unless the picture is one of the tenant's own that all of its staff may see. */
async function needPicture(tx: Tx, url: string): Promise<void> {
  const [bucket, name] = url.split('/').slice(-2) as [string, string];
  const file = await tx.row(sql`
    select 1 from files where tenant_id = ${tx.tenantId} and bucket = ${bucket} and name = ${name} and purpose = 'shared' and deleted_at is null`);
  if (!file) throw refused('平面图不存在，请重新上传');
}

/** Throws unless the rooms are of this floor, each once, inside of it and apart from one another. */
async function needRooms(tx: Tx, { building, floor, rooms, ...size }: Layout): Promise<void> {
  const known = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from rooms where tenant_id = ${tx.tenantId} and building = ${building} and floor = ${floor} for share`,
  );
  if (known.length === 0) throw refused('该楼层没有房间');
  const names = new Map(known.map(({ id, name }) => [id, name]));
  if (rooms.some(({ roomId }) => !names.has(roomId))) throw refused('布局中有不属于该楼层的房间，请刷新后重试');
  if (new Set(rooms.map(({ roomId }) => roomId)).size < rooms.length) throw refused('同一房间不能布置两次');
  const outside = rooms.find((room) => !isInside(room, size));
  if (outside) throw refused(`房间${names.get(outside.roomId)}超出楼层范围`);
  const laid = overlapOf(rooms);
  if (laid) throw refused(`房间${names.get(laid[0].roomId)}与${names.get(laid[1].roomId)}重叠，请移开`);
}

const planAt = async (tx: Tx, building: string, floor: string) =>
  (await plansOf(tx)).find((plan) => plan.building === building && plan.floor === floor);

/** Writes the plan where its version is still the one that the caller saw. Gives its id and version; undefined: another was faster. */
function writePlan({ tx, actor }: Context, { building, floor, width, height, picture, version }: Layout) {
  const values = { width, height, picture, updated_by: actor.userId };
  if (version === null)
    return tx.row<{ id: number; version: number }>(
      db
        .insertInto('floor_plans')
        .values({ tenant_id: tx.tenantId, building, floor, ...values })
        .onConflict((on) => on.columns(['tenant_id', 'building', 'floor']).doNothing())
        .returning(['id', 'version']),
    );
  return tx.row<{ id: number; version: number }>(
    db
      .updateTable('floor_plans')
      .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` })
      .where('tenant_id', '=', tx.tenantId)
      .where('building', '=', building)
      .where('floor', '=', floor)
      .where('version', '=', version)
      .returning(['id', 'version']),
  );
}

export const layouts: Pick<Handlers<typeof routes>, 'lay' | 'unlay'> = {
  async lay(input, context) {
    const { tx, session } = context;
    const { building, floor, width, height, picture, rooms } = input;
    await needRooms(tx, input);
    const before = await planAt(tx, building, floor);
    if (picture !== null && picture !== before?.picture) await needPicture(tx, picture);
    // The old rectangles go first: they need not fit into the new size.
    await tx.run(sql`delete from room_spots s using floor_plans p where s.tenant_id = ${tx.tenantId} and p.tenant_id = s.tenant_id
      and p.id = s.plan_id and p.building = ${building} and p.floor = ${floor}`);
    const plan = await writePlan(context, input);
    if (!plan) throw overtaken(await planAt(tx, building, floor));
    if (rooms.length > 0)
      await tx.run(
        db.insertInto('room_spots').values(
          rooms.map(({ roomId, x, y, w, h }) => ({
            tenant_id: session.tenantId,
            room_id: roomId,
            plan_id: plan.id,
            plan_width: width,
            plan_height: height,
            x,
            y,
            w,
            h,
          })),
        ),
      );
    await context.emit('house.changed', { roomId: null });
    return { version: plan.version };
  },

  async unlay({ building, floor, version }, context) {
    const { tx, session } = context;
    const gone = await tx.run(
      db
        .deleteFrom('floor_plans')
        .where('tenant_id', '=', session.tenantId)
        .where('building', '=', building)
        .where('floor', '=', floor)
        .where('version', '=', version),
    );
    if (gone === 0) {
      const plan = await planAt(tx, building, floor);
      throw plan ? overtaken(plan) : notFound('楼层布局');
    }
    await context.emit('house.changed', { roomId: null });
    return true;
  },
};
