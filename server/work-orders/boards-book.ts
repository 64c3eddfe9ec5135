/** What is known of the staff around some jobs: the book that the rules judge by. Positions are the database's own, WGS-84. */
import { DAY, instantOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { Busy } from '#contract/work-orders/feasibility.rules.ts';
import type { Book, Wish } from '#contract/work-orders/proposals.rules.ts';
import type { Place } from '#contract/work-orders/routes.rules.ts';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { dataScopes } from '#contract/users/roles.ts';
import type { Context, Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { dutiesOf, skillsOf, staffSeen, type SeenJob, type Span } from './boards-rows.ts';
import { visibleTo } from '../lists/work-order-reach.ts';

const placeOf = (row: { longitude: number | null; latitude: number | null }): Place | null =>
  row.longitude === null || row.latitude === null ? null : { lng: row.longitude, lat: row.latitude };

/** A span of whole days around instants. */
export function daysAround(first: number, last: number): Span {
  return { from: `${textOf(first - DAY).slice(0, 10)} 00:00:00`, to: `${textOf(last + 2 * DAY).slice(0, 10)} 00:00:00` };
}

/** The open and finished jobs of these people in the span; what the session does not see has no name. */
export async function busyOf({ tx, session }: Context, userIds: readonly number[], { from, to }: Span): Promise<Map<number, Busy[]>> {
  const found = await tx.rows(
    db
      .selectFrom('work_order_jobs as j')
      .innerJoin('work_orders as o', (on) => on.onRef('o.tenant_id', '=', 'j.tenant_id').onRef('o.id', '=', 'j.work_order_id'))
      .select([
        'j.id',
        'j.user_id',
        'j.service_at',
        'j.minutes',
        'j.project_name',
        'j.work_order_id',
        'o.person_name',
        'o.longitude',
        'o.latitude',
      ])
      .where('j.tenant_id', '=', tx.tenantId)
      .where(sql<boolean>`j.user_id = any(${[...userIds]}::bigint[])`)
      .where('j.status', '<>', jobStatus.cancelled)
      .where('j.service_at', '>=', from)
      .where('j.service_at', '<', to),
  );
  const narrow = session.dataScope > dataScopes.institution;
  const orders = [...new Set(found.map((job) => job.work_order_id))];
  const seen =
    narrow && orders.length ? await tx.rows(visibleTo(session).where('work_orders.id', 'in', orders).select('work_orders.id')) : [];
  const ids = new Set(seen.map(({ id }) => id));
  const labelOf = (job: (typeof found)[number]) =>
    narrow && !ids.has(job.work_order_id) ? '其他工单' : `${job.person_name}·${job.project_name}`;
  const busy = Map.groupBy(found, (job) => job.user_id as number);
  return new Map(
    [...busy].map(([userId, jobs]) => [
      userId,
      jobs.map((job) => ({
        jobId: job.id,
        startsAt: instantOf(job.service_at),
        minutes: job.minutes,
        place: placeOf(job),
        label: labelOf(job),
      })),
    ]),
  );
}

/** Where the beds are: what the staff of an institution start from. Null for care at home. */
async function baseOf(tx: Tx): Promise<Place | null> {
  const row = await tx.row<{ longitude: number | null; latitude: number | null }>(sql`
    select avg(longitude) as longitude, avg(latitude) as latitude from (select longitude, latitude from people
      where tenant_id = ${tx.tenantId} and bed_id is not null and deleted_at is null and longitude is not null limit 200) as housed`);
  return row ? placeOf(row) : null;
}

/** How often each of the staff finished a job for each of these people in the 90 days before. */
const visitsTo = (tenantId: number, personIds: readonly number[], before: string) =>
  db
    .selectFrom('work_orders as o')
    .innerJoin('work_order_jobs as j', (on) => on.onRef('j.tenant_id', '=', 'o.tenant_id').onRef('j.work_order_id', '=', 'o.id'))
    .select(['j.user_id', 'o.person_id'])
    .select(({ fn }) => fn.countAll<number>().as('visits'))
    .where('o.tenant_id', '=', tenantId)
    .where(sql<boolean>`o.person_id = any(${[...personIds]}::bigint[])`)
    .where('o.created_at', '>=', sql<string>`${before}::timestamptz - interval '1 year'`)
    .where('j.tenant_id', '=', tenantId)
    .where('j.status', '=', jobStatus.finished)
    .where('j.user_id', 'is not', null)
    .where('j.service_at', '>=', sql<string>`${before}::timestamptz - interval '90 days'`)
    .groupBy(['j.user_id', 'o.person_id']);

/** Jobs as the rules want them, each with its type and the types above. */
export async function wishesOf({ tx }: Work, jobs: readonly SeenJob[], at?: string): Promise<Wish[]> {
  const types = await tx.rows(db.selectFrom('service_types').select(['id', 'parent_id']).where('tenant_id', '=', tx.tenantId));
  const parents = new Map(types.map(({ id, parent_id }) => [id, parent_id]));
  const upFrom = (id: number): number[] => {
    const path: number[] = [];
    for (let one: number | null | undefined = id; one && !path.includes(one); one = parents.get(one)) path.push(one);
    return path;
  };
  return jobs.map((job) => ({
    jobId: job.id,
    startsAt: instantOf(at ?? job.service_at),
    minutes: job.minutes,
    place: placeOf(job),
    typeName: job.service_type_name,
    typeIds: upFrom(job.service_type_id),
    personName: job.person_name,
    personId: job.person_id,
    urgency: job.emergency,
    returnedBy: job.returned_by,
  }));
}

/** Everybody who may be given these jobs, with names for the answer. */
export async function bookOf(context: Context, wishes: readonly Wish[], departmentId: number | null = null) {
  const { tx, session } = context;
  const starts = wishes.map(({ startsAt }) => startsAt);
  const span = daysAround(Math.min(...starts), Math.max(...starts));
  const inDepartment = staffSeen(session, span);
  const staff = await tx.rows(departmentId === null ? inDepartment : inDepartment.where('users.department_id', '=', departmentId));
  const ids = staff.map(({ id }) => id);
  const busy = await busyOf(context, ids, span);
  const duties = Map.groupBy(await tx.rows(dutiesOf(tx.tenantId, ids, span)), ({ user_id }) => user_id);
  const skills = Map.groupBy(await tx.rows(skillsOf(tx.tenantId, ids)), ({ user_id }) => user_id);
  const people = [...new Set(wishes.map(({ personId }) => personId))];
  const visits = Map.groupBy(await tx.rows(visitsTo(tx.tenantId, people, textOf(context.deps.now()))), ({ user_id }) => user_id);
  const book: Book = {
    base: await baseOf(tx),
    pages: staff.map(({ id, status }) => ({
      userId: id,
      disabled: status !== 0,
      busy: busy.get(id) ?? [],
      duties: (duties.get(id) ?? []).map(({ starts_at, ends_at }) => ({ startsAt: instantOf(starts_at), endsAt: instantOf(ends_at) })),
      skills: (skills.get(id) ?? []).map((one) => ({
        typeId: one.service_type_id,
        level: one.level,
        validUntil: one.valid_until === null ? null : instantOf(`${one.valid_until} 23:59:59`),
      })),
      visits: new Map((visits.get(id) ?? []).map((one) => [one.person_id, one.visits])),
    })),
  };
  return { book, staff: new Map(staff.map((one) => [one.id, one])) };
}
