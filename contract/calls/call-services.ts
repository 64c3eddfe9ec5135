/** 呼叫服务: by whom an institution's calls are carried, its numbers, and how long recordings are kept. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, flag, id, int, required, text, whole } from '../fields.ts';

export const callProviders = { embedded: 1, sip: 2, aliyun: 3 } as const;
export const callProviderLabels: Readonly<Record<number, string>> = { 1: '内置', 2: 'SIP中继', 3: '阿里云联络中心' };
export const MOST_NUMBERS = 50;
/** How a seat is told that a supervisor stands behind its call. */
export const supervisionTold = { not: 0, mark: 1, tone: 2 } as const;
export const supervisionToldLabels: Readonly<Record<number, string>> = { 0: '不告知', 1: '工作台显示', 2: '工作台显示并有提示音' };

const Trunk = z.object({
  host: z.string(),
  port: z.number(),
  username: z.string(),
  /** Whether we register with it; else it knows us by our address. */
  registers: z.boolean(),
});
const OwnNumber = z.object({
  number: z.string(),
  name: z.string(),
  groupId: z.number().nullable(),
  menuId: z.number().nullable(),
});

export const CallService = z.object({
  id: z.number(),
  name: z.string(),
  provider: z.number(),
  enabled: z.boolean(),
  instanceId: z.string(),
  regionId: z.string(),
  endpoint: z.string(),
  sdkUrl: z.string(),
  trunk: Trunk,
  /** Whether a password of the trunk or a key of Aliyun is kept; it is never read. */
  hasSecret: z.boolean(),
  /** The last answer to our registration with the trunk, a status of SIP; null while there is none of the last minutes. */
  trunkStatus: z.number().nullable(),
  numbers: z.array(OwnNumber),
  consentAnnounced: z.boolean(),
  announcementId: z.number().nullable(),
  recorded: z.boolean(),
  keptDays: z.number(),
  afterCallSeconds: z.number(),
  ringSeconds: z.number(),
  /** `supervisionTold`. */
  supervisionTold: z.number(),
  remarks: z.string(),
  version: z.number(),
  createTime: z.string(),
});

const secret = clearable(z.string().max(200, { error: '长度不能超过200个字符' }));
const https = (name: string) =>
  z
    .string()
    .trim()
    .max(300, { error: `${name}过长` })
    .refine((text) => text === '' || text.split(/\s+/).every((url) => /^https:\/\/[^/?#]+/.test(url) && URL.canParse(url)), {
      error: `${name}应以 https:// 开头`,
    });
const HOST = '中继地址不正确';

export const callServices = crudRoutes('/cloudcall/cloudcallservice', '呼叫服务', {
  permission: 'cloudcall_cloudcallservice',
  row: CallService,
  form: {
    name: required(30, '请输入服务名称'),
    provider: int(1, 3),
    /** One service of an institution is in use: enabling one ends the other. */
    enabled: z.boolean().default(false),
    instanceId: text(100).default(''),
    regionId: text(30).default('cn-shanghai'),
    endpoint: text(200).default(''),
    sdkUrl: https('SDK地址').default(''),
    trunk: z
      .object({
        host: z
          .string()
          .trim()
          .max(200, { error: HOST })
          .regex(/^[A-Za-z0-9.:_-]*$/, { error: HOST })
          .default(''),
        port: whole(1, 65_535, '中继端口').default(5060),
        username: text(60).default(''),
        registers: z.boolean().default(false),
      })
      .default({ host: '', port: 5060, username: '', registers: false }),
    trunkPassword: secret,
    accessKeyId: secret,
    accessKeySecret: secret,
    numbers: z
      .array(
        z.object({
          number: z
            .string({ error: '请输入号码' })
            .trim()
            .regex(/^\+?[0-9]{3,20}$/, { error: '号码为3至20位数字' }),
          name: text(30).default(''),
          groupId: id.nullable().default(null),
          menuId: id.nullable().default(null),
        }),
      )
      .max(MOST_NUMBERS, { error: `最多${MOST_NUMBERS}个号码` })
      .default([]),
    consentAnnounced: z.boolean().default(true),
    /** What is played when a recording begins; empty: a tone. */
    announcementId: clearable(id),
    recorded: z.boolean().default(true),
    keptDays: whole(1, 3650, '录音保存天数').default(180),
    afterCallSeconds: whole(0, 600, '话后处理秒数').default(15),
    ringSeconds: whole(5, 120, '振铃秒数').default(30),
    supervisionTold: int(0, 2).default(supervisionTold.not),
    remarks: text(200).default(''),
  },
  query: { name: text(30).optional(), provider: int(1, 3).optional(), enabled: flag.optional() },
});
