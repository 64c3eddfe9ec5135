/** What the workbench of a seat shows: its state, its call, its queues, its colleagues. */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { callProviders, supervisionTold } from '#contract/calls/call-services.ts';
import { legParts } from '#contract/calls/hearing.rules.ts';
import { seatStates } from '#contract/calls/seat-states.rules.ts';
import type { IceServer, WorkbenchCall, workbench as routes } from '#contract/calls/workbench.ts';
import { HOUR } from '#contract/time.ts';
import type { Output } from '#contract/http.ts';
import type { Dependencies, Work } from '../context.ts';
import { environment } from '../config.ts';
import { containing } from '../lists/like.ts';
import type { Tx } from '../db/tenant.ts';
import { frameOf } from './aliyun/frames.ts';
import type { SeatRow } from './seats.ts';

/** How browsers reach the media: TURN with names and passwords that end after some hours (REST scheme, HMAC-SHA1). */
export function iceServers(now: number, name: string): z.input<typeof IceServer>[] {
  const { urls, secret } = environment.turn();
  if (urls.length === 0) return [];
  if (!secret) return [{ urls }];
  const username = `${Math.floor((now + 12 * HOUR) / 1000)}:${name}`;
  return [{ urls, username, credential: createHmac('sha1', secret).update(username).digest('base64') }];
}

/** What a seat does that has just left a call. */
const LEFT: readonly number[] = [seatStates.afterCall, seatStates.ready];

/** How seats are told of those who stand behind their calls: `supervisionTold`. */
const toldOf = async (tx: Tx): Promise<number> =>
  (await tx.row<{ told: number }>(sql`select supervision_told as told from call_services where tenant_id = ${tx.tenantId} and enabled`))
    ?.told ?? supervisionTold.not;

type CallView = z.input<typeof WorkbenchCall>;

/** Who the other side says to be; also of a leg that has ended. Over the alias `c`. */
const partyName = sql`(select l.name from call_legs l
  where l.tenant_id = c.tenant_id and l.call_id = c.id and l.kind <> 1 and l.name <> '' order by l.id limit 1)`;

/** A call as a seat in it sees it. Supervisors who listen or whisper are shown where the institution says so. */
export async function callView(tx: Tx, callId: number, seatId: number): Promise<CallView | null> {
  const row = await tx.row<Omit<CallView, 'legs'>>(sql`
    select c.job_id as "jobId", c.id, c.kind, c.status, c.phase, c.caller, c.callee, g.name as "groupName", c.person_id as "oldmanId",
      c.customer_id as "customerId", c.warning_id as "warningId",
      c.job_case_id as "jobCaseId", coalesce(p.name, k.name, ${partyName}, '') as name, c.began_at as "startTime",
      c.established_at as "establishTime", c.ended_at as "releaseTime", c.priority
    from calls c left join call_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id
      left join people p on p.tenant_id = c.tenant_id and p.id = c.person_id
      left join call_customers k on k.tenant_id = c.tenant_id and k.id = c.customer_id
    where c.tenant_id = ${tx.tenantId} and c.id = ${callId}`);
  if (!row) return null;
  const legs = await tx.rows<CallView['legs'][number]>(sql`
    select id, kind, part, state, seat_id as "seatId", to_seat_id as "toSeatId", address, name, held, muted,
      coalesce(seat_id = ${seatId} and kind = 1, false) as mine, supervises
    from call_legs where tenant_id = ${tx.tenantId} and call_id = ${callId} and state < 4 order by id`);
  const shown = (await toldOf(tx)) > supervisionTold.not;
  const hidden = (leg: CallView['legs'][number]) => !leg.mine && !shown && leg.part === legParts.listens;
  const marked = legs.map((leg) => ({ ...leg, supervises: leg.supervises && (shown || leg.mine) }));
  return { ...row, legs: marked.filter((leg) => !hidden(leg)) };
}

type State = Output<typeof routes.state>;

/** Who took over the call that the seat has just lost: what it does now began when that leg ended. A span lies within one hour. */
async function takenOver(tx: Tx, seatId: number): Promise<string | null> {
  const row = await tx.row<{ name: string }>(sql`
    select u.name from call_presences p
      join call_seat_spans x on x.tenant_id = p.tenant_id and x.seat_id = p.seat_id and x.began_at >= p.since - interval '1 hour'
        and x.ended_at = p.since and x.call_id is not null
      join call_legs l on l.tenant_id = x.tenant_id and l.call_id = x.call_id and l.seat_id = x.seat_id and l.reason = 'Intercepted'
        and l.ended_at = p.since
      join call_events e on e.tenant_id = l.tenant_id and e.call_id = l.call_id and e.what = 'intercepted'
      join call_seats s on s.tenant_id = e.tenant_id and s.id = e.seat_id join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    where p.tenant_id = ${tx.tenantId} and p.seat_id = ${seatId} order by e.id desc limit 1`);
  return row?.name ?? null;
}

/** The state of a seat; its last call stays for a while after it ended, for what is to be written down. */
export async function seatState({ tx }: Work, seat: SeatRow): Promise<State> {
  const row = await tx.row<Omit<State, 'call' | 'queues' | 'takenOverBy' | 'toned'> & { callId: number | null }>(sql`
    select p.state, p.break_code as "breakCode", p.since, p.due_at as "dueTime", p.page_id as "pageId", coalesce(p.call_id,
      (select c.id from calls c where c.tenant_id = p.tenant_id and c.seat_id = p.seat_id and p.state = ${seatStates.afterCall}
        order by c.began_at desc, c.id desc limit 1)) as "callId"
    from call_presences p where p.tenant_id = ${tx.tenantId} and p.seat_id = ${seat.id}`);
  const queues = await tx.rows<State['queues'][number]>(sql`
    select g.id as "groupId", g.name, count(c.id)::integer as waiting,
      coalesce(extract(epoch from now() - min(c.queued_at)), 0)::integer as "longestSeconds"
    from call_groups g left join calls c on c.tenant_id = g.tenant_id and c.group_id = g.id and c.phase = 3
    where g.tenant_id = ${tx.tenantId} and g.id = any(${seat.groups.map(({ id }) => id)}::bigint[]) group by g.id, g.name order by g.id`);
  const nothing = { call: null, takenOverBy: null, toned: false };
  if (!row) return { state: seatStates.offline, breakCode: '', since: '', dueTime: null, pageId: null, ...nothing, queues };
  const { callId, ...state } = row;
  const told = await toldOf(tx);
  return {
    ...state,
    call: callId === null ? null : await callView(tx, callId, seat.id),
    takenOverBy: told > supervisionTold.not && LEFT.includes(state.state) ? await takenOver(tx, seat.id) : null,
    toned: told === supervisionTold.tone,
    queues,
  };
}

/** Seats in use, with what they do and their call; `name` is part of a name or an extension. */
export const colleaguesOf = (tx: Tx, name: string | undefined) =>
  tx.rows<Output<typeof routes.colleagues>[number]>(sql`
    select s.id as "seatId", s.user_id as "userId", u.name, s.extension, coalesce(p.state, 1) as state, coalesce(p.break_code,
      '') as "breakCode",
      coalesce(p.since, s.created_at) as since,
      array(select g.name from call_seat_groups x join call_groups g on g.tenant_id = x.tenant_id and g.id = x.group_id
        where x.tenant_id = s.tenant_id and x.seat_id = s.id order by g.id) as groups,
      c.job_id as "jobId", c.caller
    from call_seats s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.deleted_at is null
      left join call_presences p on p.tenant_id = s.tenant_id and p.seat_id = s.id
      left join calls c on c.tenant_id = p.tenant_id and c.id = p.call_id
    where s.tenant_id = ${tx.tenantId} and s.enabled
      and (${name ?? ''} = '' or u.name like ${containing(name ?? '')} or s.extension like ${containing(name ?? '')})
    order by s.extension limit 200`);

/** What a page needs to come on duty. */
export async function openView(
  { tx, deps }: { tx: Tx; deps: Dependencies },
  seat: SeatRow,
  supervises: boolean,
): Promise<Output<typeof routes.open>> {
  const service = await tx.row<{
    ring: number;
    after: number;
    recorded: boolean;
    instance: string;
    region: string;
    sdk: string;
  }>(sql`
    select ring_seconds as ring, after_call_seconds as after, recorded, instance_id as instance, region_id as region, sdk_url as sdk
    from call_services where tenant_id = ${tx.tenantId} and enabled`);
  const { outboundNumber: _, ...shown } = seat;
  return {
    seat: shown,
    width: 290,
    height: 552,
    afterCallRule: service?.after ?? 15,
    ringSeconds: service?.ring ?? 30,
    iceServers: iceServers(deps.now(), `${tx.tenantId}-${seat.id}`),
    sdk:
      seat.provider === callProviders.aliyun && service
        ? {
            url: service.sdk,
            frame: frameOf(deps.secrets, tx.tenantId, seat.id, deps.now()),
            instanceId: service.instance,
            regionId: service.region,
            ajaxPath: '/cloudcall/cloudcallworkbench/aliyun/ccc/api',
          }
        : null,
    supervises,
    recorded: service?.recorded ?? false,
  };
}
