/** OAuth2 clients of the installation: only the platform has them. A secret is shown once, when it is made. */
import { z } from 'zod';
import { clearable, flag, int, ok, page, paging, required, text } from '../fields.ts';
import { del, get, ofPlatform, post, put } from '../http.ts';
import { chosenNames, exportRoute } from '../transfers/transfers.ts';

/** The web's own; its secret is written in the pages and tells nothing. */
export const OWN_CLIENT = 'yian';

export const Client = z.object({
  id: z.string(),
  /** What clients of this wire call the same. `additionalInformation` is JSON text: enc_flag, captcha_flag. */
  clientId: z.string(),
  clientSecret: z.null(),
  scope: z.string(),
  authorizedGrantTypes: z.string(),
  accessTokenValidity: z.number(),
  refreshTokenValidity: z.number(),
  additionalInformation: z.string(),
  autoapprove: z.literal('true'),
  description: z.string().nullable(),
  encryptsPassword: z.boolean(),
  needsCaptcha: z.boolean(),
  accessSeconds: z.number(),
  refreshSeconds: z.number(),
  /** Sessions that stand. */
  sessions: z.number(),
  builtIn: z.boolean(),
  createTime: z.string(),
});

export const clientId = z
  .string({ error: '请输入客户端编号' })
  .regex(/^[A-Za-z0-9_-]{2,32}$/, { error: '客户端编号应为2到32位字母、数字、下划线或横线' });
const form = {
  id: clientId,
  description: clearable(text(100)),
  encryptsPassword: flag,
  needsCaptcha: flag,
  /** Seconds: five minutes to twelve hours, and one hour to thirty days. */
  accessSeconds: int(300, 43_200),
  refreshSeconds: int(3600, 2_592_000),
};
const named = z.object({ id: clientId });
const search = { id: text(32).optional() };
const exported = exportRoute('/admin/client/export', '客户端', 'sys_client_export', search);
const Secret = z.object({ id: z.string(), secret: z.string() });

export const clients = ofPlatform('只有平台可以管理客户端', {
  page: get('/admin/client/page', '客户端列表', {
    access: 'sys_client_view',
    input: z.object({ ...paging, ...search }),
    output: page(Client),
  }),
  get: get('/admin/client/{id}', '客户端详情', { access: 'sys_client_view', input: named, output: Client }),
  export: { ...exported, input: exported.input.extend({ ids: chosenNames }) },
  create: post('/admin/client', '新增客户端', {
    access: 'sys_client_add',
    demonstration: 'never',
    proved: true,
    input: z.object(form),
    output: Secret,
    message: '创建成功',
  }),
  update: put('/admin/client', '修改客户端', {
    access: 'sys_client_edit',
    demonstration: 'never',
    input: z.object(form),
    output: ok,
    message: '更新成功',
  }),
  /** Another secret; whoever signs in with the old one is refused from now on, open sessions stay until they are renewed. */
  renew: put('/admin/client/secret', '重置客户端密钥', {
    access: 'sys_client_edit',
    demonstration: 'never',
    proved: true,
    input: z.object({ id: required(32, '请选择客户端').pipe(clientId) }),
    output: Secret,
  }),
  /** With open sessions only when `endSessions` says that they may end. */
  remove: del('/admin/client/{id}', '删除客户端', {
    access: 'sys_client_del',
    demonstration: 'never',
    proved: true,
    input: named.extend({ endSessions: flag.optional() }),
    output: ok,
    message: '删除成功',
  }),
});
