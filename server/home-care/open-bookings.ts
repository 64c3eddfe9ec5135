/** Bookings by family on the public page: it shows no person's data, and says the same for known and unknown people. */
import { sql } from 'kysely';
import { areaOf, freeHalves, isBookable } from '#contract/home-care/areas.rules.ts';
import { bookingSources, mayCancel, mayRebook } from '#contract/home-care/home-booking-commands.rules.ts';
import { openBookings as routes } from '#contract/home-care/open-bookings.ts';
import type { Route } from '#contract/http.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import type { Actor, Context, Dependencies, Work } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { apply, applyTo, openFor } from '../db/transitions.ts';
import { conflict, invalid, refused } from '../errors.ts';
import { geocoderOf } from '../geo/regions.ts';
import type { Handlers } from '../http/implement.ts';
import { tenantName } from '../messages/notices.ts';
import { logPublic } from '../system/public-logs.ts';
import { readWords } from '../transfers/dictionary-words.ts';
import { publicBookings } from '../users/public-bookings.ts';
import { projectsOf } from '../work-orders/work-order-jobs.ts';
import { addBooking, lockBooking, type BookingRow } from './home-booking-rows.ts';
import { booking, cancelled, pending, textFamily, wishText } from './home-booking-machine.ts';
import { offersOf } from './home-offers.ts';
import { areasOf, basePoint, placeOf, regionOf, takenOf, takePlace, type Area } from './home-places.ts';
import { settingsOf } from './home-settings.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

/** Who acts by the public page. */
const FAMILY: Actor = { userId: null, name: '家属本人' };

type Settings = Awaited<ReturnType<typeof settingsOf>>;

const { withPage, withOwn, withPhoneCode } = publicBookings({
  purpose: 'home',
  actor: FAMILY,
  settingsOf,
  find: ({ tx }, code, phone) =>
    tx.row<{ id: number }>(
      sql`select id from home_bookings where tenant_id = ${tx.tenantId} and code = ${code} and phone = ${sealed(phone)}`,
    ),
});

interface Where {
  token: string;
  address: string;
  /** WGS-84, as a phone measures them. */
  lng: number | null;
  lat: number | null;
}

/** What is known of an address; no transaction is open while a service outside is asked. Throws 403 for a wrong token. */
async function placeAt({ token, address, lng, lat }: Where, deps: Dependencies) {
  const region = await withPage(deps, token, ({ tx }) => regionOf(tx));
  if ((lng === null) !== (lat === null)) throw invalid('位置不正确');
  return placeOf(geocoderOf(deps), address, lng === null || lat === null ? null : [lng, lat], region);
}

/** The area that serves a place. Throws 422 when none does. */
async function servedAt(tx: Tx, place: Awaited<ReturnType<typeof placeAt>>) {
  const [areas, base] = [await areasOf(tx), await basePoint(tx)];
  const area = areaOf(areas, place, base);
  if (area === null) throw refused('该地址暂不在服务区域内，请写明区县和街道或打开定位，也可打电话与机构联系');
  return { areas, area, base };
}

/** The one person with that name and that phone, their own or of a contact; null when there is none, or more than one. */
async function personOf(tx: Tx, name: string, phone: string): Promise<number | null> {
  const found = await tx.rows<{ id: number }>(sql`
    select p.id from people p
    where p.tenant_id = ${tx.tenantId} and p.deleted_at is null and p.status in (1, 2, 3)
      and p.name_terms @> app.name_terms(${tx.tenantId}::bigint, ${name}) and p.name = ${name}
      and (p.mobile = ${sealed(phone)} or p.contact_phone = ${sealed(phone)} or exists (select from person_contacts c
        where c.tenant_id = p.tenant_id and c.person_id = p.id and c.phone = ${sealed(phone)})) limit 2`);
  return found.length === 1 ? (found[0] as { id: number }).id : null;
}

const log = ({ tx }: Work, route: Route, { request }: Context, name: string) => logPublic(tx, route, request, { username: name });

/** A booking as who made it sees it. */
async function toFamily({ tx, deps }: Work, row: BookingRow, { cancelHours }: Settings) {
  const projects = await tx.rows<{ id: number; name: string; price: number; minutes: number }>(sql`
    select project_id as id, name, price_fen::float8 / 100 as price, minutes from home_booking_projects
    where tenant_id = ${tx.tenantId} and booking_id = ${row.id} order by project_id`);
  return {
    code: row.code,
    state: row.state,
    tenantName: await tenantName(tx),
    oldmanName: row.person_name,
    day: row.day,
    half: row.half,
    projects,
    serverTime: row.state === cancelled ? null : row.service_at,
    serverUserName: row.state === cancelled ? null : row.carers,
    reason: row.reason,
    cancellable: mayCancel(row, cancelHours, deps.now()),
    movable: row.area_id !== null && mayRebook(row, cancelHours, deps.now()),
  };
}

/** The area of a booking, as long as it is served. Throws 422 when it is not. */
function areaOfBooking(areas: readonly Area[], { area_id: id }: BookingRow): Area {
  const area = areas.find((one) => one.id === id);
  if (!area) throw refused('该预约不能在网上改时间，请打电话与机构联系');
  return area;
}

const wordsOf = ({ service_at, ...wish }: BookingRow): string => service_at?.slice(0, 16) ?? wishText(wish);

/** Moves a booking to a half day that is free. Throws 409 when it is full, 422 when it cannot be moved there. */
async function rebook(work: Work, id: number, { day, half }: { day: string; half: number }, settings: Settings): Promise<void> {
  const { tx, deps } = work;
  const row = await openFor(booking, work, { id }, 'rebook');
  const area = areaOfBooking(await areasOf(tx), row);
  if (row.day === day && row.half === half) throw refused('请选择另一个时段');
  if (day > nextDay(dayOf(deps.now()), settings.daysAhead)) throw refused(`只能预约今天起${settings.daysAhead}天内的日期`);
  if (!isBookable(area, day, half, deps.now())) throw refused('该时段不能预约，请选择其他时段');
  await takePlace(work, area, { day, half, except: id });
  const wish = { day, half, name: row.person_name };
  await needFew(tx, row.phone, wish, { most: Infinity, except: id });
  await applyTo(booking, work, row, { action: 'rebook', day, half, hours: settings.cancelHours, from: wordsOf(row) });
}

/** Throws 422 and 409 where a phone has as many open bookings as it may, or this very one. */
async function needFew(
  tx: Tx,
  phone: string,
  wish: { day: string; half: number; name: string },
  { most, except = 0 }: { most: number; except?: number },
): Promise<void> {
  const open = await tx.rows<{ code: string; same: boolean }>(sql`
    select code, day = ${wish.day}::date and half = ${wish.half} and person_name = ${wish.name} as same from home_bookings
    where tenant_id = ${tx.tenantId} and phone = ${sealed(phone)} and state in (1, 2) and id <> ${except}`);
  const same = open.find((one) => one.same);
  if (same) throw conflict(`该时段已有预约，预约码${same.code}`);
  if (open.length >= most) throw refused(`该手机号已有${open.length}个未完成的预约，请先取消或等待完成`);
}

export const openBookings: Handlers<typeof routes> = {
  page: ({ token }, { deps }) =>
    withPage(deps, token, async ({ tx }, { cancelHours }) => {
      const words = await readWords(tx, ['relation']);
      return {
        tenantName: await tenantName(tx),
        cancelHours,
        relations: [...(words.get('relation') ?? [])].map(([value, label]) => ({ value: Number(value), label })),
      };
    }),

  async offer(input, { deps }) {
    const place = await placeAt(input, deps);
    return withPage(deps, input.token, async ({ tx }, { daysAhead }) => {
      const { areas, area, base } = await servedAt(tx, place);
      const now = deps.now();
      const days = Array.from({ length: daysAhead + 1 }, (_, ahead) => nextDay(dayOf(now), ahead));
      const taken = await takenOf(tx, areas, area, { from: days[0]!, to: days.at(-1)!, base });
      return { areaName: area.name, projects: await offersOf(tx, area.id), halves: freeHalves(area, days, taken, now) };
    });
  },

  async book(input, context) {
    const { deps } = context;
    const { phone, address, projectIds, day, half, others, oldmanName, contactName, relation, note } = input;
    const place = await placeAt(input, deps);
    return withPhoneCode(input, context, async (work, settings) => {
      const { tx } = work;
      const now = deps.now();
      const { area } = await servedAt(tx, place);
      if (day > nextDay(dayOf(now), settings.daysAhead)) throw refused(`只能预约今天起${settings.daysAhead}天内的日期`);
      if (!isBookable(area, day, half, now)) throw refused('该时段不能预约，请选择其他时段');
      const offered = new Set((await offersOf(tx, area.id)).map(({ id }) => id));
      if (projectIds.some((id) => !offered.has(id))) throw refused('所选服务项目不在该区域提供，请重新选择');
      // Who comes to this half day waits here: what is counted below stands until this booking is written.
      await takePlace(work, area, { day, half });
      await needFew(tx, phone, { day, half, name: oldmanName }, { most: settings.openMost });
      const { id, code } = await addBooking(
        tx,
        {
          state: pending,
          source: bookingSources.family,
          person_id: await personOf(tx, oldmanName, phone),
          person_name: oldmanName,
          contact_name: contactName,
          phone,
          relation,
          address,
          longitude: place.point?.[0] ?? null,
          latitude: place.point?.[1] ?? null,
          area_id: area.id,
          day,
          half,
          others: JSON.stringify(others),
          note,
        },
        [...(await projectsOf(tx, projectIds)).values()],
      );
      await textFamily(work, phone, `您的居家预约（${wishText({ day, half })}）已提交，确认后短信通知，预约码${code}。`);
      await log(work, routes.book, context, contactName);
      await work.emit('home-booking.changed', { bookingId: id });
      return toFamily(work, await lockBooking(tx, id), settings);
    });
  },

  find: (input, context) => withOwn(input, context, async (work, id, settings) => toFamily(work, await lockBooking(work.tx, id), settings)),

  halves: (input, context) =>
    withOwn(input, context, async ({ tx, deps }, id, { daysAhead }) => {
      const row = await lockBooking(tx, id);
      const [areas, base] = [await areasOf(tx), await basePoint(tx)];
      const area = areaOfBooking(areas, row);
      const now = deps.now();
      const days = Array.from({ length: daysAhead + 1 }, (_, ahead) => nextDay(dayOf(now), ahead));
      const taken = await takenOf(tx, areas, area, { from: days[0]!, to: days.at(-1)!, base, except: id });
      const halves = freeHalves(area, days, taken, now).filter(({ day, half }) => day !== row.day || half !== row.half);
      return { halves };
    }),

  move: ({ day, half, ...own }, context) =>
    withOwn(own, context, async (work, id, settings) => {
      await rebook(work, id, { day, half }, settings);
      await log(work, routes.move, context, FAMILY.name);
      return toFamily(work, await lockBooking(work.tx, id), settings);
    }),

  cancel: (input, context) =>
    withOwn(input, context, async (work, id, { cancelHours: hours }) => {
      await apply(booking, work, { id }, { action: 'cancel', by: FAMILY.name, reason: null, hours });
      await log(work, routes.cancel, context, FAMILY.name);
      return true;
    }),
};
