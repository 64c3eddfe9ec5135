/** Life warning: when somebody is expected to give signs of life, and how long they may be quiet. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, clock, flag, id, int, ok, orNull, picked, text } from '../fields.ts';
import { post } from '../http.ts';
import { lifeSourceNames } from './life.rules.ts';

export const LifeWindow = z.object({
  id: z.number(),
  personId: z.number(),
  personName: z.string(),
  roomName: z.string().nullable(),
  days: z.array(z.number()),
  from: z.string(),
  to: z.string(),
  quietMinutes: z.number(),
  secondMinutes: z.number().nullable(),
  sources: z.array(z.string()),
  enabled: z.boolean(),
  remarks: z.string().nullable(),
  /** The last sign of life, and what it was. */
  lastTime: z.string().nullable(),
  lastSource: z.string().nullable(),
  nextTime: z.string().nullable(),
  /** 0 quiet is fine, 1 told of, 2 urgent. */
  stage: z.number(),
  version: z.number(),
  createTime: z.string(),
});

export const lifeWindows = {
  ...crudRoutes('/tenant-device/lifewarning', '生命体征守护', {
    permission: 'tenant_device_lifewarning',
    row: LifeWindow,
    form: {
      personId: picked('请选择服务对象'),
      days: z.array(z.int().min(1).max(7)).max(7).default([]),
      from: clock,
      to: clock,
      quietMinutes: int(10, 1440),
      secondMinutes: clearable(int(5, 1440)),
      sources: z.array(z.enum(lifeSourceNames)).min(1, { error: '请选择至少一种活动来源' }),
      enabled: z.boolean().default(true),
      remarks: clearable(text(100)),
    },
    query: { personName: text(20).optional(), enabled: flag.optional(), personId: id.optional() },
  }),
  /** Staff saw the person: as good as any sensor. It ends an alarm, so it takes the right to handle one. */
  checkIn: post('/tenant-device/lifewarning/checkIn', '确认平安', {
    access: 'warning_devicewarning_handle',
    input: z.object({ personId: picked('请选择服务对象'), note: orNull(text(100)) }),
    output: ok,
    message: '已确认平安',
  }),
};
