/** Commands to devices: queued here, sent when the device is connected, confirmed by its answer. */
import { z } from 'zod';
import { clock, id, page, paging, whole } from '../fields.ts';
import { get, post } from '../http.ts';
import { phone as phoneField } from '../phones.ts';
import { commandKinds, type CommandKind } from './device-types.ts';

const phone = phoneField('dialled');
const most = (n: number, name: string) => ({ error: `${name}最多${n}个` });
const spans = (n: number) =>
  z
    .array(z.object({ from: clock, to: clock }))
    .min(1, { error: '请添加时间段' })
    .max(n, most(n, '时间段'));

/** When a watch reminds: once, every day, or on the days of `week` (seven digits, Sunday first). */
export const repeats = { once: 1, daily: 2, weekly: 3 } as const;
export type Repeat = keyof typeof repeats;
const when = {
  time: clock,
  on: z.boolean().default(true),
  repeat: z.enum(['once', 'daily', 'weekly'], { error: '请选择重复方式' }),
  week: z
    .string()
    .regex(/^(?!0{7})[01]{7}$/, { error: '请选择星期' })
    .optional(),
};
const hasWeek = ({ repeat, week }: { repeat: Repeat; week?: string | undefined }) => repeat !== 'weekly' || week !== undefined;

/** So many reminders of each sort a watch has, and so many numbers let in. */
export const MOST_REMINDERS = 3;
export const MOST_WHITE = 10;
/** Beyond five a second frame carries the rest. */
export const MOST_CONTACTS = 10;

/** The parameters of every kind. */
export const commandParameters = {
  locate: z.object({}),
  ring: z.object({}),
  reboot: z.object({}),
  powerOff: z.object({}),
  bodyTemperature: z.object({}),
  message: z.object({
    text: z.string({ error: '请输入消息' }).trim().min(1, { error: '请输入消息' }).max(60, { error: '消息最多60个字' }),
  }),
  uploadInterval: z.object({ seconds: whole(10, 60_000, '上传间隔（秒）') }),
  /** 0 stops, 1 measures once, otherwise every so many seconds. */
  heartRate: z.object({
    seconds: z
      .int({ error: '请选择心率测量间隔' })
      .refine((value) => value === 0 || value === 1 || (value >= 300 && value <= 65_535), { error: '心率间隔应为300至65535秒' }),
  }),
  fallDetection: z.object({ on: z.boolean(), callGuardian: z.boolean().default(false) }),
  /** 1 low … 3 high. */
  fallSensitivity: z.object({ level: whole(1, 3, '灵敏度') }),
  removalAlarm: z.object({ on: z.boolean() }),
  doNotDisturb: z.object({
    spans: spans(4),
  }),
  /** Between measurements of the body's temperature. */
  temperatureInterval: z.object({ on: z.boolean(), hours: whole(1, 12, '测量间隔（小时）').default(1) }),
  /** Of some 4G firmware: whether a fall it has found is told. */
  fallAlarm: z.object({ on: z.boolean() }),
  /** What the watch tells by SMS, to its guardian. */
  smsAlerts: z.object({ sos: z.boolean(), lowBattery: z.boolean() }),
  reminders: z.object({
    items: z
      .array(z.object(when).refine(hasWeek, { error: '请选择星期' }))
      .min(1, { error: '请添加提醒' })
      .max(MOST_REMINDERS, most(MOST_REMINDERS, '提醒')),
  }),
  pillReminders: z.object({
    items: z
      .array(
        z
          .object({
            ...when,
            text: z.string({ error: '请输入提醒内容' }).trim().min(1, { error: '请输入提醒内容' }).max(40, { error: '提醒内容最多40个字' }),
          })
          .refine(hasWeek, { error: '请选择星期' }),
      )
      .min(1, { error: '请添加提醒' })
      .max(MOST_REMINDERS, most(MOST_REMINDERS, '提醒')),
  }),
  /** Counted within the times, or all day without any. */
  pedometer: z.object({ on: z.boolean(), spans: spans(3).optional() }),
  sleepTimes: z.object({ spans: spans(3) }),
  /** The centre's number and a second one; empty clears it. */
  guardians: z.object({ first: phone, second: z.union([z.literal(''), phone]).default('') }),
  /** Only these may call the watch. */
  whiteList: z.object({ numbers: z.array(phone).min(1, { error: '请添加号码' }).max(MOST_WHITE, most(MOST_WHITE, '白名单号码')) }),
  language: z.object({
    chinese: z.boolean(),
    hours: z
      .number({ error: '请输入时区' })
      .refine((value) => Number.isInteger(value * 4) && value >= -12 && value <= 14, { error: '时区应为-12至14' }),
  }),
  flowers: z.object({ count: whole(0, 99, '小红花') }),
  /** The watch dials, and whoever wears it sees so. */
  call: z.object({ phone }),
  /** Asks for firmware and settings. */
  report: z.object({}),
  sosNumbers: z.object({ numbers: z.array(phone).max(3, most(3, 'SOS号码')) }),
  phoneBook: z.object({
    contacts: z
      .array(z.object({ name: z.string().trim().min(1, { error: '请输入姓名' }).max(16, { error: '姓名最多16个字' }), phone }))
      .min(1, { error: '请添加亲情号码' })
      .max(MOST_CONTACTS, most(MOST_CONTACTS, '亲情号码')),
  }),
} as const satisfies Record<CommandKind, z.ZodType>;

export type CommandParameters = { [K in CommandKind]: z.output<(typeof commandParameters)[K]> };

export const commandLabels: Record<CommandKind, string> = {
  locate: '立即定位',
  ring: '响铃寻找',
  message: '发送消息',
  uploadInterval: '定位上传间隔',
  heartRate: '心率测量',
  bodyTemperature: '测量体温',
  temperatureInterval: '体温定时测量',
  fallDetection: '跌倒检测',
  fallAlarm: '跌倒报警',
  fallSensitivity: '跌倒灵敏度',
  removalAlarm: '脱落报警',
  smsAlerts: '短信提醒',
  doNotDisturb: '免打扰时段',
  reminders: '闹钟提醒',
  pillReminders: '吃药提醒',
  pedometer: '计步',
  sleepTimes: '睡眠监测时段',
  sosNumbers: 'SOS号码',
  guardians: '监护号码',
  phoneBook: '亲情号码',
  whiteList: '白名单',
  language: '语言与时区',
  flowers: '小红花',
  call: '拨打电话',
  report: '查询参数',
  reboot: '重启',
  powerOff: '关机',
};

/** 1 waiting, 2 sent, 3 confirmed, 4 failed, 5 cancelled, 6 expired while it waited. */
export const commandStates = { waiting: 1, sent: 2, confirmed: 3, failed: 4, cancelled: 5, expired: 6 } as const;
export const commandStateLabels: Record<number, string> = { 1: '等待发送', 2: '已发送', 3: '已确认', 4: '失败', 5: '已取消', 6: '已过期' };

/** How long a command waits for a device that is not connected. */
export const WAITS_HOURS = 24;
/** A device that was switched off, or is being looked for, is meant now: not tomorrow, when nobody thinks of it any more. */
export const hoursOf = (kind: CommandKind) =>
  ['locate', 'ring', 'call', 'reboot', 'powerOff', 'bodyTemperature'].includes(kind) ? 1 / 6 : WAITS_HOURS;

/** What is done once and over. */
const momentary: readonly CommandKind[] = [
  'locate',
  'ring',
  'message',
  'bodyTemperature',
  'flowers',
  'call',
  'report',
  'reboot',
  'powerOff',
];
/**
 * What holds from then on: said twice it is the same as once, so it is sent again until the
 * device confirms it, and only the newest of a kind counts.
 */
export const isSetting = (kind: CommandKind) => !momentary.includes(kind);
export const settingKinds = commandKinds.filter(isSetting);
/** So often a setting is sent to a device that does not confirm it, and so long after the last time at the earliest. */
export const MOST_ATTEMPTS = 3;
export const RETRY_MS = 60_000;

export const DeviceCommand = z.object({
  id: z.number(),
  deviceId: z.number(),
  kind: z.enum(commandKinds),
  parameters: z.record(z.string(), z.unknown()),
  state: z.number(),
  attempts: z.number(),
  answer: z.string().nullable(),
  refusal: z.string().nullable(),
  expireTime: z.string(),
  sendTime: z.string().nullable(),
  answerTime: z.string().nullable(),
  createName: z.string().nullable(),
  createTime: z.string(),
});

export const deviceCommands = {
  page: get('/tenant-device/device/command/page', '设备指令列表', {
    access: 'tenant_device_view',
    input: z.object({ ...paging, deviceId: id }),
    output: page(DeviceCommand),
  }),
  /** What this device can be told. */
  kinds: get('/tenant-device/device/{id}/command/kinds', '设备可用指令', {
    access: 'tenant_device_view',
    input: z.object({ id }),
    output: z.array(z.enum(commandKinds)),
  }),
  /** Queued, and sent at once when the device is connected. */
  send: post('/tenant-device/device/command', '下发设备指令', {
    access: 'tenant_device_command',
    input: z.object({
      deviceId: id,
      kind: z.enum(commandKinds, { error: '请选择指令' }),
      parameters: z.record(z.string(), z.unknown()).default({}),
    }),
    output: id,
    message: '指令已下发',
  }),
  /** The same once more, as a new command. */
  again: post('/tenant-device/device/command/again', '重新下发设备指令', {
    access: 'tenant_device_command',
    input: z.object({ id }),
    output: id,
    message: '指令已下发',
  }),
  cancel: post('/tenant-device/device/command/cancel', '取消设备指令', {
    access: 'tenant_device_command',
    input: z.object({ id }),
    output: z.literal(true),
    message: '取消成功',
  }),
};
