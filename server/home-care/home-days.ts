/** The visits of a day to those who are looked after at home, as their orders have them, and one home. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { serviceKinds } from '#contract/elderly/service-kinds.ts';
import { areaOf } from '#contract/home-care/areas.rules.ts';
import { homeDays as routes, type HomeVisit } from '#contract/home-care/home-days.ts';
import { visitPhases } from '#contract/home-care/home-days.rules.ts';
import { dayOf, instantOf, nextDay, weekdayOf } from '#contract/time.ts';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Context, Session } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db } from '../db/tenant.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne } from '../lists/crud.ts';
import { inOrder, pageOf } from '../lists/paging.ts';
import type { SortOrder } from '../lists/list-cache.ts';
import { nameTyped } from '../lists/people-reach.ts';
import { visibleTo } from '../lists/work-order-reach.ts';
import { plannedAt } from './home-booking-rows.ts';
import { areasOf, basePoint } from './home-places.ts';

interface Which {
  /** Days, both included. */
  from: string;
  to: string;
  personId?: number | undefined;
  userName?: string | undefined;
  serverUserId?: number | undefined;
}

/** As `visitPhaseOf` of the contract says it; over the alias `j`. */
const phaseAt = (now: number): RawBuilder<number> => {
  const { unassigned, missed, late, serving, waiting, paused, done } = visitPhases;
  const at = instant(now);
  return sql<number>`case j.status when ${sql.lit(jobStatus.unassigned)} then ${sql.lit(unassigned)}
    when ${sql.lit(jobStatus.inProgress)} then ${sql.lit(serving)} when ${sql.lit(jobStatus.finished)} then ${sql.lit(done)}
    when ${sql.lit(jobStatus.paused)} then ${sql.lit(paused)}
    else case when ${at} >= j.service_at + make_interval(mins => j.minutes) then ${sql.lit(missed)}
      when ${at} > j.service_at then ${sql.lit(late)} else ${sql.lit(waiting)} end end`;
};

/** The visits of a span as far as the session sees their orders, under the name `visits`, with the phase at `now` (epoch ms). */
function visitsOf(session: Session, { from, to, personId, userName, serverUserId }: Which, now: number) {
  let query = visibleTo(session)
    .innerJoin('work_order_jobs as j', (on) =>
      on.onRef('j.tenant_id', '=', 'work_orders.tenant_id').onRef('j.work_order_id', '=', 'work_orders.id'),
    )
    .innerJoin('people', (on) =>
      on.onRef('people.tenant_id', '=', 'work_orders.tenant_id').onRef('people.id', '=', 'work_orders.person_id'),
    )
    .where('j.tenant_id', '=', session.tenantId)
    .where('j.service_at', '>=', `${from} 00:00:00`)
    .where('j.service_at', '<', `${nextDay(to)} 00:00:00`)
    .where('j.status', '<>', jobStatus.cancelled);
  query = personId === undefined ? query.where('people.service_type', '=', serviceKinds.home) : query.where('people.id', '=', personId);
  if (userName) query = query.where((eb) => nameTyped(session.tenantId)(eb as never, userName) as never);
  if (serverUserId !== undefined) query = query.where('j.user_id', '=', serverUserId);
  return query
    .select(['j.id', 'j.tenant_id', 'work_orders.id as workOrderId', 'work_orders.number as workNo', 'j.minutes'])
    .select(['j.project_name as serverProjectName', 'j.service_at as serverTime'])
    .select([
      'j.check_in_at as checkInTime',
      'j.check_out_at as checkOutTime',
      'j.user_id as serverUserId',
      'j.user_name as serverUserName',
    ])
    .select(['people.id as oldmanId', 'people.name as oldmanName', 'work_orders.person_phone as oldmanPhone'])
    .select(['work_orders.person_address as oldmanAddress', phaseAt(now).as('phase')])
    .as('visits');
}

const ORDERS: Record<z.output<typeof routes.page.input>['by'], readonly string[]> = {
  urgency: ['visits.phase', 'visits.serverTime'],
  time: ['visits.serverTime'],
  person: ['visits.oldmanName', 'visits.oldmanId', 'visits.serverTime'],
  carer: ['visits.serverUserName', 'visits.serverUserId', 'visits.serverTime'],
};

const SHOWN = [
  'visits.id',
  'visits.workOrderId',
  'visits.workNo',
  'visits.phase',
  'visits.serverProjectName',
  'visits.serverTime',
  'visits.minutes',
  'visits.checkInTime',
  'visits.checkOutTime',
  'visits.oldmanId',
  'visits.oldmanName',
  'visits.oldmanPhone',
  'visits.oldmanAddress',
  'visits.serverUserId',
  'visits.serverUserName',
] as const;

/** All of a span that is short by itself, in the order of time. */
const allOf = ({ tx, session, deps }: Context, which: Which): Promise<z.input<typeof HomeVisit>[]> =>
  tx.rows(
    db
      .selectFrom(visitsOf(session, which, deps.now()))
      .select(SHOWN)
      .orderBy('visits.serverTime')
      .orderBy('visits.id'),
  );

/** The Monday of a day's week. */
const mondayOf = (day: string): string => nextDay(day, -((weekdayOf(instantOf(day)) + 6) % 7));

/** Bookings of a person that are to come; on one page. */
const MOST_BOOKINGS = 20;

export const homeDays: Handlers<typeof routes> = {
  page({ day, userName, serverUserId, phase, by, ...paging }, context) {
    const { session, deps } = context;
    const order: SortOrder = [...ORDERS[by], 'visits.id'].map((column) => ({ column, direction: 'asc' }));
    let matching = db
      .selectFrom(visitsOf(session, { from: day, to: day, userName, serverUserId }, deps.now()))
      .where('visits.tenant_id', '=', session.tenantId);
    if (phase !== undefined) matching = matching.where('visits.phase', '=', phase);
    const listed = (query: typeof matching) => inOrder(query.select(SHOWN), order);
    return pageOf(context, paging, matching as never, listed as never, order);
  },

  async counts({ day, ...search }, { tx, session, deps }) {
    const visits = visitsOf(session, { ...search, from: day, to: day }, deps.now());
    const rows = await tx.rows<{ phase: number | null; count: number; homes: number }>(sql`
      select phase, count(*)::integer as count, count(distinct "oldmanId")::integer as homes from ${visits}
      group by grouping sets ((phase), ())`);
    const all = rows.find(({ phase }) => phase === null);
    const phases = rows.flatMap(({ phase, count }) => (phase === null ? [] : [{ phase, count }])).toSorted((a, b) => a.phase - b.phase);
    return { phases, visits: all?.count ?? 0, homes: all?.homes ?? 0 };
  },

  async get({ id, day }, context) {
    const { tx, session, deps } = context;
    const person = await readOne(peopleRows(session), id, context);
    const monday = mondayOf(day);
    const point = person.lng === null || person.lat === null ? null : ([person.lng, person.lat] as const);
    const place = { point, address: person.address ?? '', district: person.regionCode };
    const bookings = await tx.rows<z.input<typeof routes.get.output>['bookings'][number]>(sql`
      select id, code, state, day, half, ${plannedAt} as "serverTime", (select string_agg(p.name, '、' order by p.project_id)
        from home_booking_projects p where p.tenant_id = home_bookings.tenant_id and p.booking_id = home_bookings.id) as "projectNames"
      from home_bookings where tenant_id = ${tx.tenantId} and person_id = ${id} and day >= ${dayOf(deps.now())}::date and state in (1, 2)
      order by day, half, id limit ${MOST_BOOKINGS}`);
    return {
      ...person,
      areaName: areaOf(await areasOf(tx), place, await basePoint(tx))?.name ?? null,
      visits: await allOf(context, { from: monday, to: nextDay(monday, 6), personId: id }),
      bookings,
    };
  },
};
