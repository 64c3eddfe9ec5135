/** Beds: adding, naming, closing and removing them. Who takes one is decided with the person (server/elderly/placements.ts). */
import { sql } from 'kysely';
import { bedStates, settableStates } from '#contract/rooms/beds.rules.ts';
import { beds as routes, NOT_SETTABLE } from '#contract/rooms/beds.ts';
import { toFen } from '#contract/fields.ts';
import type { Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, pageOf } from '../lists/paging.ts';
import { exporting } from '../transfers/exports.ts';
import { bedList } from './bed-rows.ts';
import { bedSheet } from './beds-sheet.ts';

/** Yuan to fen; what is not there stays so. */
export const fenOf = <T extends null | undefined>(yuan: number | T) => (typeof yuan === 'number' ? toFen(yuan) : yuan);

const sameName = (error: { code?: string }): never => {
  throw error.code === '23505' ? conflict('该房间已有同名床位') : error;
};

/** A bed, locked: whoever takes one waits for it. Throws 404 unless it is there. */
async function lock({ tx }: Work, id: number): Promise<{ id: number; room_id: number; status: number; version: number; taken: boolean }> {
  const row = await tx.row<{ id: number; room_id: number; status: number; version: number }>(
    sql`select id, room_id, status, version from beds where tenant_id = ${tx.tenantId} and id = ${id} for update`,
  );
  if (!row) throw notFound('床位');
  // Whatever its state says. Only after the lock: an earlier look would not see who took it meanwhile.
  const person = await tx.row(sql`select 1 from people where tenant_id = ${tx.tenantId} and bed_id = ${id} and deleted_at is null`);
  return { ...row, taken: person !== undefined };
}

/** Throws 422 when the bed is kept for who is to come. */
async function needUnkept({ tx }: Work, bedId: number): Promise<void> {
  const kept = await tx.row<{ name: string }>(sql`
    select person_name as name from admissions where tenant_id = ${tx.tenantId} and bed_id = ${bedId} and state in (1, 2, 5)`);
  if (kept) throw refused(`床位已为${kept.name}预留，请先在“入住办理”中取消`);
}

export const beds: Handlers<typeof routes> = {
  async page(input, context) {
    const list = bedList(context.session);
    const order = list.order(input);
    return pageOf(context, input, await list.matching(input, context), (query) => inOrder(list.listed(query), order), order);
  },

  export: exporting(routes.export, bedSheet),

  async get({ id }, context) {
    const list = bedList(context.session);
    const row = await context.tx.row(list.listed((await list.matching({}, context)).where('beds.id', '=', id)));
    if (!row) throw notFound('床位');
    return row;
  },

  async create({ roomId, name, status = bedStates.free, monthFee }, { tx, session, emit }) {
    const room = await tx.row(sql`select id from rooms where tenant_id = ${session.tenantId} and id = ${roomId} for share`);
    if (!room) throw notFound('房间');
    const made = await tx
      .row<{ id: number }>(
        db
          .insertInto('beds')
          .values({ tenant_id: session.tenantId, room_id: roomId, name, status, month_fen: fenOf(monthFee) ?? null })
          .returning('id'),
      )
      .catch(sameName);
    await emit('house.changed', { roomId });
    return (made as { id: number }).id;
  },

  async update({ id, name, status, monthFee, version }, context) {
    const { tx, session } = context;
    const before = await lock(context, id);
    if (version !== undefined && version !== before.version) throw conflict('床位已被他人修改，请刷新后重试', before);
    const closes = status !== undefined && status !== before.status;
    if (closes && !settableStates.includes(status)) throw invalid(NOT_SETTABLE);
    if (closes && before.taken) throw refused('床位有人入住，不能修改状态');
    if (closes) await needUnkept(context, id);
    await tx
      .run(
        db
          .updateTable('beds')
          .set({
            name,
            ...(closes ? { status } : {}),
            ...(monthFee === undefined ? {} : { month_fen: fenOf(monthFee) }),
            version: sql`version + 1`,
            updated_at: sql`now()`,
          })
          .where('tenant_id', '=', session.tenantId)
          .where('id', '=', id),
      )
      .catch(sameName);
    await context.emit('house.changed', { roomId: before.room_id });
    return true;
  },

  async clean({ id }, context) {
    const { room_id: roomId } = await lock(context, id);
    await context.tx.run(sql`
      update beds set cleaning_since = null, version = version + 1, updated_at = now()
      where tenant_id = ${context.tx.tenantId} and id = ${id} and cleaning_since is not null`);
    await context.emit('house.changed', { roomId });
    return true;
  },

  async remove({ id }, context) {
    const { taken, room_id: roomId } = await lock(context, id);
    if (taken) throw refused('床位有人入住，不能删除');
    await needUnkept(context, id);
    await context.tx.run(db.deleteFrom('beds').where('tenant_id', '=', context.session.tenantId).where('id', '=', id));
    await context.emit('house.changed', { roomId });
    return true;
  },
};
