/** Service areas as staff draw them. Degrees are GCJ-02 on the wire and WGS-84 in the rows. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { areaShapes } from '#contract/home-care/areas.rules.ts';
import { homeAreas as routes } from '#contract/home-care/home-areas.ts';
import { findRegion } from '#contract/regions.rules.ts';
import { crossesItself, type Point } from '#contract/warnings/fences.rules.ts';
import type { Work } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { conflict, invalid, refused } from '../errors.ts';
import { fromMap, toMap } from '../geo/coordinates.ts';
import { regionTree } from '../geo/region-data.ts';
import type { Handlers } from '../http/implement.ts';
import { lookup, type RowOf } from '../lists/columns.ts';
import { contains, equals, lockOne, merged, reads, writes, type ReadOptions } from '../lists/crud.ts';
import type { SearchOf } from '../lists/list.ts';

const own = { table: 'home_areas', noun: '服务区域' } as const;

/** A project as families read of it; over the alias `p`. */
export const offered = sql`json_build_object('id', p.id, 'name', p.name, 'price', p.price_fen / 100.0, 'minutes', p.minutes)`;

/** As it is selected: degrees are WGS-84, corners are pairs. */
type Selected = Omit<RowOf<typeof routes.page>, 'points'> & { points: Point[] | null };

const list: ReadOptions<Selected, SearchOf<typeof routes.page>, 'home_areas'> = {
  ...own,
  columns: {
    id: 'id',
    name: 'name',
    shape: 'shape',
    longitude: 'longitude',
    latitude: 'latitude',
    radius: 'radius',
    points: 'points',
    districts: 'districts',
    streets: 'streets',
    departmentId: 'department_id',
    departmentName: lookup('departments', 'name', 'home_areas.department_id'),
    weekdays: 'weekdays',
    startClock: 'start_clock',
    endClock: 'end_clock',
    leadHours: 'lead_hours',
    capacity: 'capacity',
    enabled: 'enabled',
    projects: () => sql`coalesce((select json_agg(${offered} order by p.name, p.id) from home_area_projects h
      join service_projects p on p.tenant_id = h.tenant_id and p.id = h.project_id
      where h.tenant_id = home_areas.tenant_id and h.area_id = home_areas.id), '[]')`,
    remarks: 'remarks',
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), enabled: equals('enabled'), departmentId: equals('department_id') },
  sorts: { name: 'name' },
};
const reading = reads(list);

function toWire({ points, ...row }: Selected) {
  const { longitude, latitude } = row;
  const [lng, lat] = longitude === null || latitude === null ? [null, null] : toMap([longitude, latitude]);
  const corners = (points ?? []).map((point) => {
    const [x, y] = toMap([point[0], point[1]]);
    return { lng: x, lat: y };
  });
  return { ...row, longitude: lng, latitude: lat, points: corners };
}

type Form = z.output<typeof routes.create.input>;
type Shaped = Pick<Form, 'shape' | 'longitude' | 'latitude' | 'radius' | 'points' | 'districts' | 'streets'>;

/** The columns of a shape, each of those that it does not have empty; refuses one that says too little. */
function shapeOf({ shape, longitude, latitude, radius, points, districts, streets }: Shaped) {
  const none = { longitude: null, latitude: null, radius: null, points: null, districts: [], streets: [] };
  if (shape === areaShapes.circle || shape === areaShapes.around) {
    if (!radius) throw refused('请输入半径');
    if (shape === areaShapes.around) return { ...none, shape, radius };
    if (typeof longitude !== 'number' || typeof latitude !== 'number') throw refused('请在地图上选择圆心');
    const [lng, lat] = fromMap([longitude, latitude]);
    return { ...none, shape, radius, longitude: lng, latitude: lat };
  }
  if (shape === areaShapes.districts) {
    if (districts.length === 0) throw refused('请选择行政区');
    const unknown = districts.find((code) => findRegion(regionTree(), code) === null);
    if (unknown) throw refused(`没有编码为${unknown}的行政区`);
    return { ...none, shape, districts: [...new Set(districts)], streets: [...new Set(streets)] };
  }
  const corners = points.map(({ lng, lat }) => [...fromMap([lng, lat])] as [number, number]);
  if (new Set(corners.map(String)).size < 3) throw refused('多边形至少需要3个不同的顶点');
  if (crossesItself(corners)) throw refused('多边形的边不能相互交叉，请调整顶点');
  return { ...none, shape, points: JSON.stringify(corners) };
}

const SHAPE = ['shape', 'longitude', 'latitude', 'radius', 'points', 'districts', 'streets'] as const;

const fields = {
  name: 'name',
  shape: 'shape',
  longitude: 'longitude',
  latitude: 'latitude',
  radius: 'radius',
  points: 'points',
  districts: 'districts',
  streets: 'streets',
  departmentId: 'department_id',
  weekdays: 'weekdays',
  startClock: 'start_clock',
  endClock: 'end_clock',
  leadHours: 'lead_hours',
  capacity: 'capacity',
  enabled: 'enabled',
  remarks: 'remarks',
} as const;
const plain = writes({ ...own, fields, stamp: ({ userId }) => ({ created_by: userId }) });
const refusals = {
  home_areas_name: conflict('已有同名的服务区域'),
  home_areas_tenant_id_department_id_fkey: refused('服务团队不存在'),
  home_area_projects_tenant_id_project_id_fkey: refused('服务项目不存在'),
};

async function setProjects({ tx }: Work, areaId: number, projectIds: readonly number[]): Promise<void> {
  await tx.run(sql`delete from home_area_projects where tenant_id = ${tx.tenantId} and area_id = ${areaId}`);
  await tx.run(sql`insert into home_area_projects (tenant_id, area_id, project_id)
    select ${tx.tenantId}::bigint, ${areaId}::bigint, id from unnest(${[...new Set(projectIds)]}::bigint[]) as id`);
}

function needHours({ startClock, endClock }: Pick<Form, 'startClock' | 'endClock'>): void {
  if (startClock >= endClock) throw invalid('结束时间应晚于开始时间');
}

export const homeAreas: Handlers<typeof routes> = {
  async page(input, context) {
    const found = await reading.page(input, context);
    return { ...found, records: found.records.map(toWire) };
  },
  get: async (input, context) => toWire(await reading.get(input, context)),

  async create({ projectIds, ...form }, context) {
    needHours(form);
    const id = await explaining(refusals, plain.create({ ...form, ...shapeOf(form) }, context));
    await explaining(refusals, setProjects(context, id, projectIds));
    await context.emit('home-booking.changed', { bookingId: null });
    return id;
  },

  async update({ projectIds, ...form }, context) {
    const before = toWire(await lockOne(list, form.id, context));
    const after = merged(before, form);
    needHours(after);
    // A shape that is sent as it is shown stays to the digit.
    const drawn = SHAPE.some((name) => form[name] !== undefined && JSON.stringify(form[name]) !== JSON.stringify(before[name]));
    const shape = drawn ? shapeOf(after as Shaped) : Object.fromEntries(SHAPE.map((name) => [name, undefined]));
    await explaining(refusals, plain.update({ ...form, ...shape }, context));
    if (projectIds) await explaining(refusals, setProjects(context, form.id, projectIds));
    await context.emit('home-booking.changed', { bookingId: null });
    return true;
  },

  async remove(input, context) {
    const { tx } = context;
    const open = await tx.row<{ count: number }>(sql`select count(*)::integer as count from home_bookings
      where tenant_id = ${tx.tenantId} and area_id = ${input.id} and state in (1, 2)`);
    if ((open?.count ?? 0) > 0) throw refused(`该区域还有${open!.count}个未完成的预约，请先停用`);
    await plain.remove(input, context);
    await context.emit('home-booking.changed', { bookingId: null });
    return true;
  },
};
