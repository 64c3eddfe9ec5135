/** What members of staff are trained for, by service type. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, date, flag, id, int, picked, text } from '../fields.ts';

export const StaffSkill = z.object({
  id: z.number(),
  userId: z.number(),
  userName: z.string(),
  deptName: z.string().nullable(),
  serverTypeId: z.number(),
  serverTypeName: z.string(),
  /** 1 初级, 2 中级, 3 高级. */
  level: z.number(),
  /** The last day; null: for good. */
  validUntil: z.string().nullable(),
  expired: z.boolean(),
  certificate: z.string().nullable(),
  remarks: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

export const staffSkills = crudRoutes('/members/staffskill', '员工技能', {
  permission: 'members_staffskill',
  row: StaffSkill,
  form: {
    userId: picked('请选择员工'),
    serverTypeId: picked('请选择服务分类'),
    level: int(1, 3).default(2),
    validUntil: clearable(date),
    certificate: clearable(text(40)),
    remarks: clearable(text(100)),
  },
  query: {
    userId: id.optional(),
    userName: text(20).optional(),
    serverTypeId: id.optional(),
    level: int(1, 3).optional(),
    expired: flag.optional(),
  },
});
