/** 语音菜单: what callers hear or read first, and where their keys lead. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, flag, id, required, text } from '../fields.ts';
import { TimeWindow } from '../time-windows.ts';
import { MenuNode } from './call-menus.rules.ts';

export const CallMenu = z.object({
  id: z.number(),
  name: z.string(),
  tree: MenuNode,
  hours: z.array(TimeWindow),
  /** Open on holidays. */
  holidays: z.boolean(),
  closedText: z.string(),
  closedSoundId: z.number().nullable(),
  /** Those of the institution that lead into it. */
  numbers: z.array(z.string()),
  /** What leads into it, in words: numbers, links and jobs. */
  usedBy: z.array(z.string()),
  enabled: z.boolean(),
  version: z.number(),
  createTime: z.string(),
});

export const callMenus = crudRoutes('/cloudcall/callmenu', '语音菜单', {
  permission: 'cloudcall_callmenu',
  row: CallMenu,
  form: {
    name: required(30, '请输入菜单名称'),
    tree: MenuNode,
    hours: z
      .array(TimeWindow)
      .max(20, { error: '最多20个时段' })
      .refine((windows) => windows.every(({ from, to }) => from !== to), { error: '时段的开始与结束不能相同' })
      .default([]),
    holidays: z.boolean().default(true),
    closedText: text(100).default(''),
    closedSoundId: clearable(id),
    enabled: z.boolean().default(true),
  },
  query: { name: text(30).optional(), enabled: flag.optional() },
});
