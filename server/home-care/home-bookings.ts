/** Bookings of staff, and what staff decide about those of families. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { bookingSources } from '#contract/home-care/home-booking-commands.rules.ts';
import { areaOf, freeHalves, isServed, type FreeHalf, type HomePlace } from '#contract/home-care/areas.rules.ts';
import { homeBookings as routes, MOST_OF_WEEK } from '#contract/home-care/home-bookings.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import type { Point } from '#contract/warnings/fences.rules.ts';
import { metresBetween } from '#contract/work-orders/routes.rules.ts';
import type { Context } from '../context.ts';
import { apply, applyTo, openFor } from '../db/transitions.ts';
import { invalid, Refusal, refused } from '../errors.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { hasGone } from '../elderly/registrations.ts';
import { fromMap, inMapOrder, isPosition } from '../geo/coordinates.ts';
import { asking } from '../geo/regions.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { matching, readOne, reads, withColumns } from '../lists/crud.ts';
import { exporting } from '../transfers/exports.ts';
import { bookOrder, moveBookedOrder } from '../work-orders/booked-orders.ts';
import { projectsOf } from '../work-orders/work-order-jobs.ts';
import { offersOf } from './home-offers.ts';
import { addBooking, bookingRows, seenBooking, wireWith, type BookingRow, type Selected } from './home-booking-rows.ts';
import { booking, pending, slotOf } from './home-booking-machine.ts';
import { bookingSheet } from './home-booking-sheet.ts';
import { areasOf, basePoint, placeOf, regionOf, takenOf, takePlace, type Area } from './home-places.ts';
import { settingsOf } from './home-settings.ts';

interface Where {
  address: string;
  /** GCJ-02. */
  lng: number | null;
  lat: number | null;
}

/** The position of a form, WGS-84; null where it says none. */
function pointOf({ lng, lat }: Where): Point | null {
  if (lng === null && lat === null) return null;
  if (lng === null || lat === null || !isPosition(...inMapOrder(lng, lat))) throw invalid('坐标不正确');
  return fromMap(inMapOrder(lng, lat));
}

/** The place of a form, and the area that serves it. */
async function areaAt(context: Context, where: Where): Promise<{ place: HomePlace; area: Area | null; areas: Area[]; base: Point | null }> {
  const region = await regionOf(context.tx);
  const place = await asking(context, (geocoder) => placeOf(geocoder, where.address, pointOf(where), region));
  const areas = await areasOf(context.tx);
  const base = await basePoint(context.tx);
  return { place, areas, base, area: areaOf(areas, place, base) };
}

interface Taking {
  area: Area | null;
  day: string;
  half: number;
  reason: string | null;
  except?: number;
}

/**
 * Takes the place of a half day for staff. Outside of an area, on a day that it does not have, or over its capacity only with a reason,
 * which then is written down with who gave it. Throws 409 when it is full, 422 otherwise.
 */
async function settlePlace(context: Context, { area, day, half, reason, except = 0 }: Taking) {
  const plain = { area_id: area?.id ?? null };
  try {
    if (area === null) throw refused('地址不在服务区域内，如需安排请填写例外原因');
    if (!isServed(area, day, half)) throw refused('该时段不在服务时间内，如需安排请填写例外原因');
    await takePlace(context, area, { day, half, except });
    return plain;
  } catch (error) {
    if (!(error instanceof Refusal) || reason === null) throw error;
    return { ...plain, override_reason: reason, override_by: context.session.name };
  }
}

/** The person of a booking, as far as the session reaches. Throws 404, and 422 when they have gone. */
async function bookedPerson(context: Context, id: number) {
  const person = await readOne(peopleRows(context.session), id, context);
  if (hasGone(person.status)) throw refused('该服务对象已离开机构，不能预约');
  return person;
}

const areaOfRow = async ({ tx }: Context, row: BookingRow): Promise<Area | null> =>
  (await areasOf(tx)).find(({ id }) => id === row.area_id) ?? null;

/** What was booked, in the order in which it is done. */
const bookedOf = ({ tx }: Context, bookingId: number) =>
  tx.rows<{ id: number; minutes: number }>(sql`
    select project_id as id, minutes from home_booking_projects
    where tenant_id = ${tx.tenantId} and booking_id = ${bookingId} order by project_id`);

function needFuture({ deps }: Context, day: string): void {
  if (day < dayOf(deps.now())) throw refused('期望日期已过');
}

async function confirm(
  { id, version, oldmanId, serverTime, serverUserId, overrideReason, force }: z.output<typeof routes.confirm.input>,
  context: Context,
): Promise<z.input<typeof routes.confirm.output>> {
  await seenBooking(context, id);
  const row = await openFor(booking, context, { id, version }, 'confirm');
  const personId = oldmanId ?? row.person_id;
  if (personId === null) throw refused('请选择服务对象');
  const person = await bookedPerson(context, personId);
  needFuture(context, serverTime.slice(0, 10));
  const area = await areaOfRow(context, row);
  const slot = slotOf(serverTime);
  const place = await settlePlace(context, { area, ...slot, reason: overrideReason ?? row.override_reason, except: id });
  const wire = (await wireWith(context.tx))(await seenBooking(context, id));
  const order = await bookOrder(context, {
    personId,
    contactName: row.contact_name,
    phone: row.phone,
    address: row.address,
    lng: wire.longitude,
    lat: wire.latitude,
    projects: await bookedOf(context, id),
    serverTime,
    serverUserId,
    remarks: `居家预约${row.code}${row.note ? `：${row.note}` : ''}`.slice(0, 100),
    force,
  });
  const set = { ...slot, ...place, person_id: person.id, person_name: person.userName };
  await applyTo(booking, context, row, { action: 'confirm', by: context.session.name, orderId: order.id, set });
  return { workOrderId: order.id, workNo: order.number };
}

async function move(
  { id, version, serverTime, overrideReason, force }: z.output<typeof routes.move.input>,
  context: Context,
): Promise<true> {
  await seenBooking(context, id);
  const row = await openFor(booking, context, { id, version }, 'move');
  needFuture(context, serverTime.slice(0, 10));
  const slot = slotOf(serverTime);
  const area = await areaOfRow(context, row);
  const place = await settlePlace(context, { area, ...slot, reason: overrideReason ?? row.override_reason, except: id });
  const { work_order_id: orderId } = row;
  return applyTo(booking, context, row, { action: 'move', set: { ...slot, ...place } }, async () => {
    if (orderId !== null) await moveBookedOrder(context, orderId, { serverTime, force });
  });
}

/** The half days that staff may offer: the lead time is for families. */
const freeFor = (area: Area, days: readonly string[], taken: ReadonlyMap<string, number>, now: number): FreeHalf[] =>
  freeHalves({ ...area, leadHours: 0 }, days, taken, now);

export const homeBookings: Handlers<typeof routes> = {
  async page(input, context) {
    const wire = await wireWith(context.tx);
    const found = await reads(bookingRows(context.tx.tenantId)).page(input, context);
    return { ...found, records: found.records.map(wire) };
  },
  export: exporting(routes.export, bookingSheet),

  async week({ from, ...search }, context) {
    const { tx, session } = context;
    const list = bookingRows(tx.tenantId);
    const within = matching(list, { ...search, startDate: from, endDate: nextDay(from, 6) }, session);
    const rows = await tx.rows<Selected>(
      withColumns<Selected>(within, list.columns)
        .orderBy('day' as never)
        .orderBy('half' as never)
        .orderBy('id' as never)
        .limit(MOST_OF_WEEK + 1),
    );
    return { bookings: rows.slice(0, MOST_OF_WEEK).map(await wireWith(tx)), cut: rows.length > MOST_OF_WEEK };
  },

  async offer(where, context) {
    const { tx, deps } = context;
    const { area, areas, base, place } = await areaAt(context, where);
    const lines = [base, place.point].map((point) => point && { lng: point[0], lat: point[1] }) as [never, never];
    const metres = metresBetween(...lines);
    if (area === null) return { area: null, metres, halves: [] };
    const { daysAhead } = await settingsOf(tx);
    const now = deps.now();
    const days = Array.from({ length: daysAhead + 1 }, (_, ahead) => nextDay(dayOf(now), ahead));
    const taken = await takenOf(tx, areas, area, { from: days[0]!, to: days.at(-1)!, base });
    const { id, name } = area;
    return { area: { id, name, projects: await offersOf(tx, id) }, metres, halves: freeFor(area, days, taken, now) };
  },

  async get({ id }, context) {
    return (await wireWith(context.tx))(await seenBooking(context, id));
  },

  async create(input, context) {
    // Asked before the key is kept: a service outside may be asked meanwhile.
    const { place, area } = await areaAt(context, input);
    return once(context, routes.create, input, async () => {
      const { tx, session } = context;
      const { oldmanId, contactName, phone, relation, address, projectIds, day, half, others, note, overrideReason } = input;
      const person = await bookedPerson(context, oldmanId);
      needFuture(context, day);
      const projects = await projectsOf(tx, projectIds);
      const taken = await settlePlace(context, { area, day, half, reason: overrideReason });
      const { id } = await addBooking(
        tx,
        {
          state: pending,
          source: bookingSources.staff,
          person_id: person.id,
          person_name: person.userName,
          contact_name: contactName,
          phone,
          relation: relation ?? null,
          address,
          longitude: place.point?.[0] ?? null,
          latitude: place.point?.[1] ?? null,
          day,
          half,
          others: JSON.stringify(others),
          note: note ?? null,
          ...taken,
          created_by: session.userId,
        },
        [...projects.values()],
      );
      await context.emit('home-booking.changed', { bookingId: id });
      return id;
    });
  },

  // A page that lost the answer sends the same once more: it gets the same order.
  confirm: (input, context) => once(context, routes.confirm, input, () => confirm(input, context)),
  move: (input, context) => once(context, routes.move, input, () => move(input, context)),

  async decline({ reason, ...which }, context) {
    await seenBooking(context, which.id);
    return apply(booking, context, which, { action: 'decline', by: context.session.name, reason });
  },
  async cancel({ reason, ...which }, context) {
    await seenBooking(context, which.id);
    return apply(booking, context, which, { action: 'cancel', by: context.session.name, reason, hours: null });
  },
};
