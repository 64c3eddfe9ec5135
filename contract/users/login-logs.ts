/** Signing in and out, with the failures: what the operation log has of them. */
import { z } from 'zod';
import { dateTime, page, paging, text } from '../fields.ts';
import { get } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const LoginLog = z.object({
  id: z.number(),
  /** "0" it worked, "9" it did not. */
  type: z.enum(['0', '9']),
  title: z.string(),
  userId: z.number().nullable(),
  username: z.string().nullable(),
  name: z.string().nullable(),
  address: z.string().nullable(),
  browser: z.string(),
  system: z.string(),
  /** Why it did not. */
  reason: z.string().nullable(),
  createTime: z.string(),
});

const query = {
  username: text(32).optional(),
  address: text(45).optional(),
  type: z.enum(['0', '9'], { error: '类型不正确' }).optional(),
  title: text(20).optional(),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
};

export const loginLogs = {
  page: get('/admin/log/login/page', '登录日志', {
    access: 'sys_loginlog_view',
    input: z.object({ ...paging, ...query }),
    output: page(LoginLog),
  }),
  export: exportRoute('/admin/log/login/export', '登录日志', 'sys_loginlog_export', query),
};
