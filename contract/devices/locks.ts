/** Door locks: how each is reached, what it says, and opening it from here. Designed by us (docs/decisions/030). */
import { z } from 'zod';
import { byId, clearable, id, int, ok, page, paging, required, text } from '../fields.ts';
import { get, post, put } from '../http.ts';

/** `manual`: staff type codes in at the lock; `ttlock`: through the maker's cloud. */
export const lockProviders = ['manual', 'ttlock'] as const;
export type LockProvider = (typeof lockProviders)[number];
export const lockProviderLabels: Record<LockProvider, string> = { manual: '现场设置', ttlock: '通通锁云端' };

/** A lock below this percentage needs new batteries. */
export const LOW_LOCK_BATTERY = 20;
/** Codes that end within so many days are shown as such. */
export const SOON_DAYS = 7;

export const Lock = z.object({
  id: z.number(),
  imei: z.string(),
  name: z.string().nullable(),
  roomName: z.string().nullable(),
  /** Null until it has been set up. */
  provider: z.enum(lockProviders).nullable(),
  externalId: z.string().nullable(),
  account: z.string().nullable(),
  hasPassword: z.boolean(),
  verifyTime: z.string().nullable(),
  canUnlock: z.boolean(),
  doorMinutes: z.number(),
  battery: z.number().nullable(),
  doorOpenTime: z.string().nullable(),
  problem: z.string().nullable(),
  memberCount: z.number(),
  activeCount: z.number(),
  soonCount: z.number(),
  /** Codes that the lock has still to learn or to forget, and those that it refused. */
  waitingCount: z.number(),
  lastUnlockTime: z.string().nullable(),
  version: z.number().nullable(),
});

const form = z
  .object({
    id,
    provider: z.enum(lockProviders, { error: '请选择接入方式' }),
    externalId: clearable(z.string().regex(/^[0-9]{1,18}$/, { error: '锁编号应为数字' })),
    account: clearable(text(60)),
    /** Absent keeps the one there is. */
    password: z.string().max(100, { error: '密码不能超过100个字符' }).optional(),
    /** Absent keeps what there is; a lock that was never set up has 5. */
    doorMinutes: int(0, 120).optional(),
    version: z.int().optional(),
  })
  .superRefine(({ provider, externalId, account }, context) => {
    if (provider !== 'ttlock') return;
    if (!externalId) context.addIssue({ code: 'custom', path: ['externalId'], message: '请输入锁编号' });
    if (!account) context.addIssue({ code: 'custom', path: ['account'], message: '请输入通通锁账号' });
  });

const view = 'tenant_lock_view';
const edit = 'tenant_lock_edit';

export const locks = {
  page: get('/tenant-device/lock/page', '门锁列表', {
    access: view,
    input: z.object({
      ...paging,
      name: text(40).optional(),
      provider: z.enum(lockProviders).optional(),
      attention: z.enum(['true']).optional(),
    }),
    output: page(Lock),
  }),
  get: get('/tenant-device/lock/{id}', '门锁详情', { access: view, input: byId, output: Lock }),
  save: put('/tenant-device/lock', '修改门锁设置', { access: edit, input: form, output: ok, message: '保存成功' }),
  /** Asks the provider for the lock with the account that was given. */
  check: post('/tenant-device/lock/check', '检测门锁', {
    access: edit,
    input: byId,
    output: z.object({ name: z.string().nullable(), battery: z.number().nullable(), canUnlock: z.boolean() }),
    message: '连接正常',
  }),
  unlock: post('/tenant-device/lock/unlock', '远程开锁', {
    access: 'tenant_lock_unlock',
    always: true,
    input: z.object({ id, reason: required(100, '请填写开锁原因') }),
    output: ok,
    message: '已开锁',
  }),
  /** Where TTLock posts what its locks say; `key` is the operator's. */
  callback: post('/tenant-device/lock/callback/{key}', '门锁消息', {
    access: 'public',
    kind: 'raw',
    rate: 'read',
    bodyLimit: 256 * 1024,
    input: z
      .object({
        key: z.string().max(100),
        lockId: z.string().max(20).optional(),
        notifyType: z.string().max(5).optional(),
        records: z.string().max(200_000).optional(),
      })
      .loose(),
    output: z.any(),
  }),
};
