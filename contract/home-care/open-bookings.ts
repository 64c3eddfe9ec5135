/** 居家预约 by family, on a public page without a session. */
import { z } from 'zod';
import { date, int, ok, orNull, required, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { mobile } from '../phones.ts';
import { Choice, openCall, ownBooking, pageToken } from '../public-bookings.ts';
import { Offered } from './home-areas.ts';
import { bookedProjects, Half, wishes } from './home-bookings.ts';

/** A booking as who made it sees it: nothing of the person's record. */
export const OpenBooking = z.object({
  code: z.string(),
  state: z.number(),
  tenantName: z.string(),
  /** As it was given. */
  oldmanName: z.string(),
  day: z.string(),
  half: z.number(),
  projects: z.array(Offered),
  /** When the carer comes, and who it is; null until it is confirmed. */
  serverTime: z.string().nullable(),
  serverUserName: z.string().nullable(),
  reason: z.string().nullable(),
  /** It can be cancelled here. */
  cancellable: z.boolean(),
  /** Another half day can be chosen here. */
  movable: z.boolean(),
});

/** Where the service is to be; degrees are what a phone measures (WGS-84). */
const place = {
  address: required(200, '请输入服务地址'),
  lng: orNull(z.number().min(-180, { error: '位置不正确' }).max(180, { error: '位置不正确' })),
  lat: orNull(z.number().min(-90, { error: '位置不正确' }).max(90, { error: '位置不正确' })),
};
const BASE = '/members/homebooking/open/{token}';

export const openBookings = {
  page: get(BASE, '居家预约页', {
    access: 'public',
    rate: 'open',
    input: z.object({ token: pageToken }),
    output: z.object({
      tenantName: z.string(),
      cancelHours: z.number(),
      relations: z.array(Choice),
    }),
  }),
  /** What is offered at an address, and when. */
  offer: post(`${BASE}/offer`, '居家预约可约时段', {
    ...openCall,
    input: z.object({ token: pageToken, ...place }),
    output: z.object({ areaName: z.string(), projects: z.array(Offered), halves: z.array(Half) }),
  }),
  /** `smsCode` was sent by `phoneCode` (purpose `home`). */
  book: post(BASE, '预约居家服务', {
    ...openCall,
    input: z.object({
      token: pageToken,
      ...place,
      projectIds: bookedProjects,
      day: date,
      half: int(1, 2),
      others: wishes,
      oldmanName: required(20, '请输入老人姓名'),
      contactName: required(20, '请输入您的姓名'),
      relation: orNull(int(1, 99)),
      note: orNull(text(300)),
      phone: mobile,
      smsCode: required(10, '请输入短信验证码'),
    }),
    output: OpenBooking,
    message: '预约已提交',
  }),
  find: post(`${BASE}/find`, '查询居家预约', { ...openCall, input: z.object(ownBooking), output: OpenBooking }),
  /** The half days to which a booking can be moved. */
  halves: post(`${BASE}/halves`, '居家预约可改时段', {
    ...openCall,
    input: z.object(ownBooking),
    output: z.object({ halves: z.array(Half) }),
  }),
  /** It waits to be confirmed anew; the order of a confirmed one is cancelled. */
  move: post(`${BASE}/move`, '家属改居家预约时间', {
    ...openCall,
    input: z.object({ ...ownBooking, day: date, half: int(1, 2) }),
    output: OpenBooking,
    message: '已改时间，等待确认',
  }),
  cancel: post(`${BASE}/cancel`, '家属取消居家预约', { ...openCall, input: z.object(ownBooking), output: ok, message: '预约已取消' }),
};
