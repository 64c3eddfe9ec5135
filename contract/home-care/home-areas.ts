/** 服务区域: where an institution goes, on which days and hours, with which team, what is offered there and how much of it. */
import { z } from 'zod';
import { crudRoutes } from '../crud.ts';
import { clearable, clock, flag, id, int, required, text, whole } from '../fields.ts';
import { MOST_POINTS } from '../warnings/fences.rules.ts';

const PICK = '请在地图上选择位置';
const degrees = (most: number) => z.number({ error: PICK }).min(-most, { error: PICK }).max(most, { error: PICK });
/** GCJ-02, as the map shows them. */
const Corner = z.object({ lng: degrees(180), lat: degrees(90) });

export const MOST_DISTRICTS = 50;
export const MOST_PROJECTS = 100;

export const Offered = z.object({ id: z.number(), name: z.string(), price: z.number(), minutes: z.number() });

export const HomeArea = z.object({
  id: z.number(),
  name: z.string(),
  /** areaShapes of areas.rules.ts. */
  shape: z.number(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** Metres. */
  radius: z.number().nullable(),
  points: z.array(Corner),
  districts: z.array(z.string()),
  streets: z.array(z.string()),
  departmentId: z.number().nullable(),
  departmentName: z.string().nullable(),
  /** 0 for Sunday. */
  weekdays: z.array(z.number()),
  startClock: z.string(),
  endClock: z.string(),
  leadHours: z.number(),
  capacity: z.number(),
  enabled: z.boolean(),
  projects: z.array(Offered),
  remarks: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

const projectIds = z
  .array(id)
  .min(1, { error: '请选择服务项目' })
  .max(MOST_PROJECTS, { error: `最多${MOST_PROJECTS}个服务项目` });

const crud = crudRoutes('/members/homearea', '服务区域', {
  permission: 'members_homearea',
  row: HomeArea,
  form: {
    name: required(30, '请输入区域名称'),
    shape: int(1, 4),
    longitude: clearable(degrees(180)),
    latitude: clearable(degrees(90)),
    radius: clearable(whole(100, 100_000, '半径')),
    /** Of a polygon, in their order. */
    points: z
      .array(Corner)
      .max(MOST_POINTS, { error: `最多${MOST_POINTS}个顶点` })
      .default([]),
    districts: z
      .array(z.string().regex(/^\d{6}$/, { error: '地区编码不正确' }))
      .max(MOST_DISTRICTS, { error: `最多${MOST_DISTRICTS}个行政区` })
      .default([]),
    streets: z
      .array(required(20, '请输入街道或社区名称'))
      .max(MOST_DISTRICTS, { error: `最多${MOST_DISTRICTS}个街道或社区` })
      .default([]),
    departmentId: clearable(id),
    weekdays: z.array(int(0, 6)).min(1, { error: '请选择星期' }).max(7, { error: '请选择星期' }),
    startClock: clock,
    endClock: clock,
    leadHours: whole(0, 336, '提前时间').default(24),
    capacity: whole(1, 1000, '半天可约'),
    enabled: z.boolean().default(true),
    projectIds,
    remarks: clearable(text(200)),
  },
  query: { name: text(30).optional(), enabled: flag.optional(), departmentId: id.optional() },
});

export const homeAreas = {
  ...crud,
  /** Without `projectIds` what is offered stays. */
  update: { ...crud.update, input: crud.update.input.extend({ projectIds: projectIds.optional() }) },
};
