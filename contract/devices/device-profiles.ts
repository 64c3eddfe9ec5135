/**
 * What is special about a model or about one device of it: one shape for the gateways that live by it (server/ingest/profiles.ts), the
 * calls that keep it and the screens that edit it.
 */
import { z } from 'zod';
import { badKey, byId, id, ok, whole } from '../fields.ts';
import { get, post, put } from '../http.ts';
import { ItemId, ItemTable } from './jt808-item-rules.ts';
import { mappedAlarms, type MappedAlarm } from './mappings.ts';
import { PositionFilter } from './position-filters.rules.ts';

const alarmNames = Object.keys(mappedAlarms) as [MappedAlarm, ...MappedAlarm[]];

export const MOST_ALARMS = 64;

/** A code or the number of a bit, in decimal digits. */
export const AlarmCode = z.string().regex(/^(0|[1-9]\d{0,2})$/);
export const AlarmMeaning = z.enum(alarmNames, { error: '请选择报警含义' });
/** `{"9": "fall", "3": "none"}`: meanings that differ from the protocol's own (alarm-codes.rules.ts); `none` is no alarm. */
export const AlarmTable = z
  .record(AlarmCode, AlarmMeaning, badKey('报警码应为不超过三位的数字'))
  .refine((table) => Object.keys(table).length <= MOST_ALARMS, { error: `报警码对照最多${MOST_ALARMS}项` });

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

/** Calls for help that are raised no more by what is saved (lost-alarms.rules.ts), each in the words in which it was confirmed. */
export const AcceptedLoss = z
  .array(z.string().max(300, { error: '确认的内容过长' }))
  .max(200, { error: '一次最多确认200项' })
  .optional();

const shared = {
  alarms: AlarmTable.optional(),
  items: ItemTable.optional(),
  positions: PositionFilter.optional(),
  acceptedLoss: AcceptedLoss,
};

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
      /** Whether its type filters an SOS off the charger. */
      suppressChargerSos: z.boolean(),
      /** Calls for help that are not raised by all of this, in words (lost-alarms.rules.ts). */
      lost: z.array(z.string()),
      /** Null for other protocols than JT/T 808. */
      registration: Registration.nullable(),
      version: z.number(),
    }),
  }),
  /** Items of vendors (JT/T 808) that nothing reads, of one device or of all of a type: the newest of each, of the last 30 days. */
  unread: get('/tenant-device/device/profile/unread', '没有规则的附加信息', {
    access: 'tenant_device_view',
    input: z.object({ typeId: id.optional(), deviceId: id.optional() }),
    output: z.array(
      z.object({
        item: ItemId,
        /** In hex digits. */
        value: z.string(),
        /** How many devices send it. */
        devices: z.number(),
        time: z.string(),
      }),
    ),
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
