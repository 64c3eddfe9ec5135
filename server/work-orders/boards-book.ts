/** What is known of the staff around some jobs: the book that the rules judge by. Positions are the database's own, WGS-84. */
import { DAY, instantOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { Busy } from '#contract/work-orders/feasibility.rules.ts';
import type { Indoors } from '#contract/work-orders/nearness.rules.ts';
import type { Book, Wish } from '#contract/work-orders/proposals.rules.ts';
import type { Place } from '#contract/work-orders/routes.rules.ts';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { dataScopes } from '#contract/users/roles.ts';
import type { Context, Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { absencesOf } from './absences.ts';
import { dutiesOf, skillsOf, staffSeen, type SeenJob, type Span } from './boards-rows.ts';
import { visibleTo } from '../lists/work-order-reach.ts';
import { baseOf } from '../rooms/base.ts';

/** Null where the room tree says neither. */
export const indoorsOf = ({ building, floor }: Indoors): Indoors | null =>
  building === null && floor === null ? null : { building, floor };

/** Over an order `o` with its alarm `w`, person `p` and bed `b`: the room it is served in. Joins all four; for a statement over `o`. */
const ROOM_OF_ORDER = sql`
  left join warnings w on w.tenant_id = o.tenant_id and w.id = o.warning_id
  left join people p on p.tenant_id = o.tenant_id and p.id = o.person_id
  left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
  left join rooms r on r.tenant_id = o.tenant_id and r.id = coalesce(w.room_id, b.room_id)`;

const placeOf = (row: { longitude: number | null; latitude: number | null }): Place | null =>
  row.longitude === null || row.latitude === null ? null : { lng: row.longitude, lat: row.latitude };

/** A span of whole days around instants. */
export function daysAround(first: number, last: number): Span {
  return { from: `${textOf(first - DAY).slice(0, 10)} 00:00:00`, to: `${textOf(last + 2 * DAY).slice(0, 10)} 00:00:00` };
}

interface BusyRow extends Indoors {
  id: number;
  user_id: number;
  status: number;
  service_at: string;
  minutes: number;
  project_name: string;
  work_order_id: number;
  person_name: string;
  longitude: number | null;
  latitude: number | null;
}
const states: Record<number, Busy['state']> = { [jobStatus.inProgress]: 'begun', [jobStatus.finished]: 'over' };

/** The open and finished jobs of these people in the span; what the session does not see has no name. */
export async function busyOf({ tx, session }: Context, userIds: readonly number[], { from, to }: Span): Promise<Map<number, Busy[]>> {
  const found = await tx.rows<BusyRow>(sql`
    select j.id, j.user_id, j.status, j.service_at, j.minutes, j.project_name, j.work_order_id, o.person_name, o.longitude, o.latitude,
      r.building, r.floor
    from work_order_jobs j join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id ${ROOM_OF_ORDER}
    where j.tenant_id = ${tx.tenantId} and j.user_id = any(${[...userIds]}::bigint[]) and j.status <> ${jobStatus.cancelled}
      and j.service_at >= ${from} and j.service_at < ${to}`);
  const narrow = session.dataScope > dataScopes.institution;
  const orders = [...new Set(found.map((job) => job.work_order_id))];
  const seen =
    narrow && orders.length ? await tx.rows(visibleTo(session).where('work_orders.id', 'in', orders).select('work_orders.id')) : [];
  const ids = new Set(seen.map(({ id }) => id));
  const labelOf = (job: BusyRow) => (narrow && !ids.has(job.work_order_id) ? '其他工单' : `${job.person_name}·${job.project_name}`);
  const busy = Map.groupBy(found, (job) => job.user_id);
  return new Map(
    [...busy].map(([userId, jobs]) => [
      userId,
      jobs.map((job) => ({
        jobId: job.id,
        startsAt: instantOf(job.service_at),
        minutes: job.minutes,
        place: placeOf(job),
        indoors: indoorsOf(job),
        state: states[job.status],
        label: labelOf(job),
      })),
    ]),
  );
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

/** What of a job's row says whom it wants. `room`: of one that is not written yet, whose id is 0. */
export type WantedRow = Pick<
  SeenJob,
  'id' | 'service_at' | 'minutes' | 'longitude' | 'latitude' | 'service_type_id' | 'service_type_name'
> &
  Pick<SeenJob, 'person_id' | 'person_name' | 'emergency' | 'returned_by'> & { room?: Indoors };

/** Jobs as the rules want them, each with its type and the types above; at their own time or at another one. */
export async function wishesOf({ tx }: Work, jobs: readonly WantedRow[], at?: string): Promise<Wish[]> {
  const written = jobs.filter(({ room }) => room === undefined).map(({ id }) => id);
  const rooms = written.length
    ? await tx.rows<Indoors & { id: number }>(sql`
        select j.id, r.building, r.floor from work_order_jobs j join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id
        ${ROOM_OF_ORDER} where j.tenant_id = ${tx.tenantId} and j.id = any(${written}::bigint[])`)
    : [];
  const roomOf = new Map(rooms.map((room) => [room.id, room]));
  const types = await tx.rows(db.selectFrom('service_types').select(['id', 'parent_id']).where('tenant_id', '=', tx.tenantId));
  const parents = new Map(types.map(({ id, parent_id }) => [id, parent_id]));
  const upFrom = (id: number): number[] => {
    const path: number[] = [];
    for (let one: number | null | undefined = id; one && !path.includes(one); one = parents.get(one)) path.push(one);
    return path;
  };
  const returners = jobs.flatMap(({ returned_by }) => returned_by ?? []);
  const starts = jobs.map(({ service_at }) => instantOf(at ?? service_at));
  const absences = returners.length ? await absencesOf(tx, returners, daysAround(Math.min(...starts), Math.max(...starts))) : [];
  const handTo = ({ returned_by, service_at }: WantedRow) =>
    absences.find((one) => one.user_id === returned_by && one.starts_at <= service_at && one.ends_at > service_at)?.hand_to_id ?? null;
  const indoors = (job: WantedRow) => indoorsOf(job.room ?? roomOf.get(job.id) ?? { building: null, floor: null });
  return jobs.map((job) => ({
    jobId: job.id,
    startsAt: instantOf(at ?? job.service_at),
    minutes: job.minutes,
    place: placeOf(job),
    indoors: indoors(job),
    typeName: job.service_type_name,
    typeIds: upFrom(job.service_type_id),
    personName: job.person_name,
    personId: job.person_id,
    urgency: job.emergency,
    returnedBy: job.returned_by,
    handTo: handTo(job),
  }));
}

const toSpan = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => ({
  startsAt: instantOf(starts_at),
  endsAt: instantOf(ends_at),
});

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
  const leaves = Map.groupBy(await absencesOf(tx, ids, span), ({ user_id }) => user_id);
  const skills = Map.groupBy(await tx.rows(skillsOf(tx.tenantId, ids)), ({ user_id }) => user_id);
  const people = [...new Set(wishes.map(({ personId }) => personId))];
  const visits = Map.groupBy(await tx.rows(visitsTo(tx.tenantId, people, textOf(context.deps.now()))), ({ user_id }) => user_id);
  const book: Book = {
    base: await baseOf(tx),
    pages: staff.map(({ id, status }) => ({
      userId: id,
      disabled: status !== 0,
      busy: busy.get(id) ?? [],
      duties: (duties.get(id) ?? []).map(toSpan),
      leaves: (leaves.get(id) ?? []).map(toSpan),
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
