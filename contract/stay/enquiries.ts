/** 入住咨询: who asks for a place, what is said to them, the queue for a bed, and what became of it. */
import { z } from 'zod';
import { byId, changes, clearable, date, id, int, ok, orNull, page, paging, required, text, whole } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { phone } from '../phones.ts';
import { exportRoute } from '../transfers/transfers.ts';

const BASE = '/members/enquiry';
const PERMISSION = 'members_enquiry';

export const Enquiry = z.object({
  id: z.number(),
  state: z.number(),
  /** Of the person that the place is for. */
  userName: z.string(),
  gender: z.number().nullable(),
  age: z.number().nullable(),
  contactName: z.string().nullable(),
  contactRelation: z.number().nullable(),
  mobile: z.string(),
  /** Dictionary `enquiry_source`. */
  source: z.number(),
  careLevel: z.number().nullable(),
  wantedDate: z.string().nullable(),
  wishes: z.string().nullable(),
  remarks: z.string().nullable(),
  visitTime: z.string().nullable(),
  waitTime: z.string().nullable(),
  /** How many wait for a bed since before; null: they do not wait. */
  ahead: z.number().nullable(),
  nextDate: z.string().nullable(),
  /** Dictionary `enquiry_lost_reason`. */
  lostReason: z.number().nullable(),
  lostNote: z.string().nullable(),
  ownerId: z.number(),
  ownerName: z.string(),
  createBy: z.string(),
  version: z.number(),
  createTime: z.string(),
});

export const EnquiryDetail = z.object({
  ...Enquiry.shape,
  events: z.array(
    z.object({ id: z.number(), kind: z.string(), text: z.string().nullable(), userName: z.string(), createTime: z.string() }),
  ),
});

const form = {
  userName: required(20, '请输入姓名'),
  gender: clearable(int(1, 2)),
  age: clearable(whole(0, 130, '年龄')),
  contactName: clearable(text(20)),
  contactRelation: clearable(int(1, 99)),
  mobile: phone('contact'),
  source: int(1, 99),
  careLevel: clearable(int(1, 99)),
  wantedDate: clearable(date),
  wishes: clearable(text(500)),
  remarks: clearable(text(500)),
  nextDate: clearable(date),
  /** Who follows it up; absent: who wrote it down. */
  ownerId: clearable(id),
};

const query = {
  userName: text(20).optional(),
  mobile: text(20).optional(),
  state: int(1, 6).optional(),
  source: int(1, 99).optional(),
  ownerId: id.optional(),
  /** Open ones that are to be asked again until this day. */
  nextUntil: date.optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};
const versioned = { id, version: z.int().optional() };
const said = { ...versioned, text: required(500, '请填写内容'), nextDate: orNull(date) };
const act = <Shape extends z.ZodRawShape>(name: string, title: string, input: Shape, message = '已保存') =>
  put(`${BASE}/${name}`, title, { access: `${PERMISSION}_edit`, input: z.object(input), output: ok, message });

const Share = z.object({ key: z.number(), count: z.number(), visited: z.number(), admitted: z.number(), lost: z.number() });

export const enquiries = {
  page: get(`${BASE}/page`, '入住咨询列表', {
    access: `${PERMISSION}_view`,
    input: z.object({ ...paging, ...query }),
    output: page(Enquiry),
  }),
  export: exportRoute(`${BASE}/export`, '入住咨询', `${PERMISSION}_export`, query),
  /** Beds that are free now, that are kept, and that become free within 30 days; and who waits for one. */
  forecast: get(`${BASE}/forecast`, '床位预测', {
    access: `${PERMISSION}_view`,
    input: z.object({}),
    output: z.object({ free: z.number(), kept: z.number(), leaving: z.number(), waiting: z.number() }),
  }),
  /** Enquiries of a span by where they came from, and why they were lost. */
  statistics: get(`${BASE}/statistics`, '入住咨询统计', {
    access: `${PERMISSION}_view`,
    input: z.object({ startDate: date, endDate: date }),
    output: z.object({
      total: Share.omit({ key: true }),
      bySource: z.array(Share),
      byReason: z.array(z.object({ key: z.number(), count: z.number() })),
    }),
  }),
  get: get(`${BASE}/{id}`, '入住咨询详情', { access: `${PERMISSION}_view`, input: byId, output: EnquiryDetail }),
  create: post(BASE, '登记入住咨询', { access: `${PERMISSION}_add`, input: z.object(form), output: id, message: '已登记' }),
  update: put(BASE, '修改入住咨询', {
    access: `${PERMISSION}_edit`,
    input: z.object({ ...changes(form), ...versioned }),
    output: ok,
    message: '更新成功',
  }),
  follow: act('follow', '登记跟进', said),
  visit: act('visit', '登记参观', said),
  wait: act('wait', '排队等候床位', { ...versioned, nextDate: orNull(date) }),
  lose: act('lose', '标记流失', { ...versioned, reason: int(1, 99), note: clearable(text(200)) }),
  reopen: act('reopen', '重新跟进', versioned),
};
