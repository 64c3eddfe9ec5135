/**
 * What went wrong in the pages of signed-in users, as browsers send it: read,
 * exported and deleted, but never evidence (docs/decisions/046).
 */
import { z } from 'zod';
import { byId, dateTime, ok, page, paging, text } from '../fields.ts';
import { del, get, post } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

/** What caught it, as our own pages say it. */
export const errorKinds: Readonly<Record<string, string>> = { error: '脚本错误', promise: '异步错误', render: '页面渲染' };

/** Errors of one call. */
export const MOST_ERRORS = 100;

export const ErrorLog = z.object({
  id: z.number(),
  kind: z.string().nullable(),
  title: z.string(),
  message: z.string().nullable(),
  stack: z.string().nullable(),
  url: z.string().nullable(),
  createBy: z.string().nullable(),
  /** How often it came on that day. */
  times: z.number(),
  /** The last time, by the browser's own clock. */
  happenTime: z.string().nullable(),
  /** When it first came. */
  createTime: z.string(),
  /** When it last came. */
  updateTime: z.string(),
  remoteAddr: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** Finds the last call that brought it in the server's own log. */
  requestId: z.string().nullable(),
});

/** What a page queued: shortened, not refused. */
const cut = (max: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'string' ? value : value === undefined || value === null ? null : JSON.stringify(value)))
    .transform((value) => value?.slice(0, max) ?? null);

const query = {
  message: text(100).optional(),
  createBy: text(32).optional(),
  kind: text(20).optional(),
  url: text(100).optional(),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
};

export const errorLogs = {
  page: get('/admin/log/error/page', '错误日志列表', {
    access: 'sys_log_view',
    input: z.object({ ...paging, ...query }),
    output: page(ErrorLog),
  }),
  export: exportRoute('/admin/log/error/export', '错误日志', 'sys_log_export', query),
  /** The specification's clients name an entry of either log so: one of the operation log is refused. */
  remove: del('/admin/log/{id}', '删除错误日志', { access: 'sys_log_del', input: byId, output: ok, message: '删除成功' }),
  /** Writes nothing into the operation log: that would fill it all the same. */
  record: post('/admin/log/logs', '上传错误日志', {
    access: 'session',
    always: true,
    audit: false,
    rate: 'log',
    bodyLimit: 512 * 1024,
    input: z
      .array(z.object({ url: cut(300), time: cut(40), type: cut(20), message: cut(500), stack: cut(2000), info: cut(100) }), {
        error: '日志应为数组',
      })
      .max(MOST_ERRORS, { error: `一次最多上传${MOST_ERRORS}条日志` }),
    output: ok,
  }),
};
