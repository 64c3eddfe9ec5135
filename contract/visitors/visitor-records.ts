/** 访客登记, `bcvisitorsrecord` on the wire: bookings, who came, who left. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, date, dateTime, flag, id, int, nothing, ok, orNull, required, text, whole } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { identityNumberOf } from '../elderly/identity-numbers.rules.ts';
import { mobile } from '../phones.ts';
import { exportRoute } from '../transfers/transfers.ts';

/** People who come together. */
export const MOST_PEOPLE = 20;

export const HealthAnswers = z.array(z.object({ text: text(100), answer: z.boolean() })).max(10);

export const VisitorRecord = z.object({
  id: z.number(),
  /** visitorStates of visitor-commands.rules.ts. */
  state: z.number(),
  source: z.number(),
  code: z.string(),
  day: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  visitorName: z.string(),
  visitorPhone: z.string(),
  identityTail: z.string().nullable(),
  oldmanId: z.number().nullable(),
  oldmanName: z.string().nullable(),
  place: z.string().nullable(),
  purpose: z.string().nullable(),
  /** Dictionary `relation`. */
  relation: z.number().nullable(),
  people: z.number(),
  companions: z.string().nullable(),
  answers: z.array(z.object({ text: z.string(), answer: z.boolean(), blocks: z.boolean() })),
  blocked: z.boolean(),
  temperature: z.number().nullable(),
  restricted: z.boolean(),
  overrideReason: z.string().nullable(),
  overrideBy: z.string().nullable(),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  remarks: z.string().nullable(),
  arriveTime: z.string().nullable(),
  arrivedBy: z.string().nullable(),
  dueTime: z.string().nullable(),
  leaveTime: z.string().nullable(),
  leftBy: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

const WRONG_IDENTITY = '身份证号不正确，请核对18位号码';
export const identityNumber = z
  .string({ error: WRONG_IDENTITY })
  .trim()
  .max(30, { error: WRONG_IDENTITY })
  .refine((typed) => identityNumberOf(typed) !== null, { error: WRONG_IDENTITY })
  .transform((typed) => identityNumberOf(typed) as string);
const temperature = z.number({ error: '体温应为34至43度' }).min(34, { error: '体温应为34至43度' }).max(43, { error: '体温应为34至43度' });
export const overrideReason = orNull(text(200));

const who = {
  oldmanId: clearable(id),
  visitorName: required(20, '请输入访客姓名'),
  visitorPhone: mobile,
  relation: clearable(int(1, 99)),
  people: whole(1, MOST_PEOPLE, '来访人数').default(1),
  companions: clearable(text(100)),
  purpose: clearable(text(100)),
  remarks: clearable(text(300)),
};
const form = { ...who, startTime: dateTime, endTime: clearable(dateTime) };

const query = {
  keyword: text(20).optional(),
  oldmanName: text(20).optional(),
  oldmanId: id.optional(),
  state: int(1, 7).optional(),
  source: int(1, 3).optional(),
  restricted: flag.optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};

const at = { id, version: z.int() };
const BASE = '/business/bcvisitorsrecord';
const EDIT = 'business_bcvisitorsrecord_edit';
const DESK = 'business_bcvisitor_desk';

/** A visitor at the desk, with what the door has against it. */
export const Comer = z.object({
  record: VisitorRecord,
  /** Of the restriction; null: none. */
  restriction: z.string().nullable(),
  today: z.boolean(),
});

const crud = crudRoutes(BASE, '访客登记', { permission: 'business_bcvisitorsrecord', row: VisitorRecord, form, query });

export const visitorRecords = {
  ...crud,
  /** A booking of staff. One for a restricted visitor says why all the same. */
  create: { ...crud.create, input: crud.create.input.extend({ overrideReason }) },
  export: exportRoute(`${BASE}/export`, '访客登记', 'business_bcvisitorsrecord_export', query),
  approve: put(`${BASE}/approve`, '通过来访预约', { access: EDIT, input: z.object(at), output: ok, message: '已通过' }),
  refuse: put(`${BASE}/refuse`, '拒绝来访预约', {
    access: EDIT,
    input: z.object({ ...at, reason: required(200, '请填写拒绝原因') }),
    output: ok,
    message: '已拒绝',
  }),
  cancel: put(`${BASE}/cancel`, '取消来访预约', {
    access: EDIT,
    input: z.object({ ...at, reason: required(200, '请填写取消原因') }),
    output: ok,
    message: '已取消',
  }),
  /** Whom a code, a whole phone number or its last four digits may mean today: at most ten, who is in the house last. */
  find: get(`${BASE}/desk`, '查找访客', {
    access: DESK,
    input: z.object({ keyword: required(60, '请输入预约码或手机号') }),
    output: z.array(Comer),
  }),
  /** Who is in the house, overdue ones first. */
  inside: get(`${BASE}/inside`, '在院访客', { access: 'business_bcvisitorsrecord_view', input: nothing, output: z.array(VisitorRecord) }),
  arrive: put(`${BASE}/arrive`, '登记到访', {
    access: DESK,
    input: z.object({
      ...at,
      people: whole(1, MOST_PEOPLE, '来访人数').optional(),
      companions: clearable(text(100)),
      identityNumber: orNull(identityNumber),
      temperature: orNull(temperature),
      overrideReason,
    }),
    output: ok,
    message: '已登记到访',
  }),
  leave: put(`${BASE}/leave`, '登记离院', {
    access: DESK,
    /** Without a time: now. */
    input: z.object({ ...at, leaveTime: orNull(dateTime) }),
    output: ok,
    message: '已登记离院',
  }),
  /** Who comes without a booking. */
  walkIn: post(`${BASE}/walkin`, '现场登记', {
    access: DESK,
    input: z.object({
      ...who,
      identityNumber: orNull(identityNumber),
      temperature: orNull(temperature),
      answers: HealthAnswers.default([]),
      overrideReason,
    }),
    output: id,
    message: '已登记到访',
  }),
};
