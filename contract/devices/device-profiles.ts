/**
 * What is special about a model or about one device of it: one shape for the gateways that live by it (server/ingest/profiles.ts), the
 * calls that keep it and the screens that edit it.
 */
import { z } from 'zod';
import { byId, id, ok } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { PositionFilter } from './position-filters.rules.ts';
import { mappedAlarms, mappedMetricNames, type MappedAlarm } from './mappings.ts';

const alarmNames = Object.keys(mappedAlarms) as [MappedAlarm, ...MappedAlarm[]];

const whole = (low: number, high: number, name: string) => {
  const error = `${name}应为${low}至${high}的整数`;
  return z.int({ error }).min(low, { error }).max(high, { error });
};
/** A record's own text for a key that is none is English. */
const badKey = (text: string) => ({ error: (issue: { code?: string }) => (issue.code === 'invalid_key' ? text : undefined) });
const size = (name: string, most: number) => (table: object, context: z.RefinementCtx) => {
  if (Object.keys(table).length > most) context.addIssue({ code: 'custom', message: `${name}最多${most}项` });
};

export const MOST_ALARMS = 64;
export const MOST_ITEMS = 32;
export const MOST_RULES = 16;

/** A code or the number of a bit, in decimal digits. */
export const AlarmCode = z.string().regex(/^(0|[1-9]\d{0,2})$/);
export const AlarmMeaning = z.enum(alarmNames, { error: '请选择报警含义' });
/** `{"9": "fall", "3": "none"}`: meanings that differ from the protocol's own (alarm-codes.rules.ts); `none` is no alarm. */
export const AlarmTable = z.record(AlarmCode, AlarmMeaning, badKey('报警码应为不超过三位的数字')).superRefine(size('报警码对照', MOST_ALARMS));

/** One value inside a vendor's item: big-endian, `value × scale + add`. */
export const ItemRule = z.object({
  metric: z.enum(mappedMetricNames, { error: '请选择指标' }),
  /** Offset of its first byte, and how many there are; by default 0 and 1. */
  at: whole(0, 254, '起始字节').optional(),
  bytes: z
    .int({ error: '字节数应为1、2或4' })
    .refine((value) => [1, 2, 4].includes(value), { error: '字节数应为1、2或4' })
    .optional(),
  signed: z.boolean().optional(),
  scale: z
    .number({ error: '倍率应为数字' })
    .refine((value) => value !== 0 && Math.abs(value) <= 1e6, { error: '倍率不能为0，也不能超过1000000' })
    .optional(),
  add: z.number({ error: '加数应为数字' }).min(-1e6, { error: '加数过小' }).max(1e6, { error: '加数过大' }).optional(),
});
export type ItemRule = z.output<typeof ItemRule>;

/** An additional item of a position report, by its id in two hex digits. */
export const ItemId = z.string().regex(/^[0-9a-f]{2}$/);
export const ItemRules = z
  .array(ItemRule)
  .min(1, { error: '请填写附加信息项的取值规则' })
  .max(MOST_RULES, { error: `一个附加信息项最多${MOST_RULES}条规则` });
/** `{"e1": [{"metric": "heartRate"}, {"metric": "systolic", "at": 1}]}` (JT/T 808). */
export const ItemTable = z.record(ItemId, ItemRules, badKey('附加信息ID应为两位十六进制数，如e1')).superRefine(size('附加信息项', MOST_ITEMS));

/** Which of two words a model of the bracket watches knows; absent, the usual one. */
export const WatchWords = z.object({
  /** `SOS,a,b,c` in place of `SOS1,a`, `SOS2,b`, `SOS3,c`. */
  sosTogether: z.boolean().optional(),
  /** `PHBX` with the whole book in place of `PHB` and `PHB2` with five each. */
  wholeBook: z.boolean().optional(),
});
export type WatchWords = z.output<typeof WatchWords>;

const network = '允许的网络应为IP地址或网段，如 10.20.0.0/16 或 2001:db8::/32';
export const MOST_NETWORKS = 32;
/** Networks (CIDR, IPv4 or IPv6, or single addresses) from which alone devices of a model may come; none: from everywhere. */
export const Networks = z
  .array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], { error: network }), { error: network })
  .max(MOST_NETWORKS, { error: `允许的网络最多${MOST_NETWORKS}个` });

const shared = { alarms: AlarmTable.optional(), items: ItemTable.optional(), positions: PositionFilter.optional() };

/** Of a model: it holds for all devices of the type. */
export const ModelProfile = z.object({ ...shared, words: WatchWords.optional(), networks: Networks.optional() });
export type ModelProfile = z.output<typeof ModelProfile>;

/** Of one device: what it says goes before what its type says; absent is as the type says. */
export const OwnProfile = z.object({
  ...shared,
  /** What its clock is ahead of UTC. */
  utcOffsetMinutes: whole(-720, 840, '设备时钟（分钟）').optional(),
  /** Answer heart rate, blood pressure and oxygen frames. */
  healthReplies: z.boolean().optional(),
  /** The firmware sends an SOS when it is taken off the charger. */
  suppressChargerSos: z.boolean().optional(),
  /** Only a registration with this terminal id gets the authentication code (JT/T 808). */
  terminalId: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,30}$/, { error: '终端ID应为1至30个字母、数字或符号' })
    .optional(),
  /** False: nobody gets the authentication code any more (JT/T 808). */
  registration: z.boolean().optional(),
  /** False lets a terminal in that never shows its authentication code (JT/T 808). */
  authentication: z.boolean().optional(),
});
export type OwnProfile = z.output<typeof OwnProfile>;

/** How a JT/T 808 terminal stands: which one has registered, and who else tried. */
const Registration = z.object({
  /** The number that the terminal is to have. */
  number: z.string(),
  /** Where the platform listens; null when it does not. */
  port: z.number().nullable(),
  /** When the authentication code was given last, and first shown; null when it never was. */
  givenTime: z.string().nullable(),
  boundTime: z.string().nullable(),
  /** Of the terminal that showed the code first: another one gets none. Null for whoever may not edit devices. */
  boundId: z.string().nullable(),
  /** The last one that was refused. */
  refusedTime: z.string().nullable(),
  refusedId: z.string().nullable(),
});

export const deviceProfiles = {
  get: get('/tenant-device/device/{id}/profile', '设备专用设置', {
    access: 'tenant_device_view',
    input: byId,
    output: z.object({
      id: z.number(),
      /** How it reaches us, by its type; null without one. */
      protocol: z.string().nullable(),
      /** Its own settings; the terminal id is left out for whoever may not edit devices. */
      profile: OwnProfile,
      hasTerminalId: z.boolean(),
      /** What its type says. */
      model: ModelProfile,
      /** Null for other protocols than JT/T 808. */
      registration: Registration.nullable(),
      version: z.number(),
    }),
  }),
  /** The whole of a device's own settings but for the registration, which has its own calls. */
  save: put('/tenant-device/device/profile', '修改设备专用设置', {
    access: 'tenant_device_edit',
    /** Opening and closing are calls of their own. */
    guards: { registration: '终端注册' },
    input: z.object({ id, profile: OwnProfile.omit({ registration: true }), version: z.int().optional() }),
    output: ok,
    message: '保存成功，设备会重新连接',
  }),
  /** Nobody gets the authentication code any more; who has it stays. */
  close: post('/tenant-device/device/registration/close', '关闭终端注册', {
    access: 'tenant_device_edit',
    input: byId,
    output: ok,
    message: '已关闭注册',
  }),
  /** The next terminal that registers with the device's number gets the code: after a repair or an exchange. */
  open: post('/tenant-device/device/registration/open', '重新开放终端注册', {
    access: 'tenant_device_edit',
    input: byId,
    output: ok,
    message: '已开放注册',
  }),
};
