/** Calls that a seat begins in the cloud: what they are about is kept until the record of the call comes. */
import { sql } from 'kysely';
import { z } from 'zod';
import { isoOf } from '#contract/time.ts';
import type { Context } from '../../context.ts';
import type { SeatRow } from '../seats.ts';
import { forward } from './forward.ts';

export interface About {
  personId?: number | null;
  warningId?: number | null;
  jobCaseId?: number | null;
}

/** CCC's answer to a call that begins: what the cloud calls it. */
const Begun = z.looseObject({ callContext: z.looseObject({ jobId: z.string().regex(/^[\w.:@-]{1,100}$/) }) });

/** Begins the call of a seat in the cloud; gives CCC's answer, and what the cloud calls the call ('' when it does not say). */
export async function dialInCloud(context: Context, seat: SeatRow, request: Readonly<Record<string, unknown>>, about: About) {
  const answer = await forward(context, seat, 'MakeCall', request);
  const contactId = Begun.safeParse(answer.data).data?.callContext.jobId ?? '';
  const { tx, deps } = context;
  const { personId = null, warningId = null, jobCaseId = null } = about;
  if (contactId !== '' && (personId ?? warningId ?? jobCaseId) !== null)
    await tx.run(sql`
      insert into call_cloud_dials (tenant_id, contact_id, seat_id, person_id, warning_id, job_case_id, dialled_at)
      values (${tx.tenantId}, ${contactId}, ${seat.id}, ${personId}, ${warningId}, ${jobCaseId}, ${isoOf(deps.now())})
      on conflict do nothing`);
  return { answer, contactId };
}
