/** 诉求: what family, staff or another area want answered, with its clock, its conversation and its history. */
import { z } from 'zod';
import { byId, clearable, date, id, int, ok, orNull, page, paging, required, text } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { phone } from '../phones.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { ticketSourceNames, ticketViewNames } from './tickets.rules.ts';

/** Characters of a message, files of one, and messages that are split off at once. */
export const MOST_TEXT = 5000;
export const MOST_FILES = 9;
const MOST_SPLIT = 100;

export const TicketRow = z.object({
  id: z.number(),
  ticketNo: z.string(),
  title: z.string(),
  type: z.number(),
  priority: z.number(),
  state: z.number(),
  source: z.enum(ticketSourceNames),
  askerName: z.string().nullable(),
  askerPhone: z.string().nullable(),
  oldmanId: z.number().nullable(),
  oldmanName: z.string().nullable(),
  ownerId: z.number().nullable(),
  ownerName: z.string().nullable(),
  groupId: z.number().nullable(),
  groupName: z.string().nullable(),
  tags: z.array(z.string()),
  /** Of the first answer, after it of the solution; null while the clock stands. */
  dueTime: z.string().nullable(),
  reopened: z.number(),
  score: z.number().nullable(),
  createTime: z.string(),
  endTime: z.string().nullable(),
  version: z.number(),
});

const Linked = z.object({ id: z.number(), ticketNo: z.string(), title: z.string(), state: z.number() });
const File = z.object({ fileName: z.string(), fileUrl: z.string() });

export const TicketMessage = z.object({
  id: z.number(),
  /** Of `messageKinds`. */
  kind: z.number(),
  text: z.string(),
  files: z.array(File),
  userId: z.number().nullable(),
  userName: z.string(),
  createTime: z.string(),
  /** The merged ticket in which it was written. */
  mergedNo: z.string().nullable(),
  /** The ticket that it was split off into. */
  splitNo: z.string().nullable(),
});

export const Ticket = z.object({
  ...TicketRow.shape,
  sourceId: z.number().nullable(),
  sourceText: z.string().nullable(),
  relation: z.string().nullable(),
  about: z.string().nullable(),
  result: z.string().nullable(),
  scoreText: z.string().nullable(),
  /** By which the family finds it. */
  code: z.string().nullable(),
  firstDueTime: z.string().nullable(),
  solveDueTime: z.string().nullable(),
  firstAnswerTime: z.string().nullable(),
  solveTime: z.string().nullable(),
  /** Whether the target was met; null: not decided yet. */
  firstMet: z.boolean().nullable(),
  solveMet: z.boolean().nullable(),
  createUser: z.string().nullable(),
  followed: z.boolean(),
  followers: z.array(z.object({ userId: z.number(), userName: z.string() })),
  mergedInto: Linked.nullable(),
  splitFrom: Linked.nullable(),
  merged: z.array(Linked),
  split: z.array(Linked),
  related: z.array(Linked),
  /** In the order in which they were written. */
  messages: z.array(TicketMessage),
  logs: z.array(
    z.object({
      id: z.number(),
      action: z.string(),
      note: z.string().nullable(),
      state: z.number(),
      userName: z.string(),
      createTime: z.string(),
    }),
  ),
});

const type = int(1, 6);
const priority = int(1, 4);
const tags = z
  .array(text(12))
  .max(10, { error: '最多10个标签' })
  .transform((list) => [...new Set(list.filter((tag) => tag !== ''))]);
export const files = z
  .array(z.object({ fileName: required(150, '请输入文件名'), fileUrl: required(300, '请上传文件') }))
  .max(MOST_FILES, { error: `一次最多${MOST_FILES}个文件` })
  .default([]);
const said = required(MOST_TEXT, '请填写内容');
/** What the lists are searched by. */
export const ticketSearch = {
  view: z.enum(ticketViewNames),
  /** A number, or words of the title. */
  keyword: text(50).optional(),
  type: type.optional(),
  priority: priority.optional(),
  state: int(1, 6).optional(),
  source: z.enum(ticketSourceNames).optional(),
  ownerId: id.optional(),
  groupId: id.optional(),
  oldmanId: id.optional(),
  tag: text(12).optional(),
  startDate: date.optional(),
  endDate: date.optional(),
};
const query = { ...ticketSearch, view: ticketSearch.view.default('all') };

const view = 'business_ticket_view';
const edit = 'business_ticket_edit';
const versioned = { id, version: z.int() };
const command = <I extends z.ZodRawShape>(path: string, summary: string, input: I, message: string, access = edit) =>
  put(`/business/ticket/${path}`, summary, { access, input: z.object(input), output: ok, message });

export const tickets = {
  page: get('/business/ticket/page', '诉求列表', { access: view, input: z.object({ ...paging, ...query }), output: page(TicketRow) }),
  /** Those that are closed or merged. */
  history: get('/business/ticket/history', '历史诉求', {
    access: 'business_ticket_history',
    input: z.object({ ...paging, ...query }),
    output: page(TicketRow),
  }),
  /** Of a person, whatever became of them. */
  ofPerson: get('/business/ticket/person', '服务对象的诉求', {
    access: view,
    input: z.object({ ...paging, oldmanId: id }),
    output: page(TicketRow),
  }),
  export: exportRoute('/business/ticket/export', '诉求', 'business_ticket_export', query),
  exportHistory: exportRoute('/business/ticket/history/export', '历史诉求', 'business_ticket_export', query),
  get: get('/business/ticket/{id}', '诉求详情', { access: view, input: byId, output: Ticket }),
  /** How many there are of each view that is work to do. */
  counts: get('/business/ticket/counts', '诉求数量', {
    access: view,
    input: z.object({}),
    output: z.object({ mine: z.number(), unassigned: z.number(), soon: z.number(), overdue: z.number() }),
  }),
  /** Who can be given a ticket, of a group or of all, those with the fewest open ones first. */
  owners: get('/business/ticket/owners', '可分配人员', {
    access: view,
    input: z.object({ groupId: id.optional() }),
    output: z.array(z.object({ userId: z.number(), userName: z.string(), open: z.number() })),
  }),
  create: post('/business/ticket', '新增诉求', {
    access: 'business_ticket_add',
    input: z.object({
      title: required(60, '请填写标题'),
      type: type.default(1),
      priority: priority.default(3),
      text: said,
      files,
      askerName: orNull(text(20)),
      askerPhone: orNull(phone('contact')),
      relation: orNull(text(10)),
      about: orNull(text(50)),
      oldmanId: orNull(id),
      ownerId: orNull(id),
      groupId: orNull(id),
      tags: tags.default([]),
      source: z.object({ kind: z.enum(ticketSourceNames), id }).nullish(),
    }),
    output: id,
    message: '诉求已登记',
  }),
  accept: command('accept', '受理诉求', versioned, '已受理'),
  /** `byLoad`: who of the group has the fewest open ones. */
  assign: command(
    'assign',
    '分配诉求',
    { ...versioned, ownerId: orNull(id), groupId: orNull(id), byLoad: z.boolean().default(false) },
    '已分配',
    'business_ticket_assign',
  ),
  /** 409 with the ticket as it is now when there was something new meanwhile; then it waits for the asker if that is said. */
  answer: command('answer', '回复诉求人', { ...versioned, text: said, files, wait: z.boolean().default(false) }, '已回复'),
  note: command('note', '内部备注', { id, text: said, files }, '已备注'),
  wait: command('wait', '等待诉求人', versioned, '已暂停计时'),
  resume: command('resume', '恢复处理', versioned, '已恢复计时'),
  solve: command('solve', '解决诉求', { ...versioned, result: required(2000, '请填写处理结果') }, '已解决'),
  reopen: command('reopen', '重新打开诉求', { ...versioned, reason: required(200, '请填写原因') }, '已重新打开'),
  close: command('close', '关闭诉求', { ...versioned, reason: orNull(text(200)) }, '已关闭'),
  merge: command('merge', '合并诉求', { ...versioned, into: id }, '已合并'),
  /** The chosen messages begin a new ticket; answers its id. */
  split: post('/business/ticket/split', '拆分诉求', {
    access: edit,
    input: z.object({
      ...versioned,
      title: required(60, '请填写标题'),
      messageIds: z
        .array(id)
        .min(1, { error: '请选择要拆分的消息' })
        .max(MOST_SPLIT, { error: `一次最多拆分${MOST_SPLIT}条消息` }),
    }),
    output: id,
    message: '已拆分',
  }),
  update: put('/business/ticket', '修改诉求', {
    access: edit,
    input: z.object({
      ...versioned,
      title: required(60, '请填写标题').optional(),
      type: type.optional(),
      priority: priority.optional(),
      tags: tags.optional(),
      about: clearable(text(50)),
    }),
    output: ok,
    message: '更新成功',
  }),
  link: command('link', '关联诉求', { id, other: id, linked: z.boolean() }, '操作成功'),
  /** Without `userId` oneself. */
  follow: command('follow', '关注诉求', { id, userId: id.optional(), follow: z.boolean() }, '操作成功', view),
  /** Who else has the ticket open, or is writing. */
  viewers: get('/business/ticket/presence/{id}', '诉求在看人员', {
    access: view,
    input: byId,
    output: z.array(z.object({ userId: z.number(), userName: z.string(), typing: z.boolean() })),
  }),
  /** A sign of life of a page that shows a ticket. */
  sign: put('/business/ticket/presence', '在看诉求', {
    access: view,
    rate: 'read',
    audit: false,
    input: z.object({ id, typing: z.boolean().default(false), leaving: z.boolean().default(false) }),
    output: ok,
  }),
};
