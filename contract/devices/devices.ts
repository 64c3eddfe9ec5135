/** Devices. The specification names the device service's areas, not its calls: they are ours. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { flag, id, int, clearable, required, text } from '../fields.ts';
import { get } from '../http.ts';
import { removalRoutes } from '../removals.ts';
import { exportRoute, importRoutes } from '../transfers/transfers.ts';

export const Device = z.object({
  id: z.number(),
  imei: z.string(),
  shortId: z.string().nullable(),
  type: z.string(),
  typeId: z.number().nullable(),
  typeName: z.string().nullable(),
  /** How it reaches us, by its type; null without one. */
  protocol: z.string().nullable(),
  name: z.string().nullable(),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  enabled: z.boolean(),
  oldmanId: z.number().nullable(),
  oldmanName: z.string().nullable(),
  roomId: z.number().nullable(),
  roomName: z.string().nullable(),
  /** The gateway that speaks for it; null when it speaks for itself. */
  hubId: z.number().nullable(),
  hubName: z.string().nullable(),
  /** 1 online, 0 offline, null never seen. */
  online: z.number().nullable(),
  lastSeenTime: z.string().nullable(),
  battery: z.number().nullable(),
  signal: z.number().nullable(),
  /** WGS-84 degrees of the last known place. */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  approximate: z.boolean().nullable(),
  locateTime: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

/** Ten digits that some watches send instead: the IMEI without its first four and its last. */
export const shortIdOf = (imei: string) => (/^\d{15}$/.test(imei) ? imei.slice(4, 14) : null);

/** A device that was not heard of for this long is offline. */
export const OFFLINE_MINUTES = 20;

export const deviceKinds = ['watch', 'pendant', 'bed', 'radar', 'hub', 'camera', 'lock', 'other'] as const;
export const deviceKindLabels: Record<(typeof deviceKinds)[number], string> = {
  watch: '智能腕表',
  pendant: '呼叫挂件',
  bed: '智能床垫',
  radar: '毫米波雷达',
  hub: '网关',
  camera: '摄像头',
  lock: '智能门锁',
  other: '其他',
};

const form = {
  imei: z
    .string({ error: '请输入设备编号' })
    .trim()
    .regex(/^[0-9A-Za-z_-]{4,32}$/, { error: '设备编号应为4到32位数字或字母' }),
  type: z.enum(deviceKinds, { error: '请选择设备类别' }),
  /** Of 设备类型; what it knows stands in for an empty maker and model. */
  typeId: clearable(id),
  name: clearable(text(40)),
  manufacturer: clearable(text(40)),
  model: clearable(text(40)),
  enabled: z.boolean().optional(),
  oldmanId: clearable(id),
  roomId: clearable(id),
};

const Latest = z.object({ metric: z.string(), label: z.string(), unit: z.string(), value: z.number(), time: z.string() });

const query = {
  imei: text(32).optional(),
  /** How its number begins, the whole or the short one. */
  number: text(32).optional(),
  type: z.enum(deviceKinds).optional(),
  typeId: id.optional(),
  oldmanId: id.optional(),
  oldmanName: text(20).optional(),
  hubId: id.optional(),
  /** May be put behind a gateway. */
  assignable: flag.optional(),
  /** Nobody wears it, and it may be worn: enabled, no gateway, camera or lock. */
  wearable: flag.optional(),
  /** 0 offline, also never seen; 1 online; 2 never seen. */
  online: int(0, 2).optional(),
  lowBattery: flag.optional(),
};

export const devices = {
  ...crudRoutes('/tenant-device/device', '设备', { permission: 'tenant_device', row: Device, form, query }),
  ...removalRoutes('/tenant-device/device', '设备', 'tenant_device_del'),
  export: exportRoute('/tenant-device/device/export', '设备', 'tenant_device_export', query),
  ...importRoutes('/tenant-device/device', '设备', 'tenant_device_import'),
  /** The newest value of every metric. */
  latest: get('/tenant-device/device/{id}/latest', '设备最新数据', {
    access: 'tenant_device_view',
    input: z.object({ id }),
    output: z.array(Latest),
  }),
  /** Health data of a device by IMEI: raw within 48 hours, hourly beyond. */
  health: get('/tenant-device/device/health', '设备健康数据', {
    access: 'tenant_device_view',
    input: z.object({ imei: required(32, '请输入设备编号'), metric: text(20), hours: int(1, 24 * 31).default(24) }),
    output: z.array(z.object({ time: z.string(), value: z.number(), low: z.number(), high: z.number() })),
  }),
  summary: get('/tenant-device/device/summary', '设备概况', {
    access: 'tenant_device_view',
    input: z.object({}),
    output: z.object({ total: z.number(), online: z.number(), offline: z.number(), lowBattery: z.number() }),
  }),
};
