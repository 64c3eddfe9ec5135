/** How an institution answers tickets: its hours and targets, groups, canned answers, and the page for families. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { CLOCK } from '../time.ts';
import { clearable, id, int, ok, required, text } from '../fields.ts';
import { get, post, put, type Route } from '../http.ts';

const MOST_MINUTES = 43_200;
/** Minutes for 紧急, 高, 普通, 低. */
const byPriority = z.array(int(1, MOST_MINUTES)).length(4, { error: '请填写四种优先级的时限' });
const time = z.string().refine((value) => CLOCK.test(value) || value === '24:00', { error: '时间格式应为HH:mm' });

const settings = {
  hours: z.array(z.object({ day: int(1, 7), from: time, to: time })).max(70, { error: '服务时段过多' }),
  /** Holidays have no hours, weekend days worked have some. */
  holidays: z.boolean(),
  firstMinutes: byPriority,
  solveMinutes: byPriority,
  /** Staff are reminded so many minutes before. */
  remindMinutes: int(5, 1440),
  /** Asker and staff may go on with a ticket so many days after its end. */
  reopenDays: int(1, 90),
  /** One that is solved is closed by itself after so many days. */
  closeDays: int(1, 90),
  /** Of the complaint register: until the first answer and until the result. */
  answerDays: int(1, 60),
  resultDays: int(1, 180),
  workingDays: z.boolean(),
  /** What the family writes goes to this group, and there to who has the fewest. */
  groupId: clearable(id),
  byLoad: z.boolean(),
};

export const TicketSettings = z.object({
  hours: z.array(z.object({ day: z.number(), from: z.string(), to: z.string() })),
  holidays: z.boolean(),
  firstMinutes: z.array(z.number()),
  solveMinutes: z.array(z.number()),
  remindMinutes: z.number(),
  reopenDays: z.number(),
  closeDays: z.number(),
  answerDays: z.number(),
  resultDays: z.number(),
  workingDays: z.boolean(),
  groupId: z.number().nullable(),
  byLoad: z.boolean(),
  /** The path of the page for families; null: there is none. */
  path: z.string().nullable(),
  version: z.number(),
});

const DAYS = [1, 2, 3, 4, 5];
const WORKDAY = 450;

/** Of a tenant that changed nothing; `version` 0. */
export const defaultTicketSettings: z.output<typeof TicketSettings> = {
  hours: DAYS.flatMap((day) => [
    { day, from: '08:30', to: '12:00' },
    { day, from: '13:30', to: '17:30' },
  ]),
  holidays: true,
  firstMinutes: [30, 120, 240, WORKDAY],
  solveMinutes: [240, WORKDAY, 3 * WORKDAY, 5 * WORKDAY],
  remindMinutes: 30,
  reopenDays: 7,
  closeDays: 3,
  answerDays: 7,
  resultDays: 15,
  workingDays: false,
  groupId: null,
  byLoad: true,
  path: null,
  version: 0,
};

export const TicketGroup = z.object({
  id: z.number(),
  name: z.string(),
  /** All of a department, beside those who are named. */
  deptId: z.number().nullable(),
  deptName: z.string().nullable(),
  /** Who hears of what is late. */
  headId: z.number().nullable(),
  headName: z.string().nullable(),
  memberIds: z.array(z.number()),
  memberNames: z.array(z.string()),
  version: z.number(),
  createTime: z.string(),
});

export const TicketReply = z.object({
  id: z.number(),
  title: z.string(),
  text: z.string(),
  sort: z.number(),
  version: z.number(),
  createTime: z.string(),
});

const access = 'business_ticket_settings';
const underSettings = <S extends Record<string, Route>>(service: S): S =>
  Object.fromEntries(Object.entries(service).map(([name, route]) => [name, { ...route, access }])) as S;

export const ticketSettings = {
  get: get('/business/ticket/settings', '诉求设置', { access: 'business_ticket_view', input: z.object({}), output: TicketSettings }),
  update: put('/business/ticket/settings', '修改诉求设置', {
    access,
    input: z.object({ ...settings, version: z.int() }),
    output: ok,
    message: '更新成功',
  }),
  /** A new address for families, the one before being worth nothing from now on; or none. Answers its path. */
  rotate: post('/business/ticket/settings/link', '家属诉求链接', {
    access,
    input: z.object({ open: z.boolean() }),
    output: z.string().nullable(),
    message: '操作成功',
  }),
};

export const ticketGroups = {
  ...underSettings(
    crudRoutes('/business/ticketgroup', '诉求小组', {
      permission: access,
      row: TicketGroup,
      form: {
        name: required(20, '请填写小组名称'),
        deptId: clearable(id),
        headId: clearable(id),
        memberIds: z.array(id).max(200, { error: '一个小组最多200人' }).default([]),
      },
      query: {},
    }),
  ),
  choices: get('/business/ticketgroup/choices', '诉求小组选项', {
    access: 'business_ticket_view',
    input: z.object({}),
    output: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
};

export const ticketReplies = {
  ...underSettings(
    crudRoutes('/business/ticketreply', '常用回复', {
      permission: access,
      row: TicketReply,
      form: { title: required(20, '请填写标题'), text: required(2000, '请填写内容'), sort: int(0, 9999).default(0) },
      query: { title: text(20).optional() },
    }),
  ),
  choices: get('/business/ticketreply/choices', '常用回复选项', {
    access: 'business_ticket_view',
    input: z.object({}),
    output: z.array(z.object({ id: z.number(), title: z.string(), text: z.string() })),
  }),
};
