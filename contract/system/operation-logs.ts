/** The operation log: `sys_log` on the wire. */
import { z } from 'zod';
import { byId, dateTime, ok, orNull, page, paging, text } from '../fields.ts';
import { del, get, post } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const OperationLog = z.object({
  id: z.number(),
  /** "0" normal, "9" error. */
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

/** What a page queued: shortened, not refused. */
const cut = (max: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'string' ? value : value === undefined || value === null ? null : JSON.stringify(value)))
    .transform((value) => value?.slice(0, max) ?? null);

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
};

export const operationLogs = {
  page: get('/admin/log/page', '操作日志列表', {
    access: 'sys_log_view',
    input: z.object({ ...paging, ...query }),
    output: page(OperationLog),
  }),
  export: exportRoute('/admin/log/export', '操作日志', 'sys_log_export', query),
  remove: del('/admin/log/{id}', '删除操作日志', { access: 'sys_log_del', audit: false, input: byId, output: ok }),
  /** Errors that pages queued, at most 100 at a time. */
  record: post('/admin/log/logs', '上传前端日志', {
    access: 'session',
    always: true,
    audit: false,
    bodyLimit: 512 * 1024,
    input: z
      .array(z.object({ url: cut(300), time: cut(40), type: cut(20), message: cut(500), stack: cut(2000), info: cut(100) }), { error: '日志应为数组' })
      .max(100, { error: '一次最多上传100条日志' }),
    output: ok,
  }),
};
