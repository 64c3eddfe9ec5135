/**
 * By which ways a message reaches a person, and when. On the pages it always stands at once; the ways here come in addition. Pure;
 * moments are epoch ms.
 */
import { DAY, dayOf, instantOf } from '../time.ts';
import { endOfWindows, type TimeWindow } from '../time-windows.rules.ts';
import { messageKinds, type MessageKind } from './messages.rules.ts';

export const channels = ['sms', 'email', 'push'] as const;
export type Channel = (typeof channels)[number];
export const channelLabels: Record<Channel, string> = { sms: '短信', email: '邮件', push: '浏览器通知' };

/** Alarms are texted and mailed by 通知策略, and who is invited gets a text in any case. */
const OFFERED: Partial<Record<MessageKind, readonly Channel[]>> = { warning: ['push'], invitation: ['email', 'push'] };
/** The ways of a kind that people choose among. */
export const offered = (kind: MessageKind): readonly Channel[] => OFFERED[kind] ?? channels;

/** What is on and off; what is absent follows the institution, or the product. */
export type Choices = Partial<Record<MessageKind, Partial<Record<Channel, boolean>>>>;

/** Of an institution that decided nothing: texts cost money, mails leave the house. */
const PRODUCT: Record<Channel, boolean> = { sms: false, email: false, push: true };
/** Whether a kind comes by a way: the first of the choices that decides, else the product. */
export const chosen = (kind: MessageKind, channel: Channel, ...choices: readonly Choices[]): boolean =>
  choices.map((one) => one[kind]?.[channel]).find((on) => on !== undefined) ?? PRODUCT[channel];

/** `digest`: what came in quiet hours; `daily`: what is unread at the hour that a person wants. */
export const summaryKinds = { digest: '免打扰汇总', daily: '每日汇总' } as const;
export const deliveryKinds: Record<string, string> = { ...messageKinds, ...summaryKinds };

export const deliveryStates = { waiting: 1, held: 2, sent: 3, failed: 4, skipped: 5 } as const;
export const deliveryLabels: Readonly<Record<number, string>> = { 1: '待发送', 2: '免打扰中', 3: '已发送', 4: '发送失败', 5: '未发送' };

export interface Recipient {
  readonly own: Choices;
  readonly institution: Choices;
  readonly quiet: readonly TimeWindow[];
  /** The ways by which the person can be reached at all. */
  readonly reach: Readonly<Record<Channel, boolean>>;
}

export interface Planned {
  channel: Channel;
  state: number;
  /** Held until then. */
  until: number | null;
  /** Why it is not sent, for staff. */
  reason: string | null;
}

export const UNREACHED: Record<Channel, string> = { sms: '没有登记手机号', email: '没有填写邮箱', push: '没有开启通知的浏览器' };
export const SWITCHED_OFF = '本人已关闭';
export const READ_MEANWHILE = '免打扰期间已阅读';

/**
 * What becomes of a message on each way at `now`. What is urgent waits for no quiet hours, and is not switched off where the institution
 * has it on; `demanded` are ways that the sender wants in any case. A way that is off gives nothing, unless the person alone has it off.
 */
export function plan(
  { kind, urgent, demanded = [] }: { kind: MessageKind; urgent: boolean; demanded?: readonly Channel[] },
  { own, institution, quiet, reach }: Recipient,
  now: number,
): Planned[] {
  const until = urgent ? null : endOfWindows(quiet, now);
  return offered(kind).flatMap((channel): Planned[] => {
    const usual = chosen(kind, channel, institution);
    const forced = urgent && (usual || demanded.includes(channel));
    const skip = (reason: string): Planned[] => [{ channel, state: deliveryStates.skipped, until: null, reason }];
    // Nobody misses a notice in a browser that was never asked for.
    if (channel === 'push' && !reach.push) return [];
    if (!forced && !chosen(kind, channel, own, institution)) return usual ? skip(SWITCHED_OFF) : [];
    if (!reach[channel]) return skip(UNREACHED[channel]);
    return [{ channel, state: until === null ? deliveryStates.waiting : deliveryStates.held, until, reason: null }];
  });
}

/** The next time after `now` at which a clock, `HH:mm`, shows `clock`. */
export function nextDaily(clock: string, now: number): number {
  const today = instantOf(`${dayOf(now)} ${clock}`);
  return today > now ? today : today + DAY;
}

/** As many titles of a summary are said. */
export const NAMED_TITLES = 3;
const LONGEST_TITLE = 30;

/** What a summary says of so many messages with these titles. */
export function summaryText(titles: readonly string[], total: number, what: '新' | '未读' = '新'): string {
  const named = titles
    .slice(0, NAMED_TITLES)
    .map((title) => (title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title));
  return `您有 ${total} 条${what}消息：${named.join('；')}${total > named.length ? ' 等' : ''}`;
}
