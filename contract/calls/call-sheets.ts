/** 评分表: what an inspector looks at in a call, in groups, with points; each change of what it asks is a new version. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { flag, required, text, whole } from '../fields.ts';
import { FULL_POINTS } from './call-sheets.rules.ts';

/** As they are read. */
export const SheetItem = z.object({ key: z.string(), name: z.string(), points: z.number(), fatal: z.boolean(), note: z.string() });
export const SheetGroup = z.object({ name: z.string(), items: z.array(SheetItem) });

const item = z.object({
  key: z.string().regex(/^[a-z0-9]{1,20}$/, { error: '评分项编号格式不正确' }),
  name: required(40, '请输入评分项名称'),
  points: whole(0, FULL_POINTS, '分值').default(0),
  fatal: z.boolean({ error: '请选择是否一票否决' }).default(false),
  note: text(200).default(''),
});
const group = z.object({ name: required(30, '请输入分组名称'), items: z.array(item) });

export const CallSheet = z.object({
  id: z.number(),
  name: z.string(),
  enabled: z.boolean(),
  /** The version in use. */
  serial: z.number(),
  passPoints: z.number(),
  /** So many whole days after a score its agent may appeal. */
  appealDays: z.number(),
  groups: z.array(SheetGroup),
  /** Plans and inspections that name it. */
  plans: z.number(),
  inspections: z.number(),
  remarks: z.string(),
  version: z.number(),
  createTime: z.string(),
});

export const callSheets = crudRoutes('/cloudcall/cloudcallsheet', '评分表', {
  permission: 'cloudcall_callsheet',
  row: CallSheet,
  form: {
    name: required(30, '请输入评分表名称'),
    enabled: z.boolean({ error: '请选择是否启用' }).default(true),
    passPoints: whole(1, FULL_POINTS, '合格分').default(80),
    appealDays: whole(1, 90, '申诉期限').default(7),
    groups: z.array(group).max(20, { error: '分组最多20个' }),
    remarks: text(200).default(''),
  },
  query: { name: text(30).optional(), enabled: flag.optional() },
});
