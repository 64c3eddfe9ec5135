/** Putting somebody into a bed, into another one, or out of it: compare-and-set on where the person lies and on the state of the bed. */
import { sql } from 'kysely';
import type { placements as routes } from '#contract/elderly/placements.ts';
import { dayOf } from '#contract/time.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { seen } from '../rooms/bed-rows.ts';
import { markBed } from '../rooms/occupancy.ts';
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
  async preview({ oldmanId, bedId }, context) {
    const { tx, deps, session } = context;
    const person = await tx.row<{ gender: number | null; bed_id: number | null }>(seen(session).where('people.id', '=', oldmanId));
    if (!person) throw notFound('服务对象');
    const bed = await tx.row<{ men: number; women: number; fromFee: number | null; toFee: number | null; contractFee: number | null }>(sql`
      select count(p.id) filter (where p.gender = 1)::integer as men, count(p.id) filter (where p.gender = 2)::integer as women,
        (select f.month_fen::double precision / 100 from beds f where f.tenant_id = b.tenant_id and f.id = ${person.bed_id}) as "fromFee",
        b.month_fen::double precision / 100 as "toFee",
        (select c.bed_fen::double precision / 100 from contracts c where c.tenant_id = b.tenant_id and c.person_id = ${oldmanId}
          and c.effective_on <= ${dayOf(deps.now())} and c.ended_on is null
          order by c.effective_on desc, c.part desc limit 1) as "contractFee"
      from beds b
      left join beds o on o.tenant_id = b.tenant_id and o.room_id = b.room_id and o.id <> b.id
      left join people p on p.tenant_id = o.tenant_id and p.bed_id = o.id and p.deleted_at is null and p.id <> ${oldmanId}
      where b.tenant_id = ${tx.tenantId} and b.id = ${bedId} group by b.tenant_id, b.id`);
    if (!bed) throw notFound('床位');
    return { ...bed, gender: person.gender, contractFee: session.permissions.has('members_contract_view') ? bed.contractFee : null };
  },

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

  async swap({ ring }, context) {
    const { tx } = context;
    // In the order of ids, so that two swaps of the same people wait for each other and not both.
    const rows = new Map<number, Awaited<ReturnType<typeof lock>>>();
    for (const { oldmanId } of ring.toSorted((a, b) => a.oldmanId - b.oldmanId)) rows.set(oldmanId, await lock(oldmanId, context));
    for (const { oldmanId, bedId } of ring) {
      const { bed_id, status, name } = rows.get(oldmanId)!;
      if (bed_id !== bedId) throw conflict(`${name}的床位已变化，请刷新后重试`, { oldmanId, bedId: bed_id });
      if (hasGone(status)) throw refused('该服务对象已离开机构，不能安排床位');
    }
    const ids = ring.map(({ oldmanId }) => oldmanId);
    const beds = ring.map((_, at) => ring[(at + 1) % ring.length]!.bedId);
    // A bed belongs to one person at a time: all of them leave theirs first.
    await tx.run(sql`update people set bed_id = null where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[])`);
    await tx.run(sql`
      update people p set bed_id = one.bed, version = p.version + 1, updated_at = now()
      from unnest(${ids}::bigint[], ${beds}::bigint[]) as one(id, bed) where p.tenant_id = ${tx.tenantId} and p.id = one.id`);
    for (const [at, id] of ids.entries()) await markBed(tx, beds[at]!, isAway(rows.get(id)!.status));
    for (const { oldmanId, bedId } of ring) await context.emit('person.changed', { personId: oldmanId, bedBefore: bedId });
    return { endedCodes: await endedCodes(tx, ids) };
  },
};
