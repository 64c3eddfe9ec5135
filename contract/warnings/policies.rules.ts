/** Who is told of a warning that nobody has confirmed, after how long. Pure; times are epoch ms. */
import { inWindows } from '../time-windows.rules.ts';
import { lengthOf } from './life.rules.ts';

export const recipientLabels = {
  duty: '当班人员',
  carer: '责任护理员',
  role: '角色',
  user: '指定人员',
  email: '电子邮件',
  webhook: '外部系统',
} as const;
export type RecipientKind = keyof typeof recipientLabels;
export const recipientKinds = Object.keys(recipientLabels) as [RecipientKind, ...RecipientKind[]];

/** Ways to a member of staff. Mail and other systems are recipients of their own. */
export const channelLabels: Record<string, string> = {
  popup: '站内消息',
  browser: '弹窗提醒',
  sms: '短信',
  email: '电子邮件',
  webhook: '外部系统',
};
export const channels = ['popup', 'browser', 'sms'] as const;
export const deliveryLabels: Record<number, string> = { 1: '发送中', 2: '已发送', 3: '失败', 4: '免打扰，未通知' };

export interface Recipient {
  readonly kind: RecipientKind;
  /** Of a role or a user. */
  readonly id: number | null;
  /** Of a mail or another system. */
  readonly address: string | null;
}

export interface PolicyStep {
  /** Seconds after the warning. */
  readonly delay: number;
  readonly to: readonly Recipient[];
  readonly channels: readonly (typeof channels)[number][];
  /** Told again every so many minutes until somebody confirms; null: once. */
  readonly repeatMinutes: number | null;
  readonly repeats: number;
}

export interface Policy {
  readonly rules: readonly string[];
  readonly severities: readonly number[];
}

/** Whether a policy is about warnings of this rule and severity; an empty list means all. */
export const concerns = ({ rules, severities }: Policy, rule: string, severity: number) =>
  (rules.length === 0 || rules.includes(rule)) && (severities.length === 0 || severities.includes(severity));

/** When something that is due at `at` may be told: the end of the quiet hours it falls into; a critical one waits for nothing. */
export function afterQuiet(quiet: { from: string; to: string } | null, severity: number, at: number): number {
  if (quiet === null || severity === 1 || !inWindows([{ days: [], ...quiet }], at)) return at;
  const minute = 60_000;
  let end = at - (at % minute) + minute;
  for (let steps = 0; steps <= lengthOf(quiet) && inWindows([{ days: [], ...quiet }], end); steps++) end += minute;
  return end;
}
