/** Electronic fences: where people should stay, or stay away from, and when. Degrees on the wire are GCJ-02, as the map shows them. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, flag, id, int, required, text } from '../fields.ts';
import { TimeWindow } from '../time-windows.ts';
import { DEFAULT_MARGIN, MOST_POINTS } from './fences.rules.ts';

const degrees = (most: number, message: string) =>
  z.number({ error: message }).min(-most, { error: message }).max(most, { error: message });
const lng = degrees(180, '请在地图上选择位置');
const lat = degrees(90, '请在地图上选择位置');

const Point = z.object({ lng, lat });
const Named = z.object({ id: z.number(), name: z.string() });

export const Fence = z.object({
  id: z.number(),
  name: z.string(),
  /** 1 must not leave, 2 must not enter. */
  purpose: z.number(),
  /** 1 circle, 2 polygon, 3 line. */
  shape: z.number(),
  longitude: z.number(),
  latitude: z.number(),
  radius: z.number().nullable(),
  points: z.array(Point),
  margin: z.number(),
  windows: z.array(z.object({ days: z.array(z.number()), from: z.string(), to: z.string() })),
  enabled: z.boolean(),
  remarks: z.string().nullable(),
  people: z.array(Named),
  devices: z.array(Named),
  /** Devices of its subjects that are known to be where they should not. */
  misplaced: z.number(),
  version: z.number(),
  createTime: z.string(),
});

export const fences = crudRoutes('/tenant-device/fence', '电子围栏', {
  permission: 'tenant_device_fence',
  row: Fence,
  form: {
    name: required(30, '请输入围栏名称'),
    purpose: int(1, 2),
    shape: int(1, 3),
    longitude: lng.optional(),
    latitude: lat.optional(),
    /** Metres; of a circle, or to either side of a line. */
    radius: clearable(z.number().min(20, { error: '半径不能小于20米' }).max(100_000, { error: '半径不能大于100公里' })),
    /** Of a polygon or line, in their order. */
    points: z
      .array(Point)
      .max(MOST_POINTS, { error: `最多${MOST_POINTS}个顶点` })
      .default([]),
    /** Metres beyond the line that a fix must be, besides its own accuracy. */
    margin: int(0, 1000).default(DEFAULT_MARGIN),
    windows: z.array(TimeWindow).max(14, { error: '时段最多14个' }).default([]),
    enabled: z.boolean().default(true),
    remarks: clearable(text(100)),
    /** Absent in an update: they stay. */
    personIds: z.array(id).max(500, { error: '服务对象最多500人' }).optional(),
    deviceIds: z.array(id).max(500, { error: '设备最多500台' }).optional(),
  },
  query: { name: text(30).optional(), purpose: int(1, 2).optional(), enabled: flag.optional(), oldmanId: id.optional() },
});
