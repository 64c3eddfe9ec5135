/**
 * The commands a watch understands: a table of builders from plain values to frame content. Every value is checked, because
 * a bracket, star or comma in it would become a frame or a field of its own.
 */
import { utf16Hex } from '#server/ingest/tcp/watch-encode.ts';

/** A refusal with a text for the user. */
export function invalid(text: string): RangeError {
  return new RangeError(text);
}

function phone(value: string): string {
  if (!/^\+?\d{3,20}$/.test(value)) throw invalid('电话号码应为 3 至 20 位数字');
  return value;
}

/** An empty number clears its slot on the watch. */
function slot(value: string): string {
  return value === '' ? '' : phone(value);
}

function whole(value: number, low: number, high: number, name: string): number {
  if (!Number.isInteger(value) || value < low || value > high) throw invalid(`${name}应为 ${low} 至 ${high} 的整数`);
  return value;
}

function at(value: string): string {
  if (!/^([01]?\d|2[0-3]):[0-5]\d$/.test(value)) throw invalid('时间格式应为 HH:mm');
  return value;
}

function list<T>(values: readonly T[], most: number, name: string): readonly T[] {
  if (values.length === 0 || values.length > most) throw invalid(`${name}应为 1 至 ${most} 项`);
  return values;
}

function text(value: string, most: number): string {
  if (value === '' || value.length > most) throw invalid(`文字应为 1 至 ${most} 个字`);
  return utf16Hex(value);
}

function host(value: string): string {
  if (!/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i.test(value)) throw invalid('服务器地址不正确');
  return value;
}

/** Seven digits, Sunday first: 1 on, 0 off. */
function week(value: string): string {
  if (!/^[01]{7}$/.test(value)) throw invalid('星期应为 7 位 0 或 1');
  return value;
}

function flag(on: boolean): number {
  return on ? 1 : 0;
}

export interface Contact {
  phone: string;
  name: string;
}

export interface Span {
  from: string;
  to: string;
}

function book(contacts: readonly Contact[], most: number): string {
  return list(contacts, most, '联系人')
    .map((contact) => `${phone(contact.phone)},${text(contact.name, 16)}`)
    .join(',');
}

function spans(values: readonly Span[], most: number): string {
  return list(values, most, '时间段')
    .map(({ from, to }) => `${at(from)}-${at(to)}`)
    .join(',');
}

export interface Reminder {
  time: string;
  on: boolean;
  /** 1 once, 2 every day, 3 on the days of `week`. */
  type: 1 | 2 | 3;
  week?: string;
}

function reminder({ time, on, type, week: days }: Reminder): string {
  const base = `${at(time)}-${flag(on)}-${whole(type, 1, 3, '提醒类型')}`;
  if (type !== 3) return base;
  return `${base}-${week(days ?? '')}`;
}

export interface Pill {
  time: string;
  on: boolean;
  /** 1 once, 2 every day, 3 on the days of `week`. */
  frequency: 1 | 2 | 3;
  week?: string;
  /** Which reminder of the watch this is. */
  number: number;
  text: string;
}

function pill(entry: Pill): string {
  const schedule = reminder({ time: entry.time, on: entry.on, type: entry.frequency, week: entry.week });
  return `${schedule},${whole(entry.number, 1, 9, '序号')},${text(entry.text, 40)}`;
}

/** Builders by purpose; each gives the content of a frame or throws RangeError with a Chinese text. */
export const watchCommands = {
  sosNumber: (number: 1 | 2 | 3, value: string) => `SOS${whole(number, 1, 3, '序号')},${slot(value)}`,
  sosNumbers: (values: readonly string[]) => `SOS,${list(values, 3, 'SOS 号码').map(slot).join(',')}`,
  guardian: (value: string) => `CENTER,${slot(value)}`,
  secondGuardian: (value: string) => `SLAVE,${slot(value)}`,
  phoneBook: (contacts: readonly Contact[]) => `PHB,${book(contacts, 5)}`,
  phoneBookMore: (contacts: readonly Contact[]) => `PHB2,${book(contacts, 5)}`,
  phoneBookLarge: (contacts: readonly Contact[]) => `PHBX,${book(contacts, 15)}`,
  whiteList: (number: 1 | 2, values: readonly string[]) =>
    `WHITELIST${whole(number, 1, 2, '序号')},${list(values, 5, '白名单').map(slot).join(',')}`,
  uploadInterval: (seconds: number) => `UPLOAD,${whole(seconds, 10, 60_000, '上传间隔')}`,
  locate: () => 'CR',
  /** 1 measures once, 0 stops, 300 and more measures every so many seconds. */
  heartRate: (seconds: number) => {
    if (seconds !== 0 && seconds !== 1) whole(seconds, 300, 65_535, '心率间隔');
    return `hrtstart,${seconds}`;
  },
  bodyTemperature: () => 'bodytemp',
  bodyTemperatureEvery: (on: boolean, hours: number) => `bodytemp2,${flag(on)},${whole(hours, 1, 12, '间隔小时')}`,
  fallDetection: (on: boolean, callGuardian: boolean) => `FALLDOWN,${flag(on)},${flag(callGuardian)}`,
  /** Vendors contradict each other on the direction: the device model maps low, medium and high to these numbers. */
  fallSensitivity: (level: number, range: number) => `LSSET,${whole(level, 0, 8, '灵敏度')}+${whole(range, 1, 8, '灵敏度范围')}`,
  fallAlert: (on: boolean) => `FON,${flag(on)}`,
  removalAlarm: (on: boolean) => `REMOVE,${flag(on)}`,
  smsOnSos: (on: boolean) => `SOSSMS,${flag(on)}`,
  smsOnLowBattery: (on: boolean) => `LOWBAT,${flag(on)}`,
  reminders: (values: readonly Reminder[]) => `REMIND,${list(values, 3, '提醒').map(reminder).join(',')}`,
  pillReminder: (entry: Pill) => `TAKEPILLS,${pill(entry)}`,
  doNotDisturb: (values: readonly Span[]) => `SILENCETIME,${spans(values, 4)}`,
  message: (value: string) => `MESSAGE,${text(value, 200)}`,
  flowers: (count: number) => `FLOWER,${whole(count, 0, 99, '小红花')}`,
  ring: () => 'FIND',
  /** The wearer gets no sign of it: ask for consent and write an audit row before sending this. */
  monitor: (value?: string) => (value === undefined ? 'MONITOR' : `MONITOR,${phone(value)}`),
  call: (value: string) => `CALL,${phone(value)}`,
  /** Language 0 English, 1 Chinese; the zone in hours, quarters allowed. */
  zone: (language: 0 | 1, hours: number) => {
    if (!Number.isInteger(hours * 4) || hours < -12 || hours > 14) throw invalid('时区应为 -12 至 14');
    return `LZ,${whole(language, 0, 1, '语言')},${hours < 0 ? '' : '+'}${hours}`;
  },
  powerOff: () => 'POWEROFF',
  reboot: () => 'RESET',
  factoryReset: () => 'FACTORY',
  server: (address: string, port: number) => `IP,${host(address)},${whole(port, 1, 65_535, '端口')}`,
  pedometer: (on: boolean) => `PEDO,${flag(on)}`,
  pedometerTimes: (values: readonly Span[]) => `WALKTIME,${spans(values, 3)}`,
  sleepTimes: (values: readonly Span[]) => `SLEEPTIME,${spans(values, 3)}`,
  firmware: () => 'VERNO',
  settings: () => 'TS',
} as const;

/** Upper-case names by which devices acknowledge commands. */
export const commandNames: ReadonlySet<string> = new Set(
  (
    'SOS SOS1 SOS2 SOS3 CENTER SLAVE PHB PHB2 PHBX WHITELIST1 WHITELIST2 UPLOAD CR HRTSTART BODYTEMP BODYTEMP2 FALLDOWN ' +
    'LSSET FON REMOVE SOSSMS LOWBAT REMIND TAKEPILLS SILENCETIME MESSAGE FLOWER FLOWERSET FIND MONITOR CALL LZ POWEROFF ' +
    'RESET FACTORY IP PEDO WALKTIME SLEEPTIME VERNO TS'
  ).split(' '),
);

/** The text messages that point a new watch at us; `password` is the factory's unless the family changed it. */
export function bootstrapMessages(address: string, port: number, password = '123456'): string[] {
  if (!/^\d{4,8}$/.test(password)) throw invalid('短信密码应为 4 至 8 位数字');
  return [`pw,${password},ip,${host(address)},${whole(port, 1, 65_535, '端口')}#`, `pw,${password},ts#`];
}
