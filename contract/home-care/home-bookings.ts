/** 居家预约, `homebooking` on the wire: what families would like to have done at home, and the order that it becomes. */
import { z } from 'zod';
import { byId, clearable, date, dateTime, decimal, id, int, ok, orNull, page, paging, picked, required, text } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { phone } from '../phones.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { Offered } from './home-areas.ts';

/** Beside the first wish. */
export const MOST_OTHERS = 2;
export const MOST_BOOKED = 10;
/** Of a week on the calendar. */
export const MOST_OF_WEEK = 1000;

const half = int(1, 2);
export const Wish = z.object({ day: date, half });
export const wishes = z
  .array(Wish)
  .max(MOST_OTHERS, { error: `备选时间最多${MOST_OTHERS}个` })
  .default([]);
export const bookedProjects = z
  .array(id)
  .min(1, { error: '请选择服务项目' })
  .max(MOST_BOOKED, { error: `每次最多预约${MOST_BOOKED}个服务项目` });

export const HomeBooking = z.object({
  id: z.number(),
  /** bookingStates of home-booking-commands.rules.ts. */
  state: z.number(),
  source: z.number(),
  code: z.string(),
  /** Null: staff have not chosen the person yet. */
  oldmanId: z.number().nullable(),
  oldmanName: z.string(),
  contactName: z.string(),
  phone: z.string(),
  /** Dictionary `relation`. */
  relation: z.number().nullable(),
  address: z.string(),
  /** GCJ-02. */
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** Metres in a straight line from the institution. */
  metres: z.number().nullable(),
  areaId: z.number().nullable(),
  areaName: z.string().nullable(),
  day: z.string(),
  half: z.number(),
  others: z.array(z.object({ day: z.string(), half: z.number() })),
  projects: z.array(Offered),
  /** Yuan, of all of them. */
  price: z.number(),
  note: z.string().nullable(),
  reason: z.string().nullable(),
  overrideReason: z.string().nullable(),
  overrideBy: z.string().nullable(),
  workOrderId: z.number().nullable(),
  workNo: z.string().nullable(),
  /** Canonical state of the order. */
  workState: z.number().nullable(),
  /** Of the order: when its first service is planned, and by whom. */
  serverTime: z.string().nullable(),
  serverUserName: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** When family last moved it, and what it was before, in words; null: they did not. */
  movedTime: z.string().nullable(),
  movedFrom: z.string().nullable(),
  endTime: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

/** Of one half day of an area. */
export const Half = z.object({ day: z.string(), half: z.number(), startClock: z.string(), endClock: z.string(), free: z.number() });

const query = {
  keyword: text(20).optional(),
  oldmanId: id.optional(),
  state: int(1, 5).optional(),
  source: int(1, 2).optional(),
  areaId: id.optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};
const overrideReason = orNull(text(200));
/** GCJ-02, as the map gives it. */
const position = { lng: orNull(decimal), lat: orNull(decimal) };
const at = { id, version: z.int() };
const BASE = '/members/homebooking';
const VIEW = 'members_homebooking_view';
const EDIT = 'members_homebooking_edit';
const CONFIRM = 'members_homebooking_confirm';

export const homeBookings = {
  page: get(`${BASE}/page`, '居家预约列表', { access: VIEW, input: z.object({ ...paging, ...query }), output: page(HomeBooking) }),
  export: exportRoute(`${BASE}/export`, '居家预约', 'members_homebooking_export', query),
  /** The bookings of seven days from `from` on, in their order; `cut`: there are more. */
  week: get(`${BASE}/week`, '居家预约周历', {
    access: VIEW,
    input: z.object({ from: date, state: query.state, areaId: query.areaId }),
    output: z.object({ bookings: z.array(HomeBooking), cut: z.boolean() }),
  }),
  /** The area that serves an address, what is offered there and what is free; `area` null: none does. */
  offer: get(`${BASE}/offer`, '居家服务时段', {
    access: VIEW,
    input: z.object({ address: required(200, '请输入地址'), ...position }),
    output: z.object({
      area: z.object({ id: z.number(), name: z.string(), projects: z.array(Offered) }).nullable(),
      metres: z.number().nullable(),
      halves: z.array(Half),
    }),
  }),
  get: get(`${BASE}/{id}`, '居家预约详情', { access: VIEW, input: byId, output: HomeBooking }),
  create: post(BASE, '新增居家预约', {
    access: 'members_homebooking_add',
    input: z.object({
      oldmanId: picked('请选择服务对象'),
      contactName: required(20, '请输入联系人'),
      phone: phone('contact'),
      relation: clearable(int(1, 99)),
      address: required(200, '请输入地址'),
      ...position,
      projectIds: bookedProjects,
      day: date,
      half,
      others: wishes,
      note: clearable(text(300)),
      /** Why it is written down though no area serves it or the half day is full. */
      overrideReason,
    }),
    output: id,
    message: '已登记，等待确认',
  }),
  /** Makes the order. Without `oldmanId`: for who was found. Answers 422 with `BoardOverlap[]` unless forced. */
  confirm: put(`${BASE}/confirm`, '确认居家预约', {
    access: CONFIRM,
    input: z.object({
      ...at,
      oldmanId: orNull(id),
      serverTime: dateTime,
      serverUserId: orNull(id),
      overrideReason,
      force: z.boolean().default(false),
    }),
    output: z.object({ workOrderId: z.number(), workNo: z.string() }),
    message: '已确认',
  }),
  decline: put(`${BASE}/decline`, '婉拒居家预约', {
    access: CONFIRM,
    input: z.object({ ...at, reason: required(200, '请填写婉拒原因') }),
    output: ok,
    message: '已婉拒',
  }),
  /** Another time; an order moves along. Answers 422 with `BoardOverlap[]` unless forced. */
  move: put(`${BASE}/move`, '改约居家预约', {
    access: EDIT,
    input: z.object({ ...at, serverTime: dateTime, overrideReason, force: z.boolean().default(false) }),
    output: ok,
    message: '已改约',
  }),
  cancel: put(`${BASE}/cancel`, '取消居家预约', {
    access: EDIT,
    input: z.object({ ...at, reason: required(200, '请填写取消原因') }),
    output: ok,
    message: '已取消',
  }),
};
