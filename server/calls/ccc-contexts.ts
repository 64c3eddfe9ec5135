/** The call and the user as CCC's answers describe them. */
import { sql } from 'kysely';
import { callKinds, seatStates, userStates } from '#contract/calls/seat-states.rules.ts';
import { legParts } from '#contract/calls/hearing.rules.ts';
import type { Tx } from '../db/tenant.ts';
import type { SeatRow } from './seats.ts';

export const instanceOf = (tenantId: number) => `yian-${tenantId}`;
export const cccUser = (tenantId: number, userId: number) => `${userId}@${instanceOf(tenantId)}`;

const callTypes: Record<number, string> = {
  [callKinds.inbound]: 'Inbound',
  [callKinds.outbound]: 'Outbound',
  [callKinds.internal]: 'Internal',
  [callKinds.job]: 'Predictive',
  [callKinds.echo]: 'Internal',
};
const channelStates: Record<number, string> = { 1: 'CREATED', 2: 'RINGING', 3: 'ANSWERED', 4: 'RELEASED' };
const flags: Record<number, string> = {
  [legParts.listens]: 'MONITORING',
  [legParts.whispers]: 'COACHING',
  [legParts.consulted]: 'CONSULTING',
};

interface ChannelRow {
  id: number;
  callId: number;
  jobId: string;
  kind: number;
  state: number;
  part: number;
  address: string;
  userId: number | null;
  began: number;
}

/** The contexts of a seat's call and user. */
export async function contextsOf(tx: Tx, seat: SeatRow, callId: number | null = null) {
  const presence = await tx.row<{ state: number; breakCode: string; callId: number | null; signed: number[] | null }>(sql`
    select state, break_code as "breakCode", call_id as "callId", signed from call_presences
    where tenant_id = ${tx.tenantId} and seat_id = ${seat.id}`);
  const its = callId ?? presence?.callId ?? null;
  const channels =
    its === null
      ? []
      : await tx.rows<ChannelRow>(sql`
          select l.id, c.id as "callId", c.job_id as "jobId", c.kind, l.state, l.part, l.address, s.user_id as "userId",
            extract(epoch from l.began_at)::float8 * 1000 as began
          from calls c join call_legs l on l.tenant_id = c.tenant_id and l.call_id = c.id
            left join call_seats s on s.tenant_id = l.tenant_id and s.id = l.seat_id
          where c.tenant_id = ${tx.tenantId} and c.id = ${its} order by l.id`);
  const [first] = channels;
  const state = presence?.state ?? seatStates.offline;
  return {
    contextId: first?.jobId ?? null,
    callContext: first
      ? {
          jobId: first.jobId,
          callType: callTypes[first.kind],
          instanceId: instanceOf(tx.tenantId),
          channelContexts: channels.map((channel) => ({
            channelId: String(channel.id),
            channelState: channelStates[channel.state],
            channelFlags: flags[channel.part] ?? '',
            destination: channel.address,
            userId: channel.userId === null ? null : cccUser(tx.tenantId, channel.userId),
            timestamp: Math.round(channel.began),
          })),
        }
      : null,
    userContext: {
      userId: cccUser(tx.tenantId, seat.userId),
      extension: seat.extension,
      userState: userStates[state],
      statusCode: state,
      breakCode: presence?.breakCode ?? '',
      jobId: presence?.callId === null ? null : (first?.jobId ?? null),
      deviceId: seat.device === 2 ? 'phone' : 'browser',
      workMode: seat.device === 2 ? 'OFFICE_PHONE' : 'ON_SITE',
      signedSkillGroupIdList: presence?.signed ?? seat.groups.map(({ id }) => id),
    },
  };
}
