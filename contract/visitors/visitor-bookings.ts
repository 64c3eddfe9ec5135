/** 来访预约 by family, on a public page without a session. */
import { z } from 'zod';
import { date, id, int, ok, orNull, required, text, whole } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { mobile } from '../phones.ts';
import { Choice, openCall, ownBooking, pageToken } from '../public-bookings.ts';
import { HealthAnswers, MOST_PEOPLE } from './visitor-records.ts';

/** What a family sees of the institution: its name and when one may come; nothing of the people who live there. */
export const BookingPage = z.object({
  tenantName: z.string(),
  peopleMost: z.number(),
  approval: z.boolean(),
  questions: z.array(z.object({ text: z.string() })),
  relations: z.array(Choice),
  days: z.array(
    z.object({
      day: z.string(),
      slots: z.array(
        z.object({ id: z.number(), startClock: z.string(), endClock: z.string(), building: z.string().nullable(), free: z.number() }),
      ),
    }),
  ),
});

/** A booking as its visitor sees it. */
export const Booking = z.object({
  code: z.string(),
  state: z.number(),
  tenantName: z.string(),
  day: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  visitorName: z.string(),
  /** As the visitor named them. */
  oldmanName: z.string(),
  people: z.number(),
  companions: z.string().nullable(),
  reason: z.string().nullable(),
});

const people = whole(1, MOST_PEOPLE, '来访人数');
const when = { day: date, slotId: id };
const BASE = '/business/bcvisitorsrecord/open/{token}';

export const visitorBookings = {
  page: get(BASE, '来访预约页', { access: 'public', rate: 'open', input: z.object({ token: pageToken }), output: BookingPage }),
  /** `smsCode` was sent by `phoneCode` (purpose `visit`). The resident is named with what only who knows them can say. */
  book: post(BASE, '预约来访', {
    ...openCall,
    input: z.object({
      token: pageToken,
      ...when,
      phone: mobile,
      smsCode: required(10, '请输入短信验证码'),
      visitorName: required(20, '请输入您的姓名'),
      oldmanName: required(20, '请输入老人姓名'),
      proof: required(20, '请输入老人身份证后四位或房间号'),
      relation: orNull(int(1, 99)),
      people,
      companions: orNull(text(100)),
      answers: HealthAnswers,
    }),
    output: Booking,
    message: '预约成功',
  }),
  find: post(`${BASE}/find`, '查询来访预约', { ...openCall, input: z.object(ownBooking), output: Booking }),
  change: put(`${BASE}/find`, '修改来访预约', {
    ...openCall,
    input: z.object({ ...ownBooking, ...when, people }),
    output: Booking,
    message: '修改成功',
  }),
  cancel: post(`${BASE}/cancel`, '取消来访预约', { ...openCall, input: z.object(ownBooking), output: ok, message: '预约已取消' }),
};
