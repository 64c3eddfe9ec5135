/** Putting somebody into a bed, into another one, or out of it: compare-and-set on where the person lies and on the state of the bed. */
import { sql } from 'kysely';
import type { placements as routes } from '#contract/elderly/placements.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { freeBed, markBed, takeBed } from '../rooms/occupancy.ts';
import { previewMoves } from './bed-previews.ts';
import { lock, moveBed } from './person-locks.ts';
import { hasGone, isAway } from './registrations.ts';

/** How many door codes of these people have ended with the move: `now()` is the moment of this unit of work. */
async function endedCodes(tx: Tx, people: readonly number[]): Promise<number> {
  const ended = await tx.row<{ count: number }>(sql`
    select count(*) as count from lock_passcodes c join lock_members m on m.tenant_id = c.tenant_id and m.id = c.member_id
    where m.tenant_id = ${tx.tenantId} and m.person_id = any(${[...people]}::bigint[]) and c.removal = 1 and c.updated_at = now()`);
  return ended?.count ?? 0;
}

export const placements: Handlers<typeof routes> = {
  preview: ({ oldmanIds, bedIds }, context) =>
    previewMoves(
      oldmanIds.map((oldmanId, at) => ({ oldmanId, bedId: bedIds[at]! })),
      context,
    ),

  async move({ oldmanId, fromBedId, bedId }, context) {
    const { tx, session } = context;
    const { bed_id, status } = await lock(oldmanId, context);
    if (bed_id !== fromBedId) throw conflict('该服务对象的床位已变化，请刷新后重试', { oldmanId, bedId: bed_id });
    if (bedId === fromBedId) throw refused('请选择另一张床位');
    if (bedId !== null && hasGone(status)) throw refused('该服务对象已离开机构，不能安排床位');
    await moveBed(tx, fromBedId, bedId, isAway(status));
    await tx.run(
      db
        .updateTable('people')
        .set({ bed_id: bedId, version: sql`version + 1`, updated_at: sql`now()` })
        .where('tenant_id', '=', session.tenantId)
        .where('id', '=', oldmanId),
    );
    await context.emit('person.changed', { personId: oldmanId, bedBefore: fromBedId });
    return { endedCodes: await endedCodes(tx, [oldmanId]) };
  },

  async swap({ moves }, context) {
    const { tx } = context;
    // In the order of ids, so that two plans with the same people wait for each other and not both.
    const rows = new Map<number, Awaited<ReturnType<typeof lock>>>();
    for (const { oldmanId } of moves.toSorted((a, b) => a.oldmanId - b.oldmanId)) rows.set(oldmanId, await lock(oldmanId, context));
    for (const { oldmanId, fromBedId, bedId } of moves) {
      const { bed_id, status, name } = rows.get(oldmanId)!;
      if (bed_id !== fromBedId) throw conflict(`${name}的床位已变化，请刷新后重试`, { oldmanId, bedId: bed_id });
      if (bedId === fromBedId) throw refused('请选择另一张床位');
      if (hasGone(status)) throw refused('该服务对象已离开机构，不能安排床位');
    }
    const ids = moves.map(({ oldmanId }) => oldmanId);
    const left = new Set(moves.map(({ fromBedId }) => fromBedId));
    const taken = new Set(moves.map(({ bedId }) => bedId));
    // A bed belongs to one person at a time: all of them leave theirs first.
    await tx.run(sql`update people set bed_id = null where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[])`);
    for (const { oldmanId, bedId } of moves.toSorted((a, b) => a.bedId - b.bedId)) {
      const away = isAway(rows.get(oldmanId)!.status);
      if (left.has(bedId)) await markBed(tx, bedId, away);
      else await takeBed(tx, bedId, away);
    }
    for (const bedId of left) if (!taken.has(bedId)) await freeBed(tx, bedId);
    await tx.run(sql`
      update people p set bed_id = one.bed, version = p.version + 1, updated_at = now()
      from unnest(${ids}::bigint[], ${moves.map(({ bedId }) => bedId)}::bigint[]) as one(id, bed)
      where p.tenant_id = ${tx.tenantId} and p.id = one.id`);
    for (const { oldmanId, fromBedId } of moves) await context.emit('person.changed', { personId: oldmanId, bedBefore: fromBedId });
    return { endedCodes: await endedCodes(tx, ids) };
  },
};
