/** 坐席: who may take calls, with which extension, device and skills. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, flag, id, int, picked, text, whole } from '../fields.ts';

export const MOST_SEAT_GROUPS = 50;
export const seatDevices = { browser: 1, telephone: 2 } as const;
export const seatDeviceLabels: Readonly<Record<number, string>> = { 1: '浏览器', 2: '话机' };

export const CallSeat = z.object({
  id: z.number(),
  userId: z.number(),
  userName: z.string(),
  username: z.string(),
  extension: z.string(),
  device: z.number(),
  groups: z.array(z.object({ id: z.number(), name: z.string(), level: z.number() })),
  outboundNumber: z.string(),
  externalId: z.string(),
  /** Whether a password of its telephone, and a key of Aliyun, are kept; they are never read. */
  hasSipPassword: z.boolean(),
  hasAccessKey: z.boolean(),
  enabled: z.boolean(),
  /** `seatStates` of seat-states.rules.ts. */
  state: z.number(),
  breakCode: z.string(),
  since: z.string().nullable(),
  remarks: z.string(),
  version: z.number(),
  createTime: z.string(),
});

const groups = z
  .array(z.object({ id: picked('请选择技能组'), level: whole(1, 10, '技能等级').optional() }))
  .max(MOST_SEAT_GROUPS, { error: `最多${MOST_SEAT_GROUPS}个技能组` });
/** Empty leaves what is kept, null takes it away. */
const secret = clearable(z.string().max(200, { error: '长度不能超过200个字符' }));

const crud = crudRoutes('/cloudcall/cloudcallseats', '坐席', {
  permission: 'cloudcall_cloudcallseats',
  row: CallSeat,
  form: {
    userId: picked('请选择员工'),
    extension: z
      .string({ error: '请输入分机号' })
      .trim()
      .regex(/^[1-9]\d{2,5}$/, { error: '分机号为3至6位数字，不以0开头' }),
    device: int(1, 2).default(1),
    groups: groups.default([]),
    outboundNumber: text(20).default(''),
    externalId: text(100).default(''),
    sipPassword: secret,
    accessKeyId: secret,
    accessKeySecret: secret,
    enabled: z.boolean().default(true),
    remarks: text(200).default(''),
  },
  query: {
    userName: text(20).optional(),
    extension: text(6).optional(),
    groupId: id.optional(),
    enabled: flag.optional(),
    state: int(1, 21).optional(),
  },
});

export const callSeats = {
  ...crud,
  /** Without `groups` the skills stay. */
  update: { ...crud.update, input: crud.update.input.extend({ groups: groups.optional() }) },
};
