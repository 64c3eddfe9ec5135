/** 数据接入: vendors' systems whose messages are read by a mapping that staff edit, not by code. Designed by us. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { byId, clearable, id, ok, page, paging, required, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { Mapping } from './mappings.ts';
import { Polling, Subscription } from './vendor-connections.ts';

export const integrationKinds = ['webhook', 'poller', 'broker', 'mqtt'] as const;
export type IntegrationKind = (typeof integrationKinds)[number];
export const integrationKindLabels: Record<IntegrationKind, string> = {
  webhook: '厂商推送',
  poller: '定时拉取',
  broker: '订阅厂商MQTT',
  mqtt: 'MQTT设备',
};

export const signatureSchemes = { none: '无签名（凭推送地址）', 'hmac-sha256': 'HMAC-SHA256', md5: 'MD5（末尾加密钥）' } as const;
export const signedParts = {
  body: '报文',
  'timestamp.body': '时间戳.报文',
  'timestamp+nonce+body': '时间戳+随机串+报文',
  'timestamp+nonce': '时间戳+随机串',
  sorted: '参数按名称排序（k=v&…）',
} as const;

const place = z.object({
  in: z.enum(['header', 'query', 'body'], { error: '请选择位置' }),
  name: z
    .string({ error: '请填写名称' })
    .trim()
    .regex(/^[A-Za-z][\w-]{0,39}$/, { error: '名称应为字母、数字、横线或下划线' }),
});

export const Signature = z
  .object({
    scheme: z.enum(['none', 'hmac-sha256', 'md5'], { error: '请选择签名方式' }),
    over: z.enum(['body', 'timestamp.body', 'timestamp+nonce+body', 'timestamp+nonce', 'sorted']).default('body'),
    place: place.optional(),
    encoding: z.enum(['hex', 'base64']).default('hex'),
    timestamp: place.extend({ kind: z.enum(['s', 'ms']).default('ms') }).optional(),
    nonce: place.optional(),
    windowSeconds: z.int().min(30, { error: '时间窗不能小于30秒' }).max(600, { error: '时间窗不能大于600秒' }).default(300),
    /** Networks that alone may deliver; none: everybody who knows the address. */
    networks: z
      .array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], { error: '来源地址应为IP或网段，如 203.0.113.0/24' }))
      .max(20, { error: '来源地址最多20个' })
      .default([]),
  })
  .superRefine(({ scheme, place: where, over, timestamp, nonce }, context) => {
    const missing = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (scheme !== 'none' && !where) missing('place', '请填写签名所在的位置');
    if (scheme !== 'none' && over.includes('timestamp') && !timestamp) missing('timestamp', '签名内容含时间戳，请填写时间戳的位置');
    if (scheme !== 'none' && over.includes('nonce') && !nonce) missing('nonce', '签名内容含随机串，请填写随机串的位置');
  });
export type Signature = z.output<typeof Signature>;

export const ExpectedReply = z.object({
  status: z.int().min(200, { error: '状态码应为200至299' }).max(299, { error: '状态码应为200至299' }).default(200),
  type: z.enum(['json', 'text']).default('json'),
  body: z.string().max(500, { error: '应答内容不能超过500个字符' }).default('{"code":0,"msg":"success"}'),
});
export type ExpectedReply = z.output<typeof ExpectedReply>;

/** What became of a delivery. */
export const results = { stored: 1, partial: 2, refused: 3, unreadable: 4, strangers: 5, failed: 6 } as const;
export const resultLabels: Record<number, string> = { 1: '已记录', 2: '部分记录', 3: '已拒绝', 4: '无法读取', 5: '设备未登记', 6: '失败' };

export const DeviceIntegration = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(integrationKinds),
  mapping: z.unknown(),
  signature: z.unknown(),
  reply: z.unknown(),
  /** Of its headers only the names, and whether they have a value. */
  polling: z.unknown(),
  subscription: z.unknown(),
  enabled: z.boolean(),
  remarks: z.string().nullable(),
  /** An address was handed out; a secret is kept. */
  hasAddress: z.boolean(),
  hasSecret: z.boolean(),
  typeCount: z.number(),
  /** Devices of those types. */
  deviceCount: z.number(),
  deliveryTime: z.string().nullable(),
  deliveryResult: z.number().nullable(),
  createName: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

export const IntegrationDelivery = z.object({
  id: z.number(),
  time: z.string(),
  result: z.number(),
  deliveries: z.number(),
  records: z.number(),
  stored: z.number(),
  strangers: z.number(),
  problem: z.string().nullable(),
});

/** Of the sample that staff paste. */
export const LONGEST_SAMPLE = 32_000;
const sampleText = z
  .string({ error: '请粘贴报文' })
  .min(1, { error: '请粘贴报文' })
  .max(LONGEST_SAMPLE, { error: `报文不能超过${LONGEST_SAMPLE}个字符` });

const Tried = z.object({
  records: z.array(
    z.object({
      device: z.string().nullable(),
      /** Whether the device is registered here for this way in; null when the message names none. */
      known: z.boolean().nullable(),
      deviceName: z.string().nullable(),
      time: z.string(),
      ownTime: z.boolean(),
      late: z.boolean(),
      recorded: z.array(z.object({ field: z.number(), text: z.string() })),
      problems: z.array(z.object({ field: z.number().nullable(), message: z.string() })),
    }),
  ),
  problems: z.array(z.string()),
});

const permission = 'tenant_deviceintegration';

export const deviceIntegrations = {
  ...crudRoutes('/tenant-device/integration', '数据接入', {
    permission,
    row: DeviceIntegration,
    form: {
      name: required(40, '请输入名称'),
      kind: z.enum(integrationKinds, { error: '请选择接入方式' }),
      mapping: Mapping,
      signature: clearable(Signature),
      reply: clearable(ExpectedReply),
      polling: clearable(Polling),
      subscription: clearable(Subscription),
      enabled: z.boolean().default(true),
      remarks: clearable(text(200)),
    },
    query: { name: text(40).optional(), kind: z.enum(integrationKinds).optional() },
  }),
  /** A new address to post to; the one before is gone. The whole of it is told this once. */
  address: post('/tenant-device/integration/address', '生成推送地址', {
    access: `${permission}_edit`,
    input: z.object({ id }),
    output: z.object({ path: z.string() }),
    message: '已生成新的推送地址',
  }),
  secret: post('/tenant-device/integration/secret', '设置签名密钥', {
    access: `${permission}_edit`,
    input: z.object({
      id,
      secret: z
        .string({ error: '请输入密钥' })
        .trim()
        .max(200, { error: '密钥不能超过200个字符' })
        .regex(/^[\x21-\x7e]*$/, { error: '密钥只能含英文字符' }),
    }),
    output: ok,
    message: '密钥已保存',
  }),
  deliveries: get('/tenant-device/integration/{id}/delivery/page', '数据接入记录', {
    access: `${permission}_view`,
    input: z.object({ ...paging, id }),
    output: page(IntegrationDelivery),
  }),
  /** How far a poller has come or how a subscription stands, and the last body received. */
  state: get('/tenant-device/integration/{id}/state', '数据接入状态', {
    access: `${permission}_edit`,
    input: byId,
    output: z.object({
      pollTime: z.string().nullable(),
      successTime: z.string().nullable(),
      nextTime: z.string().nullable(),
      failures: z.number(),
      problem: z.string().nullable(),
      /** Of a subscription: since when it stands; null while it does not. */
      connectTime: z.string().nullable(),
      sample: z.string().nullable(),
      sampleTime: z.string().nullable(),
    }),
  }),
  /** What a message would be recorded as; nothing is recorded. */
  try: post('/tenant-device/integration/try', '试算数据接入', {
    access: `${permission}_edit`,
    /** `id` of what is edited; null while it is new. */
    input: z.object({ id: id.nullish(), kind: z.enum(integrationKinds), mapping: Mapping, body: sampleText }),
    output: Tried,
    audit: false,
    bodyLimit: 128 * 1024,
  }),
};
