/** Types of devices (设备类型) with what is known of a model: how it speaks, how often, what it can be told. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, flag, id, int, required, text } from '../fields.ts';
import { ModelProfile } from './device-profiles.ts';
import { deviceKinds } from './devices.ts';

/** How a device reaches us. `none`: it does not, it only stands in the ledger. */
export const protocols = ['watch', 'iw', 'gt06', 'jt808', 'ev07b', 'mqtt', 'http', 'none'] as const;
export const protocolLabels: Record<(typeof protocols)[number], string> = {
  watch: '腕表TCP（3G/SG/CS/ZJ）',
  iw: '健康腕表TCP（IW/TRV）',
  gt06: 'GT06',
  jt808: 'JT/T 808',
  ev07b: 'EV07B挂件',
  mqtt: 'MQTT',
  http: '厂商平台（推送、拉取、订阅）',
  none: '不联网',
};

/** What a device can be told; the parameters of each are in device-commands.ts. */
export const commandKinds = [
  'locate',
  'ring',
  'message',
  'uploadInterval',
  'heartRate',
  'bodyTemperature',
  'temperatureInterval',
  'fallDetection',
  'fallAlarm',
  'fallSensitivity',
  'removalAlarm',
  'smsAlerts',
  'doNotDisturb',
  'reminders',
  'pillReminders',
  'pedometer',
  'sleepTimes',
  'sosNumbers',
  'guardians',
  'phoneBook',
  'whiteList',
  'language',
  'flowers',
  'call',
  'report',
  'reboot',
  'powerOff',
] as const;
export type CommandKind = (typeof commandKinds)[number];

/** The commands that a protocol has words for; server/ingest/command-frames.ts has the words. */
export const protocolCommands: Record<(typeof protocols)[number], readonly CommandKind[]> = {
  watch: commandKinds,
  iw: ['locate', 'message', 'uploadInterval', 'heartRate', 'bodyTemperature', 'sosNumbers', 'phoneBook', 'reboot', 'powerOff'],
  gt06: ['locate', 'uploadInterval', 'sosNumbers', 'reboot'],
  jt808: ['locate', 'message', 'uploadInterval', 'phoneBook', 'report', 'reboot', 'powerOff'],
  ev07b: ['ring', 'uploadInterval', 'sosNumbers'],
  mqtt: commandKinds,
  http: [],
  none: [],
};

/** After so many minutes of silence a device is offline, unless its type says otherwise. */
export const SILENT_MINUTES = 20;

export const DeviceType = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  kind: z.enum(deviceKinds),
  protocol: z.enum(protocols),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  /** A device of the type that is silent for longer is offline. */
  silentMinutes: z.number(),
  /** What its clock is ahead of UTC; null is what the protocol says. */
  utcOffsetMinutes: z.number().nullable(),
  healthReplies: z.boolean(),
  suppressChargerSos: z.boolean(),
  /** What the device calls low, medium and high sensitivity; null when it cannot be set. */
  fallLevels: z.array(z.number()).nullable(),
  commands: z.array(z.string()),
  /** Of 数据接入: how messages of these devices are read; null is the shipped mapping of the kind. */
  integrationId: z.number().nullable(),
  integrationName: z.string().nullable(),
  /** Alarm codes and vendors' items of the model. */
  profile: ModelProfile,
  deviceCount: z.number(),
  tenantName: z.string(),
  createName: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

export const deviceTypes = crudRoutes('/tenant-device/devicetype', '设备类型', {
  permission: 'tenant_devicetype',
  row: DeviceType,
  form: {
    name: required(40, '请输入类别名称'),
    description: clearable(text(200)),
    kind: z.enum(deviceKinds, { error: '请选择设备类别' }),
    protocol: z.enum(protocols, { error: '请选择通信协议' }).default('watch'),
    manufacturer: clearable(text(40)),
    model: clearable(text(40)),
    silentMinutes: int(2, 1440).default(SILENT_MINUTES),
    utcOffsetMinutes: clearable(int(-720, 840)),
    healthReplies: z.boolean().default(false),
    suppressChargerSos: z.boolean().default(false),
    fallLevels: clearable(z.array(int(0, 8)).length(3, { error: '请填写低、中、高三个灵敏度的数值' })),
    commands: z.array(z.enum(commandKinds)).max(commandKinds.length).default([]),
    integrationId: clearable(id),
    profile: ModelProfile.optional(),
  },
  query: { name: text(40).optional(), kind: z.enum(deviceKinds).optional(), unused: flag.optional() },
});
