/** When and how family may come: one set of settings per tenant, and the slots of a week. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, clock, date, int, nothing, ok, required, text, whole } from '../fields.ts';
import { get, post, put } from '../http.ts';

export const MOST_QUESTIONS = 10;

const settings = {
  /** Family books by itself, on the public page. */
  publicBooking: z.boolean(),
  daysAhead: int(0, 60),
  /** People of one booking. */
  peopleMost: int(1, 20),
  approval: z.boolean(),
  questions: z
    .array(z.object({ text: required(100, '请填写问题'), blocks: z.boolean() }))
    .max(MOST_QUESTIONS, { error: `最多${MOST_QUESTIONS}个问题` }),
  usualMinutes: int(15, 720),
  /** After the planned end, until a visitor counts as overdue. */
  overdueMinutes: int(0, 240),
  closedDays: z.array(date).max(100, { error: '最多100个停止探访日' }),
};

export const VisitorSettings = z.object({
  ...settings,
  questions: z.array(z.object({ text: z.string(), blocks: z.boolean() })),
  closedDays: z.array(z.string()),
  /** Of the public page; null until settings were saved once. */
  path: z.string().nullable(),
  version: z.number(),
});

/** Of a tenant that changed nothing; `version` 0. */
export const defaultVisitorSettings: z.output<typeof VisitorSettings> = {
  publicBooking: false,
  daysAhead: 7,
  peopleMost: 4,
  approval: false,
  questions: [
    { text: '近三天有发热、咳嗽、腹泻等症状', blocks: true },
    { text: '近七天接触过传染病患者', blocks: true },
  ],
  usualMinutes: 120,
  overdueMinutes: 15,
  closedDays: [],
  path: null,
  version: 0,
};

const VIEW = 'business_bcvisitorsrecord_view';
const CHANGE = 'business_bcvisitor_settings';
const BASE = '/business/bcvisitorsrecord/settings';

export const visitorSettings = {
  get: get(BASE, '访客设置', { access: VIEW, input: nothing, output: VisitorSettings }),
  update: put(BASE, '修改访客设置', {
    access: CHANGE,
    input: z.object({ ...settings, version: z.int() }),
    output: ok,
    message: '更新成功',
  }),
  /** A new public address; the earlier one opens nothing any more. */
  renew: post(`${BASE}/link`, '更换预约链接', { access: CHANGE, input: nothing, output: ok, message: '已更换，请重新张贴海报' }),
};

export const VisitorSlot = z.object({
  id: z.number(),
  /** 0 for Sunday. */
  weekdays: z.array(z.number()),
  startClock: z.string(),
  endClock: z.string(),
  building: z.string().nullable(),
  capacity: z.number(),
  version: z.number(),
  createTime: z.string(),
});

const slot = {
  weekdays: z.array(int(0, 6)).min(1, { error: '请选择星期' }).max(7, { error: '请选择星期' }),
  startClock: clock,
  endClock: clock,
  building: clearable(text(20)),
  capacity: whole(1, 500, '容量'),
};
const crud = crudRoutes('/business/bcvisitslot', '探访时段', { permission: CHANGE, row: VisitorSlot, form: slot, query: {} });

export const visitorSlots = {
  page: { ...crud.page, access: VIEW },
  get: { ...crud.get, access: VIEW },
  create: { ...crud.create, access: CHANGE },
  update: { ...crud.update, access: CHANGE },
  remove: { ...crud.remove, access: CHANGE },
};
