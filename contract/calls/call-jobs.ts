/** 外呼任务: whom seats call up, when and how often, and what came of it. */
import { z } from 'zod';
import { byId, changes, clearable, dateTime, decimal, id, int, ok, orNull, page, paging, required, text, whole } from '../fields.ts';
import { del, get, post, put } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { richText } from '../rich-text.ts';
import { TimeWindow } from '../time-windows.ts';
import { dialWays, jobCommands } from './call-jobs.rules.ts';

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
export const dialWayLabels: Readonly<Record<number, string>> = { 1: '坐席领取', 2: '自动拨号', 3: '语音通知' };
/** What a seat writes down. */
export const seatResults: Readonly<Record<number, string>> = {
  1: '已通话',
  2: '无人接听',
  3: '忙线或拒接',
  4: '号码有误',
  5: '约定再打',
  6: '拒绝回访',
};
export const callCaseResults: Readonly<Record<number, string>> = { ...seatResults, 7: '接听未按键' };
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
  /** An assessment should have been made again by now. */
  assessmentDue: z.boolean().optional(),
  /** They came back from hospital within so many days before today. */
  returnedDays: whole(1, 30, '出院天数').optional(),
  /** A caring visit is due and was not done. */
  visitDue: z.boolean().optional(),
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
  /** After so many days an automatic job may call the same person again. */
  againDays: z.number(),
  /** When an automatic job is filled next; null when it is not. */
  nextFill: z.string().nullable(),
  total: z.number(),
  done: z.number(),
  inVain: z.number(),
  /** `dialWays` of call-jobs.rules.ts. */
  dialling: z.number(),
  menuId: z.number().nullable(),
  menuName: z.string().nullable(),
  lines: z.number(),
  /** A notice that has no telephone line to be played by. */
  noLine: z.boolean(),
  questionnaireId: z.number().nullable(),
  questionnaireName: z.string().nullable(),
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
  dialling: int(1, 3).default(dialWays.seat),
  /** Of a notice: what is played, and its keys. */
  menuId: clearable(id),
  lines: whole(1, 30, '同时拨打路数').default(2),
  /** What the seat fills in beside the call. */
  questionnaireId: clearable(id),
  remarks: text(200).default(''),
};
/** Of automatic jobs. */
const daily = { rule: Rule, againDays: whole(1, 3650, '再次列入的天数').default(30) };
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
  /** Of the same half year: cases by kind of job and by result, and the seats that called most. */
  figures: get(`${BASE}/figures`, '近半年外呼分析', {
    access: `${P}_view`,
    input: z.object({}),
    output: z.object({
      byKind: z.array(z.object({ kind: z.number(), cases: z.number(), connected: z.number() })),
      byResult: z.array(z.object({ result: z.number(), cases: z.number() })),
      bySeat: z.array(z.object({ seatId: z.number(), name: z.string(), cases: z.number(), connected: z.number(), seconds: z.number() })),
    }),
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
    input: z.object({ ...form, ...daily }),
    output: Added,
    message: '创建成功，名单每天自动补充',
  }),
  /** Whom a rule would put on the list now; with a job without those that it has called not long ago. */
  preview: post(`${BASE}/preview`, '试算外呼名单', {
    access: `${P}_view`,
    audit: false,
    input: z.object({ id: id.optional(), ...daily }),
    output: z.object({
      total: z.number(),
      blocked: z.number(),
      /** The first fifty. */
      people: z.array(z.object({ oldmanId: z.number(), name: z.string(), mobile: z.string() })),
    }),
  }),
  get: get(`${BASE}/{id}`, '外呼任务详情', { access: `${P}_view`, input: byId, output: CallJob }),
  remove: del(`${BASE}/{id}`, '删除外呼任务', { access: `${P}_del`, input: byId, output: ok, message: '删除成功' }),
  update: put(BASE, '修改外呼任务', {
    access: `${P}_edit`,
    input: z.object({ ...changes({ ...form, againDays: daily.againDays }), rule: Rule.optional(), id, version: z.int().optional() }),
    output: ok,
    message: '更新成功',
  }),
  move: post(`${BASE}/state`, '开始、暂停、结束或取消外呼任务', {
    access: `${P}_edit`,
    input: z.object({ id, command: z.enum(jobCommands, { error: '不支持的操作' }) }),
    output: ok,
  }),
  /** How many cases of a job have which result, and which key of its notice. */
  results: get(`${BASE}/results`, '外呼结果汇总', {
    access: `${P}_view`,
    input: byId,
    output: z.object({
      results: z.array(z.object({ result: z.number(), cases: z.number() })),
      keys: z.array(z.object({ key: z.string(), name: z.string(), cases: z.number() })),
    }),
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
  /** The only seat that is given it. */
  forSeatName: z.string().nullable(),
  result: z.number().nullable(),
  /** The key that answered a notice, and what it means. */
  key: z.string(),
  keyName: z.string(),
  note: z.string(),
  script: z.string(),
  /** What the job asks to be filled in; and what was. */
  questionnaireKey: z.string().nullable(),
  questionnaireName: z.string().nullable(),
  /** The next case is dialled by itself. */
  byItself: z.boolean(),
  resultId: z.number().nullable(),
});

const query = { jobId: id, state: int(1, 5).optional(), result: int(1, 7).optional() };
const some = z.array(id).min(1, { error: '请至少选择一个名单' }).max(500, { error: '一次最多500个名单' });

export const callJobCases = {
  page: get(`${HANDLE}/findPage`, '外呼名单', {
    access: `${P}_view`,
    input: z.object({ ...paging, ...query }),
    output: page(Case),
  }),
  export: exportRoute(`${HANDLE}/export`, '外呼名单', `${P}_export`, query),
  /** Cases that are over wait again, with all their attempts; a job that was finished is paused. Gives how many. */
  reopen: post(`${HANDLE}/reopen`, '重新打开外呼名单', {
    access: `${P}_edit`,
    input: z.object({ jobId: id, ids: some }),
    output: z.number(),
  }),
  /** Cases that wait are for these seats alone, one after the other; without a seat for all. Gives how many. */
  assign: post(`${HANDLE}/assign`, '指定外呼坐席', {
    access: `${P}_edit`,
    input: z.object({ jobId: id, ids: some, seatIds: z.array(id).max(50, { error: '最多50个坐席' }) }),
    output: z.number(),
  }),
  /** The case that the seat has at hand; null when it has none. */
  atHand: get(`${HANDLE}/atHand`, '手上的外呼名单', {
    access: 'cloudcall_workbench',
    input: z.object({}),
    output: Case.nullable(),
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
