/** Sample plans: what staff write down, what a plan would draw, and the draw of each week by the clock. */
import { sql } from 'kysely';
import { INSPECTION_SCORE } from '#contract/calls/call-inspections.ts';
import { BAD_STARS, drawOf, lastWeek, sampleDirections, type Candidate, type Draw } from '#contract/calls/call-samples.rules.ts';
import { callSamplePlans as routes } from '#contract/calls/call-sample-plans.ts';
import { callKinds, callStatus } from '#contract/calls/seat-states.rules.ts';
import { instantOf, isoOf, nextDay } from '#contract/time.ts';
import type { Dependencies } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import { workIn } from '../events.ts';
import type { Handlers } from '../http/implement.ts';
import { forTenants } from '../jobs/poller.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, lockOne, reads, writes, type ListOf } from '../lists/crud.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { SYSTEM } from './call-clock.ts';
import { needSheet } from './call-sheets.ts';
import { inspectCalls } from './inspection-sending.ts';
import { soundUntil } from './record-rows.ts';

const own = { table: 'call_sample_plans', noun: '抽检计划' } as const;
const fields = {
  name: 'name',
  sheetId: 'sheet_id',
  enabled: 'enabled',
  groupId: 'group_id',
  seatId: 'seat_id',
  direction: 'direction',
  leastSeconds: 'least_seconds',
  ratedBadly: 'rated_badly',
  way: 'way',
  amount: 'amount',
  remarks: 'remarks',
} as const;

const list: ListOf<typeof routes.page, 'call_sample_plans'> = {
  ...own,
  columns: {
    id: 'id',
    ...fields,
    sheetName: lookup('call_sheets', 'name', 'call_sample_plans.sheet_id'),
    groupName: lookup('call_groups', 'name', 'call_sample_plans.group_id'),
    seatName: () => sql`(select u.name from call_seats s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
      where s.tenant_id = call_sample_plans.tenant_id and s.id = call_sample_plans.seat_id)`,
    drawnWeek: 'drawn_week',
    drawnAmong: 'drawn_among',
    drawnCalls: 'drawn_calls',
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), enabled: equals('enabled') },
};
const written = writes({ ...own, fields });
const refusals = {
  call_sample_plans_tenant_id_name_key: conflict('已有同名的抽检计划'),
  call_sample_plans_tenant_id_group_id_fkey: refused('技能组不存在'),
  call_sample_plans_tenant_id_seat_id_fkey: refused('坐席不存在'),
};

/** Which calls a plan asks for. */
interface Wanted {
  groupId: number | null;
  seatId: number | null;
  direction: number;
  leastSeconds: number;
  ratedBadly: boolean;
}
const { inbound, outbound, job } = callKinds;
const KINDS: Readonly<Record<number, readonly number[]>> = {
  [sampleDirections.both]: [inbound, outbound, job],
  [sampleDirections.inbound]: [inbound],
  [sampleDirections.outbound]: [outbound, job],
};

/** Calls of a week that are over and spoken in, never inspected, with sound whose time is not over at `now`. */
const candidates = (tx: Tx, wanted: Wanted, { week, until }: { week: string; until: string }, now: number) =>
  tx.rows<Candidate>(sql`
    select c.id, c.seat_id as "seatId" from calls c
    where c.tenant_id = ${tx.tenantId} and c.began_at >= ${isoOf(instantOf(week))}::timestamptz
      and c.began_at < ${isoOf(instantOf(until))}::timestamptz and c.status = ${callStatus.hungUp} and c.established_at is not null
      and c.seat_id is not null and c.kind = any(${[...(KINDS[wanted.direction] ?? [])]}::integer[])
      and extract(epoch from c.ended_at - c.established_at) >= ${wanted.leastSeconds}
      and (${wanted.groupId}::bigint is null or c.group_id = ${wanted.groupId}::bigint)
      and (${wanted.seatId}::bigint is null or c.seat_id = ${wanted.seatId}::bigint)
      and (not ${wanted.ratedBadly}::boolean or c.satisfaction <= ${BAD_STARS})
      and not exists (select from call_inspections i where i.tenant_id = c.tenant_id and i.call_id = c.id)
      and ${soundUntil('c', 'id')} > ${isoOf(now)}::timestamptz
    order by c.id`);

export const callSamplePlans: Handlers<typeof routes> = {
  ...reads(list),
  async create(form, context) {
    await needSheet(context, form.sheetId);
    return explaining(refusals, written.create(form, context));
  },
  async update(form, context) {
    const before = await lockOne(list, form.id, context);
    const begins = form.enabled === true && !before.enabled;
    if (begins || (form.sheetId !== undefined && form.sheetId !== before.sheetId)) await needSheet(context, form.sheetId ?? before.sheetId);
    return explaining(refusals, written.update(form, context));
  },
  remove: written.remove,
  async preview({ id = 0, way, amount, groupId = null, seatId = null, ...rest }, { tx, deps }) {
    const span = lastWeek(deps.now());
    const among = await candidates(tx, { ...rest, groupId, seatId }, span, deps.now());
    const drawn = new Set(drawOf({ planId: id, week: span.week, way, amount }, among));
    const ids = [...new Set(among.map((one) => one.seatId))];
    const names = await tx.rows<{ seatId: number; name: string }>(sql`
      select s.id as "seatId", u.name from call_seats s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
      where s.tenant_id = ${tx.tenantId} and s.id = any(${ids}::bigint[]) order by s.extension`);
    const seats = names.map((seat) => {
      const calls = among.filter((one) => one.seatId === seat.seatId);
      return { ...seat, among: calls.length, drawn: calls.filter((one) => drawn.has(one.id)).length };
    });
    return { from: span.week, to: nextDay(span.until, -1), among: among.length, drawn: drawn.size, seats };
  },
};

type Plan = Wanted & Omit<Draw, 'week' | 'planId'> & { id: number; sheetId: number };

/** Draws by one plan; gives how many calls. */
async function drawBy(tx: Tx, plan: Plan, span: { week: string; until: string }, now: number): Promise<number> {
  const among = await candidates(tx, plan, span, now);
  const ids = drawOf({ ...plan, planId: plan.id, week: span.week }, among);
  const { length: drawn } = await inspectCalls(tx, ids, { sheetId: plan.sheetId, planId: plan.id }, now);
  await tx.run(sql`
    update call_sample_plans set drawn_week = ${span.week}::date, drawn_among = ${among.length}, drawn_calls = ${drawn}
    where tenant_id = ${tx.tenantId} and id = ${plan.id}`);
  return drawn;
}

/** Draws by each plan of a tenant that has not drawn that week, one after the other: a call is drawn by the first that asks for it. */
export const drawOfTenant = (deps: Dependencies, tenantId: number, span: { week: string; until: string }, now: number): Promise<number> =>
  deps.inTenant(tenantId, async (tx) => {
    const plans = await tx.rows<Plan>(sql`
      select id, sheet_id as "sheetId", group_id as "groupId", seat_id as "seatId", direction, least_seconds as "leastSeconds",
        rated_badly as "ratedBadly", way, amount
      from call_sample_plans where tenant_id = ${tenantId} and enabled and (drawn_week is null or drawn_week < ${span.week}::date)
      order by id for update skip locked`);
    let drawn = 0;
    for (const plan of plans) drawn += await drawBy(tx, plan, span, now);
    if (drawn === 0) return plans.length;
    await workIn(tx, deps, SYSTEM).emit('call-inspection.changed', { inspectionId: null });
    await tellThoseWith(tx, deps, INSPECTION_SCORE, {
      kind: 'inspection',
      title: `抽检了${drawn}通通话，等待评分`,
      text: `${span.week} 至 ${nextDay(span.until, -1)} 的通话`,
      link: '/cloudcall/inspection?state=1',
    });
    return plans.length;
  });

/** Of the clock: draws the calls of the last week that is over, once for each plan. Gives how many plans. */
export async function drawSamples(deps: Dependencies, now: number): Promise<number> {
  const span = lastWeek(now);
  const { rows } = await deps.pool.query<{ tenant_id: number }>({
    name: 'call_samples_due',
    text: 'select tenant_id from app.call_samples_due($1)',
    values: [span.week],
  });
  let drawn = 0;
  await forTenants(deps, 'samples of calls', rows, async (id) => void (drawn += await drawOfTenant(deps, id, span, now)));
  return drawn;
}
