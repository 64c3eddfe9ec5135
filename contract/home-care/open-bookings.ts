/** 居家预约 by family, on a public page without a session. */
import { z } from 'zod';
import { date, int, ok, orNull, required, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { mobile } from '../phones.ts';
import { codeOf } from '../visitors/visitor-slots.rules.ts';
import { Offered } from './home-areas.ts';
import { bookedProjects, Half, wishes } from './home-bookings.ts';

/** `{tenant}.{32 characters}`: whose page it is, and the secret. */
const token = z.string().regex(/^[1-9]\d{0,14}\.[\w-]{32}$/, { error: '预约链接无效或已停用' });

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
});

/** Where the service is to be; degrees are what a phone measures (WGS-84). */
const place = {
  address: required(200, '请输入服务地址'),
  lng: orNull(z.number().min(-180, { error: '位置不正确' }).max(180, { error: '位置不正确' })),
  lat: orNull(z.number().min(-90, { error: '位置不正确' }).max(90, { error: '位置不正确' })),
};
const NO_CODE = '预约码应为6位字母和数字';
/** By what a family names its booking. */
const own = {
  token,
  code: z
    .string({ error: NO_CODE })
    .max(20, { error: NO_CODE })
    .refine((typed) => codeOf(typed) !== null, { error: NO_CODE })
    .transform((typed) => codeOf(typed) as string),
  phone: mobile,
};
const open = { access: 'public', rate: 'open', audit: false, bodyLimit: 16 * 1024 } as const;
const BASE = '/members/homebooking/open/{token}';

export const openBookings = {
  page: get(BASE, '居家预约页', {
    access: 'public',
    rate: 'open',
    input: z.object({ token }),
    output: z.object({
      tenantName: z.string(),
      cancelHours: z.number(),
      relations: z.array(z.object({ value: z.number(), label: z.string() })),
    }),
  }),
  /** What is offered at an address, and when. */
  offer: post(`${BASE}/offer`, '居家预约可约时段', {
    ...open,
    input: z.object({ token, ...place }),
    output: z.object({ areaName: z.string(), projects: z.array(Offered), halves: z.array(Half) }),
  }),
  /** `smsCode` was sent by `phoneCode` (purpose `home`). */
  book: post(BASE, '预约居家服务', {
    ...open,
    input: z.object({
      token,
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
  find: post(`${BASE}/find`, '查询居家预约', { ...open, input: z.object(own), output: OpenBooking }),
  cancel: post(`${BASE}/cancel`, '家属取消居家预约', { ...open, input: z.object(own), output: ok, message: '预约已取消' }),
};
