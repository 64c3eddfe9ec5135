/** 室内定位: what an institution taught of its rooms and other places, and how it teaches. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { byId, flag, id, ok, picked, required, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { exportRoute, importRoutes } from '../transfers/transfers.ts';
import { placeLevels } from './indoor.rules.ts';

/** How long a device collects. */
export const TEACH_SECONDS = 60;
/** Points of one place. */
export const MOST_POINTS = 60;

/** An address as it is printed on a beacon, in any of the usual spellings; becomes lower case with colons. */
export const mac = z
  .string({ error: '请输入MAC地址' })
  .trim()
  .transform((value) => value.toLowerCase().replaceAll(/[^0-9a-f]/g, ''))
  .pipe(z.string().regex(/^(?!0{12}|f{12})[0-9a-f]{12}$/, { error: 'MAC地址应为12位十六进制，如 AC:23:3F:A1:00:01' }))
  .transform((value) => (value.match(/../g) as string[]).join(':'));

export const IndoorPlace = z.object({
  id: z.number(),
  /** Null for a place that is no room. */
  roomId: z.number().nullable(),
  building: z.string(),
  floor: z.string(),
  name: z.string(),
  accessPoints: z.number(),
  beacons: z.number(),
  teachTime: z.string().nullable(),
  teachBy: z.string().nullable(),
  /** The last change can be taken back. */
  undoable: z.boolean(),
  version: z.number(),
  createTime: z.string(),
});

export const IndoorPoint = z.object({
  mac: z.string(),
  beacon: z.boolean(),
  installed: z.boolean(),
  rssi: z.number().nullable(),
  samples: z.number(),
  /** Is carried about, by the survey itself, and not counted. */
  carried: z.boolean(),
});

/** What a device hears, with how often and what is made of it. */
const HeardPoint = z.object({
  mac: z.string(),
  beacon: z.boolean(),
  rssi: z.number().nullable(),
  samples: z.number(),
  lasting: z.boolean(),
});

export const Teaching = z.object({
  id: z.number(),
  placeId: z.number(),
  deviceId: z.number(),
  /** 0 collecting, 1 saved, 2 given up. */
  state: z.number(),
  /** Seconds left. */
  left: z.number(),
  reports: z.number(),
  heard: z.array(HeardPoint),
});

const TeachingDevice = z.object({
  id: z.number(),
  imei: z.string(),
  name: z.string().nullable(),
  oldmanName: z.string().nullable(),
  type: z.string(),
  protocol: z.string().nullable(),
  online: z.boolean(),
  accessPoints: z.number(),
  heardTime: z.string().nullable(),
});

const BASE = '/tenant-device/indoorplace';
const edit = 'tenant_indoor_edit';
const view = 'tenant_indoor_view';
const query = { building: text(20).optional(), name: text(20).optional(), taught: flag.optional() };

export const indoorPlaces = {
  /** Every room is there already; `create` adds what is no room. */
  ...crudRoutes(BASE, '室内位置', {
    permission: 'tenant_indoor',
    row: IndoorPlace,
    form: { building: required(20, '请输入楼栋'), floor: required(20, '请输入楼层'), name: required(20, '请输入位置名称') },
    query,
  }),
  points: get(`${BASE}/points/{id}`, '位置的信号', { access: view, input: byId, output: z.array(IndoorPoint) }),
  /** Hangs a beacon in a place; it hangs nowhere else. */
  addBeacon: post(`${BASE}/beacon`, '登记信标', { access: edit, input: z.object({ id, mac }), output: ok, message: '已登记' }),
  removePoint: post(`${BASE}/point/remove`, '移除信号', { access: edit, input: z.object({ id, mac }), output: ok, message: '已移除' }),
  /** Forgets all that is known of a place. */
  clear: post(`${BASE}/clear`, '清除采集', { access: edit, input: byId, output: ok, message: '已清除，可撤销' }),
  /** Takes back the last change of a place's points. */
  undo: post(`${BASE}/undo`, '撤销采集', { access: edit, input: byId, output: ok, message: '已恢复到上一次' }),
  /** Devices that said what they hear, the latest first. */
  devices: get(`${BASE}/devices`, '可采集的设备', { access: view, input: z.object({}), output: z.array(TeachingDevice) }),
  teach: post(`${BASE}/teach`, '开始采集', { access: edit, input: z.object({ id, deviceId: picked('请选择设备') }), output: id }),
  teaching: get(`${BASE}/teaching/{id}`, '采集进度', { access: view, input: byId, output: Teaching }),
  saveTeaching: post(`${BASE}/teaching/save`, '保存采集', { access: edit, input: byId, output: ok, message: '采集已保存' }),
  cancelTeaching: post(`${BASE}/teaching/cancel`, '放弃采集', { access: edit, input: byId, output: ok }),
  /** Where a device would be placed now, and why. */
  test: get(`${BASE}/test/{id}`, '定位测试', {
    access: view,
    input: byId,
    output: z.object({
      /** When it last said what it hears; null, never. */
      heardTime: z.string().nullable(),
      text: z.string().nullable(),
      level: z.enum(placeLevels).nullable(),
      accuracy: z.string().nullable(),
      heard: z.array(HeardPoint.omit({ samples: true }).extend({ known: z.boolean() })),
      candidates: z.array(z.object({ text: z.string(), distance: z.number(), common: z.number() })),
    }),
  }),
  export: exportRoute(`${BASE}/export`, '室内位置', 'tenant_indoor_export', query),
  ...importRoutes(BASE, '室内位置', 'tenant_indoor_import'),
};
