/** 外呼任务: whom seats call up, when and how often, and what came of it. */
import { z } from 'zod';
import { byId, changes, clearable, dateTime, decimal, id, int, ok, orNull, page, paging, required, text, whole } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { richText } from '../rich-text.ts';
import { TimeWindow } from '../time-windows.ts';
import { jobCommands } from './call-jobs.rules.ts';

const BASE = '/cloudcall/cloudcallcalljob';
const HANDLE = '/cloudcall/cloudcallcalljobhandle';
const P = 'cloudcall_cloudcallcalljob';

export const callJobKinds: Readonly<Record<number, string>> = {
  1: '生日祝福',
  2: '健康随访',
  3: '满意度回访',
  4: '欠费提醒',
  5: '预警回访',
  6: '其他',
};
export const callCaseResults: Readonly<Record<number, string>> = {
  1: '已通话',
  2: '无人接听',
  3: '忙线或拒接',
  4: '号码有误',
  5: '约定再打',
  6: '拒绝回访',
};
export const MOST_CASES = 5000;

/** Which people: all that is said must hold. */
const Rule = z.object({
  ability: int(0, 10).optional(),
  careLevel: int(0, 20).optional(),
  building: text(50).optional(),
  /** Their birthday is today or within so many days. */
  birthdayDays: whole(0, 366, '生日天数').optional(),
  /** The account has less than this, in yuan. */
  balanceBelow: decimal.pipe(z.number().min(-1_000_000).max(1_000_000)).optional(),
  /** Their last assessment is so many days ago, or there is none. */
  assessedBefore: whole(1, 3650, '评估天数').optional(),
});
export type CallJobRule = z.output<typeof Rule>;

export const CallJob = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.number(),
  state: z.number(),
  groupId: z.number().nullable(),
  groupName: z.string().nullable(),
  script: z.string(),
  hours: z.array(TimeWindow),
  mostAttempts: z.number(),
  pauseMinutes: z.number(),
  automatic: z.boolean(),
  rule: Rule,
  total: z.number(),
  done: z.number(),
  inVain: z.number(),
  remarks: z.string(),
  version: z.number(),
  createTime: z.string(),
});

const form = {
  name: required(40, '请输入任务名称'),
  kind: int(1, 6),
  groupId: clearable(id),
  script: richText(5000).default(''),
  hours: z
    .array(TimeWindow)
    .max(20, { error: '最多20个时段' })
    .refine((windows) => windows.every(({ from, to }) => from !== to), { error: '时段的开始与结束不能相同' })
    .default([]),
  mostAttempts: whole(1, 10, '最多拨打次数').default(3),
  pauseMinutes: whole(1, 10_080, '间隔分钟').default(60),
  remarks: text(200).default(''),
};
const whom = {
  /** Numbers, one a line, a name behind each where there is one. */
  numbers: z.string().max(200_000, { error: '号码过多，请分批添加' }).optional(),
  /** People of the institution by a rule. */
  rule: Rule.optional(),
};
/** How many were added, and which lines were not. */
const Added = z.object({
  id: z.number(),
  added: z.number(),
  doubled: z.number(),
  blocked: z.number(),
  wrong: z.array(z.string()),
});

export const callJobs = {
  page: get(`${BASE}/findPage`, '外呼任务列表', {
    access: `${P}_view`,
    input: z.object({ ...paging, name: text(40).optional(), kind: int(1, 6).optional(), state: int(1, 5).optional() }),
    output: page(CallJob),
  }),
  statistics: get(`${BASE}/nearlyHalfStatistics`, '近半年外呼统计', {
    access: `${P}_view`,
    input: z.object({}),
    output: z.array(
      z.object({
        month: z.string(),
        cases: z.number(),
        connected: z.number(),
        /** Per cent, one decimal. */
        rate: z.number(),
        averageSeconds: z.number(),
      }),
    ),
  }),
  create: post(`${BASE}/create`, '新增外呼任务', {
    access: `${P}_add`,
    also: [BASE],
    input: z.object({ ...form, ...whom }),
    output: Added,
    message: '创建成功',
  }),
  /** A job that is filled each day by its rule, from today on. */
  automatic: post(`${BASE}/addCallJobAutomatic`, '新增自动外呼任务', {
    access: `${P}_add`,
    input: z.object({ ...form, rule: Rule }),
    output: Added,
    message: '创建成功，名单每天自动补充',
  }),
  get: get(`${BASE}/{id}`, '外呼任务详情', { access: `${P}_view`, input: byId, output: CallJob }),
  remove: del(`${BASE}/{id}`, '删除外呼任务', { access: `${P}_del`, input: byId, output: ok, message: '删除成功' }),
  update: put(BASE, '修改外呼任务', {
    access: `${P}_edit`,
    input: z.object({ ...changes(form), id, version: z.int().optional() }),
    output: ok,
    message: '更新成功',
  }),
  move: post(`${BASE}/state`, '开始、暂停、结束或取消外呼任务', {
    access: `${P}_edit`,
    input: z.object({ id, command: z.enum(jobCommands, { error: '不支持的操作' }) }),
    output: ok,
  }),
  add: post(`${BASE}/cases`, '添加外呼名单', {
    access: `${P}_edit`,
    input: z.object({ id, ...whom }),
    output: Added,
    message: '名单已添加',
  }),
};

const Case = z.object({
  id: z.number(),
  jobId: z.number(),
  jobName: z.string(),
  oldmanId: z.number().nullable(),
  name: z.string(),
  mobile: z.string(),
  state: z.number(),
  attempts: z.number(),
  nextTime: z.string(),
  seatName: z.string().nullable(),
  result: z.number().nullable(),
  note: z.string(),
  script: z.string(),
});

export const callJobCases = {
  page: get(`${HANDLE}/findPage`, '外呼名单', {
    access: `${P}_view`,
    input: z.object({ ...paging, jobId: id, state: int(1, 5).optional(), result: int(1, 6).optional() }),
    output: page(Case),
  }),
  /** The case that the seat has at hand; else the next of its jobs, which is then at hand. Null when there is none now. */
  next: post(`${HANDLE}/next`, '领取下一个外呼名单', {
    access: 'cloudcall_workbench',
    input: z.object({ jobId: id.optional() }),
    output: Case.nullable(),
  }),
  dial: post(`${HANDLE}/dial`, '拨打外呼名单', { access: 'cloudcall_workbench', input: byId, output: z.object({ jobId: z.string() }) }),
  result: post(`${HANDLE}/result`, '登记外呼结果', {
    access: 'cloudcall_workbench',
    input: z.object({ id, result: int(1, 6), note: text(500).default(''), again: orNull(dateTime) }),
    output: ok,
    message: '结果已登记',
  }),
  skip: post(`${HANDLE}/skip`, '跳过外呼名单', {
    access: 'cloudcall_workbench',
    input: z.object({ id, note: required(200, '请填写跳过的原因') }),
    output: ok,
    message: '已跳过',
  }),
};
