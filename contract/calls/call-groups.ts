/** 技能组: who takes which calls, in which order, and what becomes of calls that wait too long. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, flag, id, int, required, text, whole } from '../fields.ts';
import { TimeWindow } from '../time-windows.ts';
import { LEVEL_SECONDS, SHORT_SECONDS } from './call-figures.rules.ts';

export const callStrategyLabels: Readonly<Record<number, string>> = { 1: '空闲最久', 2: '轮流', 3: '今日接听最少', 4: '按技能等级' };
export const overflowLabels: Readonly<Record<number, string>> = { 1: '登记回电', 2: '转其他技能组', 3: '转到号码', 4: '提示后挂断' };
export const overflows = { callback: 1, group: 2, number: 3, hangUp: 4 } as const;

export const CallGroup = z.object({
  id: z.number(),
  name: z.string(),
  code: z.string(),
  strategy: z.number(),
  mostWaiting: z.number(),
  mostSeconds: z.number(),
  overflow: z.number(),
  overflowGroupId: z.number().nullable(),
  overflowGroupName: z.string().nullable(),
  overflowNumber: z.string(),
  hours: z.array(TimeWindow),
  /** Open on holidays. */
  holidays: z.boolean(),
  positionTold: z.boolean(),
  positionSeconds: z.number(),
  callbackOffered: z.boolean(),
  callbackKeeps: z.boolean(),
  recorded: z.boolean(),
  musicId: z.number().nullable(),
  /** Within which callers are to be answered; who gives up before `shortSeconds` is not counted against it. */
  levelSeconds: z.number(),
  shortSeconds: z.number(),
  enabled: z.boolean(),
  externalId: z.string(),
  seatCount: z.number(),
  remarks: z.string(),
  version: z.number(),
  createTime: z.string(),
});

export const callGroups = crudRoutes('/cloudcall/cloudcallskillgroups', '技能组', {
  permission: 'cloudcall_cloudcallskillgroups',
  row: CallGroup,
  form: {
    name: required(30, '请输入技能组名称'),
    code: z
      .string({ error: '请输入编码' })
      .trim()
      .regex(/^[A-Za-z0-9_-]{1,30}$/, { error: '编码由字母、数字、横线组成，最多30位' }),
    strategy: int(1, 4).default(1),
    mostWaiting: whole(1, 1000, '最多排队人数').default(20),
    mostSeconds: whole(10, 7200, '最长等待秒数').default(300),
    overflow: int(1, 4).default(1),
    overflowGroupId: clearable(id),
    overflowNumber: text(20).default(''),
    /** None: always open. */
    hours: z
      .array(TimeWindow)
      .max(20, { error: '最多20个时段' })
      .refine((windows) => windows.every(({ from, to }) => from !== to), { error: '时段的开始与结束不能相同' })
      .default([]),
    holidays: z.boolean().default(true),
    positionTold: z.boolean().default(true),
    /** Until the place is told again. */
    positionSeconds: whole(15, 600, '播报间隔').default(30),
    /** While one waits, key 1 leaves a callback; with `callbackKeeps` it is dialled when its turn comes. */
    callbackOffered: z.boolean().default(true),
    callbackKeeps: z.boolean().default(false),
    recorded: z.boolean().default(true),
    /** For who waits or is held; empty: the product's own. */
    musicId: clearable(id),
    levelSeconds: whole(1, 600, '接听目标秒数').default(LEVEL_SECONDS),
    shortSeconds: whole(0, 60, '短时放弃秒数').default(SHORT_SECONDS),
    enabled: z.boolean().default(true),
    externalId: text(100).default(''),
    remarks: text(200).default(''),
  },
  query: { name: text(30).optional(), code: text(30).optional(), enabled: flag.optional() },
});
