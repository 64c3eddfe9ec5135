/** Notes of care: written with one press, taken back by who wrote them as long as that was a slip. */
import { sql } from 'kysely';
import { detailsProblem } from '#contract/care/care-charts.rules.ts';
import { NOTE_LATE_HOURS, NOTE_UNDO_SECONDS, careNotes as routes } from '#contract/care/care-notes.ts';
import { HOUR, MINUTE, SECOND, instantOf, isoOf } from '#contract/time.ts';
import { db } from '../db/tenant.ts';
import { conflict, forbidden, invalid } from '../errors.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { lookup } from '../lists/columns.ts';
import { equals, lockOne, readOne, reads, type ListOf } from '../lists/crud.ts';
import { reachesCare } from './care-reach.ts';

const list: ListOf<typeof routes.page, 'care_notes'> = {
  table: 'care_notes',
  noun: '照护随记',
  scope: reachesCare('care_notes.person_id'),
  columns: {
    id: 'id',
    oldmanId: 'person_id',
    oldmanName: lookup('people', 'name', 'care_notes.person_id'),
    kind: 'kind',
    time: 'noted_at',
    values: 'details',
    text: 'text',
    userName: 'user_name',
    createTime: 'created_at',
  },
  filters: { oldmanId: equals('person_id'), kind: equals('kind') },
  sorts: { time: 'noted_at' },
  order: 'noted_at',
};

export const careNotes: Handlers<typeof routes> = {
  page: reads(list).page,

  create: (form, context) =>
    once(context, routes.create, form, async () => {
      const { tx, deps, session } = context;
      const { oldmanId, kind, time, values, text } = form;
      const now = deps.now();
      const at = time === null ? now : instantOf(time);
      if (at > now + 5 * MINUTE) throw invalid('时间不能晚于现在');
      if (at < now - NOTE_LATE_HOURS * HOUR) throw invalid(`只能补记${NOTE_LATE_HOURS}小时内的情况`);
      const problem = detailsProblem(kind, values);
      if (problem !== null) throw invalid(problem);
      await readOne(peopleRows(session), oldmanId, context);
      const made = await tx.row(
        db
          .insertInto('care_notes')
          .values({
            tenant_id: tx.tenantId,
            person_id: oldmanId,
            kind,
            noted_at: isoOf(at),
            details: JSON.stringify(values) as never,
            text,
            user_id: session.userId,
            user_name: session.name,
            created_at: isoOf(now),
          })
          .returning('id'),
      );
      await context.emit('care-note.changed', { personId: oldmanId });
      return made!.id;
    }),

  async remove({ id }, context) {
    const { tx, deps, session } = context;
    const row = await lockOne(list, id, context);
    const own = await tx.row(sql`
      select 1 from care_notes where tenant_id = ${tx.tenantId} and id = ${id} and user_id = ${session.userId}`);
    if (!own) throw forbidden('只能由记录人本人撤销');
    if (instantOf(row.createTime) < deps.now() - NOTE_UNDO_SECONDS * SECOND) throw conflict('已超过可撤销的时间');
    await tx.run(sql`delete from care_notes where tenant_id = ${tx.tenantId} and id = ${id}`);
    await context.emit('care-note.changed', { personId: row.oldmanId });
    return true;
  },
};
