/** Bookings as the wire shows and finds them, who sees them, and how a new one is written. */
import { randomInt } from 'node:crypto';
import { sql, type Expression, type Insertable, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { HomeBooking, homeBookings as routes } from '#contract/home-care/home-bookings.ts';
import { dataScopes } from '#contract/users/roles.ts';
import { codeOf, newCode } from '#contract/visitors/visitor-slots.rules.ts';
import { metresBetween } from '#contract/work-orders/routes.rules.ts';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Context, Session } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { toMap } from '../geo/coordinates.ts';
import { lookup, type Filter, type RowOf } from '../lists/columns.ts';
import { contains, equals, from, readOne, to, type ReadOptions } from '../lists/crud.ts';
import type { SearchOf } from '../lists/list.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { nameTerms } from '../lists/people-reach.ts';
import type { AnyBuilder } from '../lists/query.ts';
import { baseOf } from '../rooms/base.ts';
import type { Project } from '../work-orders/work-order-jobs.ts';
import { phoneFound } from '../lists/phone-search.ts';

export const NOUN = '居家预约';

/**
 * Those of people whom a session reaches, and its own. Of who is not known yet those of its departments' areas.
 */
export function reachesBooking(_eb: AnyBuilder | null, session: Session): Expression<SqlBool> | undefined {
  if (session.dataScope <= dataScopes.institution) return undefined;
  const area = sql`(home_bookings.person_id is null and home_bookings.area_id in (select a.id from home_areas a
    where a.tenant_id = ${session.tenantId} and a.department_id = any(${session.departmentIds}::bigint[])))`;
  const unknown = session.dataScope === dataScopes.department ? sql`or ${area}` : sql``;
  return sql<SqlBool>`(home_bookings.person_id in ${seenPeople(session)} or home_bookings.created_by = ${session.userId} ${unknown})`;
}

/** A number or its last four digits, six letters and digits a code, anything else a part of a name. */
const keyword =
  (tenantId: number): Filter<string> =>
  (eb, value) => {
    if (/^\d{4}$|^[\d-]{7,}$/.test(value)) return phoneFound('home_bookings.phone', value);
    const code = codeOf(value);
    if (code !== null) return sql`home_bookings.code = ${code}`;
    return eb.and([
      sql<SqlBool>`home_bookings.name_terms @> ${nameTerms(tenantId, value)}::text[]`,
      eb.or([contains('person_name')(eb, value), contains('contact_name')(eb, value)]),
    ]);
  };

const ofOrder = (value: string) =>
  sql`(select ${sql.raw(value)} from work_orders o where o.tenant_id = home_bookings.tenant_id and o.id = home_bookings.work_order_id)`;
const ofJobs = (value: string) =>
  sql`(select ${sql.raw(value)} from work_order_jobs j where j.tenant_id = home_bookings.tenant_id
    and j.work_order_id = home_bookings.work_order_id and j.status <> ${sql.lit(jobStatus.cancelled)})`;
const ofProjects = (value: string) =>
  sql`(select ${sql.raw(value)} from home_booking_projects p where p.tenant_id = home_bookings.tenant_id
    and p.booking_id = home_bookings.id)`;
/** When the first service of a booking's order is planned. */
export const plannedAt = ofJobs('min(j.service_at)');
export const plannedBy = ofJobs(`string_agg(distinct j.user_name, '、')`);

/** As it is selected: degrees are WGS-84. */
export type Selected = Omit<RowOf<typeof routes.page>, 'metres'>;

const columns: ReadOptions<Selected, SearchOf<typeof routes.page>, 'home_bookings'>['columns'] = {
  id: 'id',
  state: 'state',
  source: 'source',
  code: 'code',
  oldmanId: 'person_id',
  oldmanName: 'person_name',
  contactName: 'contact_name',
  phone: 'phone',
  relation: 'relation',
  address: 'address',
  longitude: 'longitude',
  latitude: 'latitude',
  areaId: 'area_id',
  areaName: lookup('home_areas', 'name', 'home_bookings.area_id'),
  day: 'day',
  half: 'half',
  others: 'others',
  projects: () =>
    ofProjects(`coalesce(json_agg(json_build_object('id', p.project_id, 'name', p.name, 'price', p.price_fen / 100.0,
      'minutes', p.minutes) order by p.project_id), '[]')`),
  price: () => ofProjects('coalesce(sum(p.price_fen), 0)::float8 / 100'),
  note: 'note',
  reason: 'reason',
  overrideReason: 'override_reason',
  overrideBy: 'override_by',
  workOrderId: 'work_order_id',
  workNo: () => ofOrder('o.number'),
  workState: () => ofOrder('o.status'),
  serverTime: () => plannedAt,
  serverUserName: () => plannedBy,
  decidedBy: 'decided_by',
  movedTime: 'moved_at',
  movedFrom: 'moved_from',
  endTime: 'ended_at',
  version: 'version',
  createTime: 'created_at',
};

export const bookingRows = (tenantId: number): ReadOptions<Selected, SearchOf<typeof routes.page>, 'home_bookings'> => ({
  table: 'home_bookings',
  noun: NOUN,
  scope: reachesBooking,
  columns,
  filters: {
    keyword: keyword(tenantId),
    oldmanId: equals('person_id'),
    state: equals('state'),
    source: equals('source'),
    areaId: equals('area_id'),
    startDate: from('day'),
    endDate: to('day'),
  },
  sorts: { day: 'day' },
});

/** The wire's degrees are the map's; distances are from where the institution is. */
export async function wireWith(tx: Tx): Promise<(row: Selected) => z.input<typeof HomeBooking>> {
  const base = await baseOf(tx);
  return ({ longitude, latitude, ...row }) => {
    const place = longitude === null || latitude === null ? null : { lng: longitude, lat: latitude };
    const [lng, lat] = place === null ? [null, null] : toMap([place.lng, place.lat]);
    return { ...row, longitude: lng, latitude: lat, metres: metresBetween(base, place) };
  };
}

/** A booking as far as the session reaches it. Throws 404. */
export const seenBooking = (context: Context, id: number): Promise<Selected> => readOne(bookingRows(context.tx.tenantId), id, context);

/** A booking, locked after its order: what ends an order locks in the same sequence. Throws 404. */
export async function lockBooking(tx: Tx, id: number) {
  await tx.run(sql`select from work_orders where tenant_id = ${tx.tenantId}
    and id = (select work_order_id from home_bookings where tenant_id = ${tx.tenantId} and id = ${id}) for no key update`);
  const row = await tx.row(
    db
      .selectFrom('home_bookings')
      .selectAll()
      .select([
        sql<number | null>`${ofOrder('o.status')}`.as('order_state'),
        sql<string | null>`${plannedAt}`.as('service_at'),
        sql<string | null>`${plannedBy}`.as('carers'),
      ])
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', id)
      .forUpdate('home_bookings'),
  );
  if (!row) throw notFound(NOUN);
  return row;
}
export type BookingRow = Awaited<ReturnType<typeof lockBooking>>;

type New = Omit<Insertable<Tables['home_bookings']>, 'tenant_id' | 'code' | 'name_terms'>;
/** A code that another booking has is made anew; so often that is no accident. */
const TRIES = 5;

/** Writes a booking under a new code with what is booked, at the price of now. */
export async function addBooking(tx: Tx, values: New, projects: readonly Project[]): Promise<{ id: number; code: string }> {
  for (let tried = 0; tried < TRIES; tried++) {
    const made = await tx.row(
      db
        .insertInto('home_bookings')
        .values({ ...values, tenant_id: tx.tenantId, code: newCode(randomInt) })
        .onConflict((on) => on.columns(['tenant_id', 'code']).doNothing())
        .returning(['id', 'code']),
    );
    if (!made) continue;
    await tx.run(
      db.insertInto('home_booking_projects').values(
        projects.map(({ id: project_id, name, price_fen, minutes }) => ({
          tenant_id: tx.tenantId,
          booking_id: made.id,
          project_id,
          name,
          price_fen,
          minutes,
        })),
      ),
    );
    return made;
  }
  throw new Error('no free code for a booking');
}
