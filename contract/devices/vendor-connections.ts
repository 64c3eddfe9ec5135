/** How we reach a vendor: an address that is asked again and again, or a broker of theirs that we subscribe to. */
import { z } from 'zod';
import { text } from '../fields.ts';
import { isTopicFilter } from './mqtt-topics.rules.ts';

const header = z.object({
  name: z.string().regex(/^[A-Za-z][\w-]{0,39}$/, { error: '请求头名称不正确' }),
  /** Told to nobody afterwards; absent keeps the one there is. `{secret}`, `{since}` and `{cursor}` are filled in. */
  value: z
    .string()
    .min(1, { error: '请填写请求头的值' })
    .max(200, { error: '请求头不能超过200个字符' })
    .regex(/^[\x20-\x7e]*$/, { error: '请求头只能含英文字符' })
    .optional(),
  /** Ours: whether there is a value, and whether it asks for the secret. */
  set: z.boolean().optional(),
  usesSecret: z.boolean().optional(),
});

export const Polling = z.object({
  /** `{since}` and `{cursor}` are filled in, `{secret}` is the secret. */
  url: z
    .string({ error: '请填写拉取地址' })
    .trim()
    .max(500, { error: '拉取地址不能超过500个字符' })
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !new URL(value).username, {
      error: '拉取地址应以 https:// 或 http:// 开头，不含用户名',
    }),
  everySeconds: z.int({ error: '请填写间隔' }).min(10, { error: '间隔不能小于10秒' }).max(86_400, { error: '间隔不能大于一天' }),
  headers: z.array(header).max(10, { error: '请求头最多10个' }).default([]),
  sinceKind: z.enum(['ms', 's', 'text']).default('ms'),
  /** Where the answer says from where to go on. */
  cursor: text(120).optional(),
});
export type Polling = z.output<typeof Polling>;

export const MOST_TOPICS = 8;

export const Subscription = z.object({
  host: z
    .string({ error: '请填写服务器地址' })
    .trim()
    .regex(/^(?=.{1,200}$)([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$|^[0-9a-fA-F:]{2,39}$/, {
      error: '服务器地址应为域名或IP，不含 mqtt:// 和端口',
    }),
  port: z.int({ error: '请填写端口' }).min(1, { error: '端口应为1至65535' }).max(65_535, { error: '端口应为1至65535' }),
  /** With it the certificate is checked, always. */
  tls: z.boolean().default(true),
  username: text(100)
    .regex(/^[\x20-\x7e]*$/, { error: '用户名只能含英文字符' })
    .optional(),
  /** By which the vendor keeps what comes while we are away. */
  clientId: z
    .string({ error: '请填写客户端编号' })
    .trim()
    .regex(/^[\w.:@/-]{1,64}$/, { error: '客户端编号应为1至64个字母、数字或 . : @ / - _' }),
  topics: z
    .array(z.string().trim().refine(isTopicFilter, { error: '主题写法不正确：+ 和 # 应独占一级，# 只能在最后' }))
    .min(1, { error: '请填写主题' })
    .max(MOST_TOPICS, { error: `主题最多${MOST_TOPICS}个` }),
  qos: z.union([z.literal(0), z.literal(1)], { error: '请选择服务质量' }).default(1),
  /** Which level of the topic, from 1, names the device where the message itself does not. */
  deviceLevel: z.int().min(1, { error: '主题级别应为1至10' }).max(10, { error: '主题级别应为1至10' }).optional(),
});
export type Subscription = z.output<typeof Subscription>;

/** What a secret is for: it is not sent anywhere else. Null where nobody is connected to. */
export function addressOf({
  polling,
  subscription,
}: {
  polling?: { url: string } | null | undefined;
  subscription?: Subscription | null | undefined;
}): string | null {
  if (polling) return new URL(polling.url).origin;
  return subscription ? `${subscription.tls ? 'mqtts' : 'mqtt'}://${subscription.host.toLowerCase()}:${subscription.port}` : null;
}
