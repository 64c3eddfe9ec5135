/** Visits as they are read: the list, one with what was asked and said, the row that is changed. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { EARLY_DAYS, MAKE_UP_DAYS, visitPhases } from '#contract/visits/visit-tasks.rules.ts';
import { MOST_OWN_VISITS, type VisitTask, type VisitTaskDetail, type visitTasks as routes } from '#contract/visits/visit-tasks.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import type { Context, Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import type { SearchOf } from '../lists/list.ts';
import { listFrom } from '../lists/list.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { nameTyped } from '../lists/people-reach.ts';
import type { SortOrder } from '../lists/list-cache.ts';
import { ageOf, placeVisited } from './covered.ts';

export const NOUN = '探访任务';

export type Search = Omit<SearchOf<typeof routes.page>, 'ascs' | 'descs'>;
export type Wire = z.input<typeof VisitTask>;

/** What a session sees, over `t`: visits of the people whom it reaches, and those that it is to make itself. */
export const seesVisit = (session: Session) => sql<SqlBool>`(t.person_id in ${seenPeople(session)} or t.user_id = ${session.userId})`;

/** How a visit `t` stands on a day, as `visitPhase` of the contract says it. */
export const phaseOn = (today: string) => sql<number>`case when t.state = 3 then 4 when t.state = 4 then 5
  when t.closes_on + ${sql.lit(MAKE_UP_DAYS)} < ${today}::date then 6 when t.state = 2 then 2
  when t.closes_on < ${today}::date then 3 when t.due_on <= ${today}::date then 1 else 0 end`;

/** That something is still to be done about a visit `t`. */
export const isStillOpen = (today: string) =>
  sql<SqlBool>`t.state <= 2 and t.closes_on >= ${today}::date - ${sql.lit(MAKE_UP_DAYS)}::integer`;

/** The rows among which a phase is found, in words that an index has. */
function phaseRows(phase: number, today: string) {
  if (phase === visitPhases.done) return sql<SqlBool>`t.state = 3`;
  if (phase === visitPhases.notReached) return sql<SqlBool>`t.state = 4`;
  if (phase === visitPhases.missed) return sql<SqlBool>`t.state <= 2 and t.closes_on < ${today}::date - ${sql.lit(MAKE_UP_DAYS)}::integer`;
  return isStillOpen(today);
}

/** From and where of the list. */
function matching(input: Search, { session, deps }: Context) {
  const today = dayOf(deps.now());
  const { tenantId } = session;
  let query = db
    .selectFrom('visit_tasks as t')
    .innerJoin('people', (on) => on.onRef('people.tenant_id', '=', 't.tenant_id').onRef('people.id', '=', 't.person_id'))
    .innerJoin('visit_plans as v', (on) => on.onRef('v.tenant_id', '=', 't.tenant_id').onRef('v.id', '=', 't.plan_id'))
    .where('t.tenant_id', '=', tenantId)
    .where('people.deleted_at', 'is', null)
    .where(seesVisit(session));
  if (input.planId) query = query.where('t.plan_id', '=', input.planId);
  if (input.oldmanId) query = query.where('t.person_id', '=', input.oldmanId);
  if (input.userId) query = query.where('t.user_id', '=', input.userId);
  if (input.mine) query = query.where('t.user_id', '=', session.userId);
  if (input.result) query = query.where('t.result', '=', input.result);
  if (input.startDate) query = query.where('t.due_on', '>=', input.startDate);
  if (input.endDate) query = query.where('t.due_on', '<=', input.endDate);
  if (input.userName) query = query.where((eb) => nameTyped(tenantId)(eb, input.userName) as never);
  if (input.waiting) query = query.where(isStillOpen(today)).where(sql<SqlBool>`t.due_on <= ${today}::date`);
  if (input.state !== undefined) {
    query = query.where(phaseOn(today), '=', input.state);
    query = query.where(phaseRows(input.state, today));
  }
  return query;
}
type Matching = ReturnType<typeof matching>;

const listedOn = (today: string) => (query: Matching) =>
  query.select([
    't.id',
    't.plan_id as planId',
    'v.name as planName',
    'v.way as planWay',
    't.person_id as oldmanId',
    'people.name as oldmanName',
    'people.gender',
    sql<number | null>`(select ${ageOf(today)} from (select people.birth_date) p)`.as('age'),
    'people.flags',
    'people.mobile',
    sql<string | null>`(select ${placeVisited} from (select people.tenant_id, people.service_type, people.bed_id, people.address) p)`.as(
      'place',
    ),
    't.due_on as dueDay',
    't.closes_on as closeDay',
    't.due_clock as dueClock',
    't.moved_from as movedDay',
    't.moved_by as movedBy',
    't.move_reason as moveReason',
    phaseOn(today).as('state'),
    't.user_id as userId',
    't.user_name as userName',
    sql<string | null>`(case when t.meant_id is distinct from t.user_id then (select u.name from users u
      where u.tenant_id = t.tenant_id and u.id = t.meant_id) end)`.as('meantName'),
    't.begun_at as beginTime',
    't.done_at as doneTime',
    't.entered_at as enterTime',
    't.done_name as doneName',
    't.way',
    't.result',
    't.reason',
    't.finding',
    't.note',
    't.version',
  ]);

/** What is to be done comes first by its day; what was done comes last first. */
export const orderOf = ({ waiting, state }: Pick<Search, 'waiting' | 'state'>): SortOrder => {
  const direction = waiting || (state !== undefined && state <= visitPhases.overdue) ? 'asc' : 'desc';
  return ['t.due_on', 't.id'].map((column) => ({ column, direction }));
};

/** The list on a day, for pages and exports. */
export const listOn = (now: number) =>
  listFrom({ matching: (input: Search, context: Context) => matching(input, context), listed: listedOn(dayOf(now)), order: orderOf });

/** A visit as its readers see it. Throws 404. */
export async function readVisit(context: Context, id: number): Promise<Wire> {
  const row = await context.tx.row<Wire>(listedOn(dayOf(context.deps.now()))(matching({}, context).where('t.id', '=', id)) as never);
  if (!row) throw notFound(NOUN);
  return row;
}

/** Visits with what is asked, what was said, and what is known of the person, in the order given. */
async function wholeOf({ tx, session }: Context, rows: readonly Wire[]): Promise<z.input<typeof VisitTaskDetail>[]> {
  const ticket = session.permissions.has('business_ticket_view')
    ? sql`(select k.id from tickets k where k.tenant_id = t.tenant_id and k.person_id = t.person_id and k.source = 'visit'
        and k.source_id = t.id order by k.id limit 1)`
    : sql`null::bigint`;
  const more = await tx.rows<Omit<z.input<typeof VisitTaskDetail>, Exclude<keyof Wire, 'id'>>>(sql`
    select t.id, v.purpose, v.items, t.answers, t.photos, t.signature, t.begun_address as "beginAddress",
      t.begun_distance as "beginDistance", p.contact_name as "contactName", p.contact_phone as "contactPhone", k.finding as "lastFinding",
      k.last_on as "lastDay", coalesce(k.missed, 0)::integer as missed, ${ticket} as "ticketId", t.work_order_id as "workOrderId"
    from visit_tasks t join visit_plans v on v.tenant_id = t.tenant_id and v.id = t.plan_id
      join people p on p.tenant_id = t.tenant_id and p.id = t.person_id
      left join visit_people k on k.tenant_id = t.tenant_id and k.person_id = t.person_id
    where t.tenant_id = ${tx.tenantId} and t.id = any(${rows.map(({ id }) => id)}::bigint[])`);
  const byId = new Map(more.map((one) => [one.id, one]));
  return rows.flatMap((row) => {
    const rest = byId.get(row.id);
    return rest ? [{ ...row, ...rest }] : [];
  });
}

/** A visit with what is asked, what was said, and what is known of the person. Throws 404. */
export async function readWhole(context: Context, id: number): Promise<z.input<typeof VisitTaskDetail>> {
  const [whole] = await wholeOf(context, [await readVisit(context, id)]);
  if (!whole) throw notFound(NOUN);
  return whole;
}

/** The open visits of the session's user, up to as many days ahead as a visit may be made before its day; the first due come first. */
export async function readOwn(context: Context): Promise<z.input<typeof VisitTaskDetail>[]> {
  const today = dayOf(context.deps.now());
  const own = matching({ mine: 'true' }, context)
    .where(isStillOpen(today))
    .where('t.due_on', '<=', nextDay(today, EARLY_DAYS))
    .orderBy('t.due_on')
    .orderBy('t.id')
    .limit(MOST_OWN_VISITS);
  return wholeOf(context, await context.tx.rows<Wire>(listedOn(today)(own) as never));
}

/** A visit that the session sees, with what its plan asks and where the person lives, locked. Throws 404. */
export async function lockVisit({ tx, session }: Context, id: number) {
  const row = await tx.row(
    db
      .selectFrom('visit_tasks as t')
      .innerJoin('visit_plans as v', (on) => on.onRef('v.tenant_id', '=', 't.tenant_id').onRef('v.id', '=', 't.plan_id'))
      .innerJoin('people as p', (on) => on.onRef('p.tenant_id', '=', 't.tenant_id').onRef('p.id', '=', 't.person_id'))
      .selectAll('t')
      .select(['v.items', 'v.days_allowed', 'p.longitude', 'p.latitude', 'p.name as person_name'])
      .where('t.tenant_id', '=', session.tenantId)
      .where('t.id', '=', id)
      .where('p.deleted_at', 'is', null)
      .where(seesVisit(session))
      .forUpdate('t'),
  );
  if (!row) throw notFound(NOUN);
  return row;
}
export type VisitRow = Awaited<ReturnType<typeof lockVisit>>;
