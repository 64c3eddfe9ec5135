/** 抽检计划: which calls of each week are inspected, how many of each seat, and by which sheet. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, flag, id, int, picked, required, text, whole } from '../fields.ts';
import { post } from '../http.ts';

const BASE = '/cloudcall/cloudcallsampleplan';
const P = 'cloudcall_callsampleplan';

export const CallSamplePlan = z.object({
  id: z.number(),
  name: z.string(),
  sheetId: z.number(),
  sheetName: z.string(),
  enabled: z.boolean(),
  groupId: z.number().nullable(),
  groupName: z.string().nullable(),
  seatId: z.number().nullable(),
  seatName: z.string().nullable(),
  /** `sampleDirections`. */
  direction: z.number(),
  leastSeconds: z.number(),
  ratedBadly: z.boolean(),
  /** `sampleWays`. */
  way: z.number(),
  amount: z.number(),
  remarks: z.string(),
  /** The Monday of the last week that was drawn; null: none yet. */
  drawnWeek: z.string().nullable(),
  drawnAmong: z.number(),
  drawnCalls: z.number(),
  version: z.number(),
  createTime: z.string(),
});

const form = {
  name: required(30, '请输入计划名称'),
  sheetId: picked('请选择评分表'),
  enabled: z.boolean({ error: '请选择是否启用' }).default(true),
  groupId: clearable(id),
  seatId: clearable(id),
  direction: int(0, 2).default(0),
  leastSeconds: whole(0, 3600, '最短通话秒数').default(30),
  ratedBadly: z.boolean({ error: '请选择是否只抽差评' }).default(false),
  way: int(1, 2).default(1),
  amount: whole(1, 100, '抽取数量或比例').default(3),
  remarks: text(200).default(''),
};

export const callSamplePlans = {
  ...crudRoutes(BASE, '抽检计划', {
    permission: P,
    row: CallSamplePlan,
    form,
    query: { name: text(30).optional(), enabled: flag.optional() },
  }),
  /** What a plan would draw of the last week that is over; nothing is drawn by it. */
  preview: post(`${BASE}/preview`, '试算抽检', {
    access: `${P}_view`,
    audit: false,
    input: z.object({
      id: id.optional(),
      groupId: form.groupId,
      seatId: form.seatId,
      direction: form.direction,
      leastSeconds: form.leastSeconds,
      ratedBadly: form.ratedBadly,
      way: form.way,
      amount: form.amount,
    }),
    output: z.object({
      /** The days of that week, both inclusive. */
      from: z.string(),
      to: z.string(),
      among: z.number(),
      drawn: z.number(),
      seats: z.array(z.object({ seatId: z.number(), name: z.string(), among: z.number(), drawn: z.number() })),
    }),
  }),
};
