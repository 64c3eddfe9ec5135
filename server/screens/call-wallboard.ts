/** 呼叫大屏: seats, queues, calls for help and today's figures in one answer. */
import { sql } from 'kysely';
import { priorities } from '#contract/calls/call-queues.rules.ts';
import { callPhases, callStatus, seatStates } from '#contract/calls/seat-states.rules.ts';
import type { Output } from '#contract/http.ts';
import { callWallboard as routes } from '#contract/screens/call-wallboard.ts';
import { shownName } from '#contract/screens/screens.rules.ts';
import { isoOf, midnightOf, textOf } from '#contract/time.ts';
import { figures } from '../calls/call-statistics.ts';
import type { Tx } from '../db/tenant.ts';
import type { Handlers } from '../http/implement.ts';
import { coverOf, tenantOf } from './screens.ts';

type Wallboard = Output<typeof routes.read>;

/** The state is a literal: open calls have an index of their own. */
const helpOf = (tx: Tx) =>
  tx.rows<Wallboard['help'][number]>(sql`
    select c.id, c.caller as number, coalesce(p.name, k.name, '') as name, c.phase, c.began_at as "startTime", g.name as "groupName",
      (select u.name from call_seats s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
        where c.status = ${callStatus.established} and s.tenant_id = c.tenant_id and s.id = c.seat_id) as "seatName"
    from calls c left join people p on p.tenant_id = c.tenant_id and p.id = c.person_id
      left join call_customers k on k.tenant_id = c.tenant_id and k.id = c.customer_id
      left join call_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id
    where c.tenant_id = ${tx.tenantId} and c.status < ${sql.lit(callStatus.hungUp)} and c.priority = ${priorities.help}
    order by c.began_at, c.id limit 10`);

type Queue = Omit<Wallboard['queues'][number], 'offered' | 'answered' | 'level'>;
/** Groups in use. Who rings at a seat has not been answered yet, and so still waits. */
const queuesOf = (tx: Tx) =>
  tx.rows<Queue>(sql`
    select g.id as "groupId", g.name, g.level_seconds as "levelSeconds", coalesce(w.waiting, 0) as waiting,
      coalesce(w.ringing, 0) as ringing,
      w.since as "longestSince", d."onDuty", d.ready
    from call_groups g
      left join (select w.group_id, count(*) filter (where c.phase = ${callPhases.queued})::integer as waiting,
          count(*) filter (where c.phase = ${callPhases.ringing})::integer as ringing, min(w.began_at) as since
        from call_waits w join calls c on c.tenant_id = w.tenant_id and c.id = w.call_id
        where w.tenant_id = ${tx.tenantId} and w.ended_at is null group by w.group_id) w on w.group_id = g.id
      cross join lateral (select count(*)::integer as "onDuty", count(*) filter (where p.state = ${seatStates.ready})::integer as ready
        from call_seat_groups x join call_presences p on p.tenant_id = x.tenant_id and p.seat_id = x.seat_id
        where x.tenant_id = g.tenant_id and x.group_id = g.id and p.state <> ${seatStates.offline}
          and (p.signed is null or g.id = any(p.signed))) d
    where g.tenant_id = ${tx.tenantId} and g.enabled order by g.id`);

type Seat = Omit<Wallboard['seats'][number], 'answered'>;
/** Seats in use, those on duty first. */
const seatsOf = (tx: Tx) =>
  tx.rows<Seat>(sql`
    select s.id as "seatId", u.name, s.extension, coalesce(p.state, ${seatStates.offline}) as state,
      coalesce(p.break_code, '') as "breakCode",
      coalesce(p.since, s.created_at) as since, c.kind as "callKind", g.name as "groupName"
    from call_seats s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id and u.deleted_at is null
      left join call_presences p on p.tenant_id = s.tenant_id and p.seat_id = s.id
      left join calls c on c.tenant_id = p.tenant_id and c.id = p.call_id
      left join call_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id
    where s.tenant_id = ${tx.tenantId} and s.enabled
    order by coalesce(p.state, ${seatStates.offline}) = ${seatStates.offline}, s.extension limit 200`);

export const callWallboard: Handlers<typeof routes> = {
  async read(_input, { tx, deps }) {
    const now = deps.now();
    const asked = { from: isoOf(midnightOf(now)), until: isoOf(midnightOf(now, 1)), now: isoOf(now), seatId: null };
    // Sent together: one way to the database and back instead of six.
    const [tenant, cover, help, queues, seats, today] = await Promise.all([
      tenantOf(tx),
      coverOf(tx),
      helpOf(tx),
      queuesOf(tx),
      seatsOf(tx),
      figures(tx, asked),
    ]);
    const staff = (name: string) => shownName(name, cover, 'staff');
    return {
      tenantName: tenant.tenantName,
      time: textOf(now),
      help: help.map((call) => ({
        ...call,
        name: call.name && shownName(call.name, cover, 'person'),
        seatName: call.seatName && staff(call.seatName),
      })),
      queues: queues.map((queue) => {
        const { offered, answered, level } = today.byGroup.find(({ groupId }) => groupId === queue.groupId) ?? none;
        return { ...queue, offered, answered, level };
      }),
      seats: seats.map((seat) => ({
        ...seat,
        name: staff(seat.name),
        answered: today.bySeat.find(({ seatId }) => seatId === seat.seatId)?.answered ?? 0,
      })),
      today: today.total,
      byHour: today.byHour.map(({ hour, offered, answered }) => ({ hour, offered, answered })),
    };
  },
};
const none = { offered: 0, answered: 0, level: null };
