/** Putting somebody into a bed, into another one, or out of it: compare-and-set on where the person lies and on the state of the bed. */
import { sql } from 'kysely';
import type { placements as routes } from '#contract/elderly/placements.ts';
import { db } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { lock, moveBed } from './person-locks.ts';
import { hasGone, isAway } from './registrations.ts';

export const placements: Handlers<typeof routes> = {
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
    // `now()` is the moment of this unit of work: what has just been ended by it.
    const ended = await tx.row<{ count: number }>(sql`
      select count(*) as count from lock_passcodes c join lock_members m on m.tenant_id = c.tenant_id and m.id = c.member_id
      where m.tenant_id = ${tx.tenantId} and m.person_id = ${oldmanId} and c.removal = 1 and c.updated_at = now()`);
    return { endedCodes: ended?.count ?? 0 };
  },
};
