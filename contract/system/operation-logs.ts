/** The operation log: `sys_log` on the wire, where its type 9 also has the errors that pages sent (error-logs.ts). */
import { z } from 'zod';
import { dateTime, flag, orNull, page, paging, text } from '../fields.ts';
import { get } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const OperationLog = z.object({
  id: z.number(),
  /** "0" normal, "9" refused, or an error that a page sent. */
  type: z.string(),
  title: z.string(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateTime: z.null(),
  remoteAddr: z.string().nullable(),
  userAgent: z.string().nullable(),
  requestUri: z.string().nullable(),
  method: z.string().nullable(),
  params: z.string().nullable(),
  /** Finds the request in the server's own log. */
  requestId: z.string().nullable(),
  /** How many rows changed in the same transaction. */
  changeCount: z.number(),
  /** Milliseconds. */
  time: z.number().nullable(),
  exception: z.string().nullable(),
  serviceId: z.null(),
  delFlag: z.literal('0'),
});

const query = {
  type: z.enum(['0', '9']).optional(),
  title: text(50).optional(),
  createBy: text(32).optional(),
  /** From and to: the key twice. */
  createTime: orNull(z.union([z.tuple([dateTime, dateTime], { error: '请选择开始和结束时间' }), z.tuple([dateTime])])),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PAGE']).optional(),
  remoteAddr: text(45).optional(),
  /** Only what the audit chain holds: without the errors that pages sent. */
  sealed: flag.optional(),
};

export const operationLogs = {
  page: get('/admin/log/page', '操作日志列表', {
    access: 'sys_log_view',
    input: z.object({ ...paging, ...query }),
    output: page(OperationLog),
  }),
  export: exportRoute('/admin/log/export', '操作日志', 'sys_log_export', query),
};
