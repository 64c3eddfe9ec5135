/** Files that people upload. An `<img>` cannot send a bearer token: it uses the short-lived `link`. */
import { z } from 'zod';
import { byId, ok, page, paging, text } from '../fields.ts';
import { del, get, mediaTypes, post } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;

export const UploadedFile = z.object({
  bucketName: z.string(),
  fileName: z.string(),
  /** For records: stays valid. */
  url: z.string(),
  /** For showing: `url` with a signature, good for 10 to 15 minutes. */
  link: z.string(),
  original: z.string(),
  type: z.string(),
  /** Bytes. */
  fileSize: z.number(),
});

export const StoredFileRow = z.object({
  id: z.number(),
  fileName: z.string(),
  original: z.string(),
  bucketName: z.string(),
  /** Its extension. */
  type: z.string(),
  /** Bytes. */
  fileSize: z.number(),
  url: z.string(),
  /** `private` is seen by whoever uploaded it, and listed for those who manage files. */
  purpose: z.string(),
  createUser: z.string().nullable(),
  createTime: z.string(),
});

const name = z.string().regex(/^[0-9a-f-]{36}\.[a-z0-9]{2,5}$/, { error: '文件不存在' });
const bucket = z.string().regex(/^[a-z0-9-]{1,30}$/, { error: '文件不存在' });

const search = { original: text(150).optional(), fileName: text(50).optional(), type: text(5).optional(), createUser: text(32).optional() };

export const files = {
  upload: post('/admin/sys-file/upload', '上传文件', {
    also: ['/api/admin/sys-file/upload'],
    access: 'session',
    rate: 'upload',
    multipart: Object.values(mediaTypes),
    bodyLimit: MAX_FILE_BYTES,
    input: z.object({ purpose: z.enum(['shared', 'private'], { error: '文件用途不正确' }).default('shared') }),
    output: UploadedFile,
    message: '上传成功',
  }),
  page: get('/admin/sys-file/page', '文件列表', {
    also: ['/api/admin/sys-file/page'],
    access: 'sys_file_view',
    input: z.object({ ...paging, ...search }),
    output: page(StoredFileRow),
  }),
  export: { ...exportRoute('/admin/sys-file/export', '文件清单', 'sys_file_export', search), also: ['/api/admin/sys-file/export'] },
  /** Takes a file away from everybody at once; its bytes follow after 30 days. */
  remove: del('/admin/sys-file/{id}', '删除文件', {
    also: ['/api/admin/sys-file/{id}'],
    access: 'sys_file_del',
    input: byId,
    output: ok,
    message: '删除成功',
  }),
  link: get('/admin/sys-file/link/{bucket}/{file}', '文件链接', {
    also: ['/api/admin/sys-file/link/{bucket}/{file}'],
    access: 'session',
    input: z.object({ bucket, file: name }),
    output: z.object({ link: z.string() }),
  }),
  /** Checks the session or the link's signature itself. */
  download: get('/admin/sys-file/{bucket}/{file}', '下载文件', {
    also: ['/api/admin/sys-file/{bucket}/{file}'],
    access: 'public',
    rate: 'read',
    kind: 'raw',
    input: z.object({ bucket, file: name, t: z.string().max(200).optional() }),
    output: z.any(),
  }),
};
