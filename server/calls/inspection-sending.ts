/** How calls come to inspection: a plan draws them, or an inspector sends one by hand. */
import { sql } from 'kysely';
import { inspectionStates, refusedCall, type SentCall } from '#contract/calls/call-inspections.rules.ts';
import type { callInspections as routes } from '#contract/calls/call-inspections.ts';
import { sampleDirections } from '#contract/calls/call-samples.rules.ts';
import { callKinds, callStatus } from '#contract/calls/seat-states.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { notFound, Refusal } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { needSheet } from './call-sheets.ts';
import { spokeIn } from './inspection-rows.ts';
import { seenCall, soundUntil } from './record-rows.ts';

interface Origin {
  sheetId: number;
  /** Of the plan that draws them. */
  planId?: number;
  /** Who sends them by hand. */
  sender?: { userId: number; name: string };
}

/** Has calls wait for their inspection from `now` (epoch ms) on. Gives the ids of their inspections, none for a call that is inspected already. */
export async function inspectCalls(
  tx: Tx,
  callIds: readonly number[],
  { sheetId, planId, sender }: Origin,
  now: number,
): Promise<number[]> {
  const made = await tx.rows<{ id: number }>(sql`
    insert into call_inspections (tenant_id, call_id, plan_id, sheet_id, sender_id, sender_name, seat_id, group_id, agent_id, agent_name,
      call_at, talk_seconds, created_at)
    select c.tenant_id, c.id, ${planId ?? null}::bigint, ${sheetId}, ${sender?.userId ?? null}::bigint, ${sender?.name ?? ''}, c.seat_id,
      c.group_id, u.id, u.name, c.began_at, extract(epoch from c.ended_at - c.established_at)::integer, ${isoOf(now)}
    from calls c join call_seats s on s.tenant_id = c.tenant_id and s.id = c.seat_id
      join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    where c.tenant_id = ${tx.tenantId} and c.id = any(${[...callIds]}::bigint[]) order by c.id
    on conflict (tenant_id, call_id) do nothing returning id`);
  return made.map(({ id }) => id);
}

/** A call that the session sees, as it is judged before it is sent. Throws 404. */
async function sentCall({ tx, session, deps }: Context, callId: number): Promise<SentCall & { inspectionId: number | null }> {
  const call = await tx.row<SentCall & { inspectionId: number | null }>(sql`
    select calls.status = ${callStatus.hungUp} as over, (calls.established_at is not null and calls.seat_id is not null) as answered,
      coalesce(${soundUntil('calls', 'id')} > ${isoOf(deps.now())}::timestamptz, false) as sound,
      (${spokeIn(session, 'calls', 'id')} or exists (select from call_seats s where s.tenant_id = calls.tenant_id
        and s.id = calls.seat_id and s.user_id = ${session.userId})) as spoke,
      i.state, i.id as "inspectionId"
    from calls left join call_inspections i on i.tenant_id = calls.tenant_id and i.call_id = calls.id
    where calls.tenant_id = ${tx.tenantId} and calls.id = ${callId} and ${seenCall(session)}`);
  if (!call) throw notFound('通话');
  return call;
}

/** The sheets in use, first the one by which the first plan that asks for calls like this one would have it scored. */
const sheetsFor = (tx: Tx, callId: number) =>
  tx.rows<{ id: number; name: string }>(sql`
    select s.id, s.name from call_sheets s cross join calls c
    where s.tenant_id = ${tx.tenantId} and s.enabled and c.tenant_id = s.tenant_id and c.id = ${callId}
    order by (select min(p.id) from call_sample_plans p where p.tenant_id = s.tenant_id and p.sheet_id = s.id and p.enabled
        and (p.group_id is null or p.group_id = c.group_id) and (p.seat_id is null or p.seat_id = c.seat_id)
        and (p.direction = ${sampleDirections.both}
          or (p.direction = ${sampleDirections.inbound}) = (c.kind = ${callKinds.inbound}))) nulls last, s.id
    limit 100`);

function refusalOf(call: SentCall): Refusal | null {
  const refused = refusedCall(call);
  return refused && new Refusal(refused.status, refused.refusal);
}

export const inspectionSending: Pick<Handlers<typeof routes>, 'sending' | 'create'> = {
  async sending({ callId }, context) {
    const call = await sentCall(context, callId);
    const refused = refusalOf(call);
    if (!refused) return { refusal: null, inspectionId: null, sheets: await sheetsFor(context.tx, callId) };
    return { refusal: refused.message, inspectionId: call.spoke ? null : call.inspectionId, sheets: [] };
  },

  async create({ callId, sheetId }, context) {
    const { tx, session, deps, emit } = context;
    const call = await sentCall(context, callId);
    const refused = refusalOf(call);
    if (refused) throw refused;
    await needSheet(context, sheetId);
    const [id] = await inspectCalls(tx, [callId], { sheetId, sender: session }, deps.now());
    // A plan or a colleague was faster.
    if (id === undefined) throw refusalOf({ ...call, state: inspectionStates.waits });
    await emit('call-inspection.changed', { inspectionId: id });
    return id;
  },
};
