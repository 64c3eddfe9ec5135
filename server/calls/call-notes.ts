/** 通话小结: written by a seat of the call. */
import { sql } from 'kysely';
import { callNotes as routes } from '#contract/calls/call-notes.ts';
import { notFound } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';

export const callNotes: Handlers<typeof routes> = {
  async save({ jobId, summary, outcome }, { tx, session, emit }) {
    const row = await tx.row<{ id: number }>(sql`
      update calls c set summary = ${summary}, outcome = ${outcome}, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and job_id = ${jobId}::uuid and exists (
        select from call_seats s where s.tenant_id = c.tenant_id and s.user_id = ${session.userId} and (s.id = c.seat_id or exists (
          select from call_legs l where l.tenant_id = c.tenant_id and l.call_id = c.id and l.seat_id = s.id)))
      returning id`);
    if (!row) throw notFound('通话');
    await emit('call.changed', { callId: row.id });
    return true;
  },
};
