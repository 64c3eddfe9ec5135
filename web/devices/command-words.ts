/** What a command says, in words: for the list of commands, and for what is asked of a device beside what it reports. */
import type { CommandKind } from '#contract/devices/device-types.ts';

type Values = Record<string, unknown>;
interface Span {
  from: string;
  to: string;
}
interface Reminder {
  time: string;
  on: boolean;
  repeat: 'once' | 'daily' | 'weekly';
  week?: string;
  text?: string;
}

export const LEVELS = ['低', '中', '高'];
/** Sunday first, as watches count. */
export const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'];
export const REPEATS = { once: '一次', daily: '每天', weekly: '每周' } as const;

const yes = (on: unknown) => (on ? '开启' : '关闭');
const every = (seconds: number) => (seconds % 60 === 0 ? `每${seconds / 60}分钟` : `每${seconds}秒`);
const spans = (all: unknown) => ((all ?? []) as Span[]).map(({ from, to }) => `${from}–${to}`).join('、');
const days = (week: string) => [...week].flatMap((on, day) => (on === '1' ? [WEEKDAYS[day]] : [])).join('');

function reminder({ time, on, repeat, week, text }: Reminder): string {
  const when = repeat === 'weekly' ? `周${days(week ?? '')}` : REPEATS[repeat];
  return `${time} ${when}${text ? ` ${text}` : ''}${on === false ? '（关）' : ''}`;
}

const words: Partial<Record<CommandKind, (p: Values) => string>> = {
  message: ({ text }) => String(text),
  uploadInterval: ({ seconds }) => every(Number(seconds)),
  heartRate: ({ seconds }) => (seconds === 0 ? '停止' : seconds === 1 ? '一次' : every(Number(seconds))),
  temperatureInterval: ({ on, hours }) => (on ? `每${Number(hours)}小时` : '关闭'),
  fallDetection: ({ on, callGuardian }) => `${yes(on)}${callGuardian ? '，跌倒后拨打SOS号码' : ''}`,
  fallAlarm: ({ on }) => yes(on),
  fallSensitivity: ({ level, code }) =>
    level === undefined
      ? `厂商数值 ${Number(code)}`
      : `${LEVELS[Number(level) - 1] ?? ''}${code === undefined ? '' : `（厂商数值 ${Number(code)}）`}`,
  removalAlarm: ({ on }) => yes(on),
  smsAlerts: ({ sos, lowBattery }) => `SOS ${yes(sos)}，低电量 ${yes(lowBattery)}`,
  doNotDisturb: (p) => spans(p.spans),
  reminders: ({ items }) => (items as Reminder[]).map(reminder).join('；'),
  pillReminders: ({ items }) => (items as Reminder[]).map(reminder).join('；'),
  pedometer: (p) => (p.on ? `开启${p.spans ? `，${spans(p.spans)}` : ''}` : '关闭'),
  sleepTimes: (p) => spans(p.spans),
  sosNumbers: ({ numbers }) => (numbers as string[]).join('、') || '清空',
  guardians: ({ first, second }) => [first, second].filter(Boolean).join('、'),
  phoneBook: ({ contacts }) => (contacts as { name: string }[]).map(({ name }) => name).join('、'),
  whiteList: ({ numbers }) => (numbers as string[]).join('、'),
  language: ({ chinese, hours }) => `${chinese ? '中文' : '英文'}，时区 ${Number(hours) >= 0 ? '+' : ''}${Number(hours)}`,
  flowers: ({ count }) => `${Number(count)} 朵`,
  call: ({ phone }) => String(phone),
};

/** The parameters of a command in words; empty where there are none. */
export const wordsOf = (kind: CommandKind, parameters: Values): string => words[kind]?.(parameters) ?? '';
