/** The demonstration's care at home: two areas about the institution, the public page, and a booking in each state. */
import { sql } from 'kysely';
import { areaShapes } from '#contract/home-care/areas.rules.ts';
import { bookingSources, bookingStates } from '#contract/home-care/home-booking-commands.rules.ts';
import { defaultHomeSettings } from '#contract/home-care/home-settings.ts';
import { DAY, dayOf, isoOf, nextDay, textOf } from '#contract/time.ts';
import { newCode } from '#contract/visitors/visitor-slots.rules.ts';
import type { Dependencies } from '../../server/context.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import { randomOf, type Random } from './random.ts';

interface Person {
  id: number;
  name: string;
  address: string;
  longitude: number;
  latitude: number;
}
interface Project {
  id: number;
  name: string;
  price_fen: number;
  minutes: number;
}

const { pending, confirmed, declined, cancelled, finished } = bookingStates;
const DAUGHTER = 3;
/** What the carers of the demonstration can do beside its other orders. */
const CAPACITY = 40;

/** The latest orders of people at home, with their person: what the demonstration's bookings have become. */
const ordersOf = (tx: Tx, statuses: readonly number[], most: number) =>
  tx.rows<Person & { orderId: number; day: string; half: number; projectId: number }>(sql`
    select p.id, p.name, o.person_address as address, p.longitude, p.latitude, o.id as "orderId", j.service_at::date as day,
      (case when extract(hour from j.service_at) < 12 then 1 else 2 end) as half, j.project_id as "projectId"
    from work_orders o join people p on p.tenant_id = o.tenant_id and p.id = o.person_id
      join work_order_jobs j on j.tenant_id = o.tenant_id and j.work_order_id = o.id
    where o.tenant_id = ${tx.tenantId} and o.status = any(${[...statuses]}::smallint[]) and o.source = 1 and p.service_type = 2
      and p.longitude is not null and j.status <> 6
      and (select count(*) from work_order_jobs n where n.tenant_id = o.tenant_id and n.work_order_id = o.id) = 1
    order by j.service_at desc, o.id desc limit ${most}`);

async function seedAreas(tx: Tx, projects: readonly Project[], middle: Person): Promise<number[]> {
  const area = {
    tenant_id: tx.tenantId,
    weekdays: [1, 2, 3, 4, 5, 6, 0],
    start_clock: '08:00',
    end_clock: '18:00',
    lead_hours: 12,
    capacity: CAPACITY,
  };
  const { longitude, latitude } = middle;
  const made = await tx.rows(
    db
      .insertInto('home_areas')
      .values([
        { ...area, name: '近郊片区', shape: areaShapes.circle, longitude, latitude, radius: 3000 },
        { ...area, name: '全市', shape: areaShapes.circle, longitude, latitude, radius: 30_000, lead_hours: 24, weekdays: [1, 2, 3, 4, 5] },
      ])
      .returning('id'),
  );
  const ids = made.map(({ id }) => id);
  await tx.run(
    db
      .insertInto('home_area_projects')
      .values(ids.flatMap((area_id) => projects.map(({ id }) => ({ tenant_id: tx.tenantId, area_id, project_id: id })))),
  );
  return ids;
}

interface New {
  person: Person;
  known?: boolean;
  state: number;
  day: string;
  half: number;
  project: Project;
  orderId?: number;
  reason?: string;
  note?: string;
  /** What it was before family moved it. */
  movedFrom?: string;
  /** Days ago. */
  ago: number;
}

async function book(tx: Tx, random: Random, areaId: number, now: number, one: New): Promise<void> {
  const { person, known = true, state, day, half, project, orderId = null, reason = null, note = null, movedFrom, ago } = one;
  const made = (await tx.row(
    db
      .insertInto('home_bookings')
      .values({
        tenant_id: tx.tenantId,
        state,
        source: random.chance(0.6) ? bookingSources.family : bookingSources.staff,
        code: newCode((below) => random.int(0, below - 1)),
        person_id: known ? person.id : null,
        person_name: person.name,
        contact_name: `${person.name.slice(0, 1)}女士`,
        phone: `199${String(random.int(10_000_000, 99_999_999))}`,
        relation: DAUGHTER,
        address: person.address,
        longitude: person.longitude,
        latitude: person.latitude,
        area_id: areaId,
        day,
        half,
        others: JSON.stringify(state === pending ? [{ day: nextDay(day), half }] : []),
        note,
        reason,
        work_order_id: orderId,
        ...(state === pending ? {} : { decided_by: '值班护士' }),
        ...(state >= declined ? { ended_at: isoOf(now - ago * DAY) } : {}),
        created_at: textOf(now - ago * DAY),
        ...(movedFrom === undefined ? {} : { family_moves: 1, moved_at: textOf(now - (ago / 2) * DAY), moved_from: movedFrom }),
      })
      .returning('id'),
  )) as { id: number };
  const { id: project_id, name, price_fen, minutes } = project;
  await tx.run(
    db.insertInto('home_booking_projects').values({ tenant_id: tx.tenantId, booking_id: made.id, project_id, name, price_fen, minutes }),
  );
}

/** To be called once people have orders. Without people at home there are areas and no bookings. */
export async function seedHomeCare(deps: Dependencies, tenantId: number): Promise<void> {
  await deps.inTenant(tenantId, async (tx) => {
    const people = await tx.rows<Person>(sql`
      select id, name, address, longitude, latitude from people where tenant_id = ${tenantId} and service_type = 2 and status = 1
        and deleted_at is null and address is not null and longitude is not null order by id limit 12`);
    const projects = await tx.rows<Project>(
      sql`select id, name, price_fen, minutes from service_projects where tenant_id = ${tenantId} and enabled and not sos_default
        order by id limit 8`,
    );
    const [middle] = await tx.rows<Person>(sql`
      select id, name, address, longitude, latitude from people where tenant_id = ${tenantId} and deleted_at is null
        and longitude is not null order by (service_type = 2) desc, id limit 1`);
    const [project] = projects;
    if (!middle || !project) return;
    const random = randomOf(`home care${tenantId}`);
    const now = deps.now();
    const { publicBooking: _, path: __, version: ___, ...rest } = defaultHomeSettings;
    await tx.run(
      db.insertInto('home_settings').values({
        tenant_id: tenantId,
        public_booking: true,
        // The demonstration's poster is the same on every start.
        link_secret: Array.from({ length: 32 }, () => 'abcdefghjkmnpqrstuvwxyz23456789'[random.int(0, 30)]).join(''),
        days_ahead: rest.daysAhead,
        open_most: rest.openMost,
        cancel_hours: rest.cancelHours,
        late_hours: rest.lateHours,
      }),
    );
    const [, city] = (await seedAreas(tx, projects, middle)) as [number, number];
    if (people.length < 6) return;
    const today = dayOf(now);
    const add = (one: New) => book(tx, random, city, now, one);
    const at = (index: number) => people[index % people.length] as Person;
    await add({
      person: at(0),
      state: pending,
      day: nextDay(today, 2),
      half: 1,
      project,
      note: '行动不便，请带助行器',
      movedFrom: `${nextDay(today)} 下午`,
      ago: 0.4,
    });
    await add({ person: at(1), known: false, state: pending, day: nextDay(today, 3), half: 2, project, ago: 0.1 });
    await add({ person: at(2), state: declined, day: nextDay(today), half: 1, project, reason: '当天人手已满，已电话说明', ago: 1 });
    await add({ person: at(3), state: cancelled, day: nextDay(today, 1), half: 2, project, reason: '老人住院', ago: 2 });
    const orders = [
      ...(await ordersOf(tx, [2], 3)).map((order) => ({ order, state: confirmed, ago: 1 })),
      ...(await ordersOf(tx, [4, 7], 2)).map((order) => ({ order, state: finished, ago: 5 })),
    ];
    for (const { order, state, ago } of orders) {
      const { id, name, address, longitude, latitude, orderId, day, half, projectId } = order;
      const done = projects.find((one) => one.id === projectId) ?? project;
      await add({ person: { id, name, address, longitude, latitude }, state, day, half, project: done, orderId, ago });
    }
  });
}
