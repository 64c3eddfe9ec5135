/** Fences as staff draw them. The ingest hears of every change; where somebody stands is then found out anew. */
import type { RowOf } from '../lists/columns.ts';
import type { SearchOf } from '../lists/list.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { crossesItself, middleOf, type Point } from '#contract/warnings/fences.rules.ts';
import type { fences as routes } from '#contract/warnings/fences.ts';
import { explaining } from '../db/constraints.ts';
import type { Work } from '../context.ts';
import { contains, equals, lockOne, reads, writes, type ReadOptions } from '../lists/crud.ts';
import { refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { fromMap, toMap } from '../geo/coordinates.ts';
import { endFence } from './fenced.ts';

const own = { table: 'fences', noun: '电子围栏' } as const;

const subjects = (table: 'people' | 'devices', column: 'person_id' | 'device_id', name: string) => sql`coalesce((
  select json_agg(json_build_object('id', o.id, 'name', ${sql.raw(name)}) order by s.id) from fence_subjects s
  join ${sql.table(table)} o on o.tenant_id = s.tenant_id and o.id = s.${sql.raw(column)} and o.deleted_at is null
  where s.tenant_id = fences.tenant_id and s.fence_id = fences.id), '[]')`;

/** The row as it is selected: degrees are WGS-84, corners are pairs. */
type Selected = Omit<RowOf<typeof routes.page>, 'points'> & { points: Point[] | null };

const list: ReadOptions<Selected, SearchOf<typeof routes.page>, 'fences'> = {
  ...own,
  columns: {
    id: 'id',
    name: 'name',
    purpose: 'purpose',
    shape: 'shape',
    longitude: 'longitude',
    latitude: 'latitude',
    radius: 'radius',
    points: 'points',
    margin: 'margin',
    windows: 'windows',
    enabled: 'enabled',
    remarks: 'remarks',
    people: () => subjects('people', 'person_id', 'o.name'),
    devices: () => subjects('devices', 'device_id', 'coalesce(o.name, o.imei)'),
    misplaced: () =>
      sql`(select count(*)::integer from fence_states t where t.tenant_id = fences.tenant_id and t.fence_id = fences.id
        and t.state ->> 'place' = '2')`,
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    name: contains('name'),
    purpose: equals('purpose'),
    enabled: equals('enabled'),
    oldmanId: (_eb, id) =>
      sql`exists (select from fence_subjects s where s.tenant_id = fences.tenant_id and s.fence_id = fences.id and s.person_id = ${id})`,
  },
  sorts: { name: 'name' },
};
const reading = reads(list);

/** The wire's degrees are the map's. */
function toWire({ points: drawn, ...row }: Selected) {
  const [longitude, latitude] = toMap([row.longitude, row.latitude]);
  const points = (drawn ?? []).map((point) => {
    const [lng, lat] = toMap([point[0], point[1]]);
    return { lng, lat };
  });
  return { ...row, longitude, latitude, points };
}

type Form = z.output<typeof routes.create.input>;
type Changes = Partial<Form> & Pick<Form, 'name' | 'purpose' | 'shape'>;

/** As the row keeps it: degrees are WGS-84. */
interface Drawn {
  shape: number;
  longitude: number;
  latitude: number;
  radius: number | null;
  points: Point[] | null;
}

/**
 * The columns of a form; refuses shapes whose inside is not defined. What it does
 * not say of a shape that stays is as it was drawn `before`.
 */
function columnsOf({ name, purpose, shape, longitude, latitude, margin, windows, enabled, remarks, ...form }: Changes, before?: Drawn) {
  const common = { name, purpose, shape, margin, windows: windows && JSON.stringify(windows), enabled, remarks };
  if (windows?.some(({ from, to }) => from === to)) throw refused('时段的开始与结束不能相同');
  const kept = before?.shape === shape ? before : undefined;
  const radius = form.radius === undefined ? kept?.radius : form.radius;
  if (shape === 1) {
    if ((longitude === undefined || latitude === undefined) && !kept) throw refused('请在地图上选择圆心');
    if (!radius) throw refused('请输入半径');
    const [lng, lat] =
      longitude === undefined || latitude === undefined ? [kept!.longitude, kept!.latitude] : fromMap([longitude, latitude]);
    return { ...common, longitude: lng, latitude: lat, radius, points: null };
  }
  const corners = form.points?.map(({ lng, lat }) => [...fromMap([lng, lat])] as [number, number]) ?? kept?.points ?? [];
  const redrawn = !kept || form.points !== undefined;
  const [lng, lat] = !redrawn ? [kept.longitude, kept.latitude] : corners.length ? middleOf({ kind: 'polygon', points: corners }) : [0, 0];
  const drawn = { ...common, longitude: lng, latitude: lat, points: JSON.stringify(corners) };
  if (shape === 3) {
    if (new Set(corners.map(String)).size < 2) throw refused('路线至少需要2个不同的点');
    if (!radius) throw refused('请输入路线两侧的宽度');
    return { ...drawn, radius };
  }
  if (corners.length < 3) throw refused('多边形至少需要3个顶点');
  if (new Set(corners.map(String)).size < 3) throw refused('多边形至少需要3个不同的顶点');
  if (crossesItself(corners)) throw refused('多边形的边不能相互交叉，请调整顶点');
  return { ...drawn, radius: null };
}

const fields = {
  name: 'name',
  purpose: 'purpose',
  shape: 'shape',
  longitude: 'longitude',
  latitude: 'latitude',
  radius: 'radius',
  points: 'points',
  margin: 'margin',
  windows: 'windows',
  enabled: 'enabled',
  remarks: 'remarks',
} as const;
const plain = writes({ ...own, fields, stamp: (session) => ({ created_by: session.userId }) });
const refusals = {
  fence_subjects_tenant_id_person_id_fkey: refused('服务对象不存在'),
  fence_subjects_tenant_id_device_id_fkey: refused('设备不存在'),
};

async function setSubjects({ tx }: Work, fenceId: number, { personIds, deviceIds }: Pick<Form, 'personIds' | 'deviceIds'>): Promise<void> {
  const ids = (list: number[] | undefined) => [...new Set(list)];
  await tx.run(sql`
    delete from fence_subjects where tenant_id = ${tx.tenantId} and fence_id = ${fenceId}
      and ((person_id is not null and ${personIds !== undefined}) or (device_id is not null and ${deviceIds !== undefined}))`);
  await tx.run(sql`
    insert into fence_subjects (tenant_id, fence_id, person_id, device_id)
    select ${tx.tenantId}::bigint, ${fenceId}::bigint, id, null::bigint from unnest(${ids(personIds)}::bigint[]) as id
    union all select ${tx.tenantId}::bigint, ${fenceId}::bigint, null::bigint, id from unnest(${ids(deviceIds)}::bigint[]) as id`);
}

export const fences: Handlers<typeof routes> = {
  async page(input, context) {
    const found = await reading.page(input, context);
    return { ...found, records: found.records.map(toWire) };
  },
  get: async (input, context) => toWire(await reading.get(input, context)),

  async create(input, context) {
    const id = await plain.create(columnsOf(input), context);
    await explaining(refusals, setSubjects(context, id, input));
    await context.emit('fence.changed', { fenceId: id });
    return id;
  },

  async update(input, context) {
    const { id, version } = input;
    const before = await lockOne(list, id, context);
    if (input.enabled === false) await endFence(context.tx, context.deps, id, '围栏已停用');
    await plain.update({ ...columnsOf(input, before), id, version }, context);
    await explaining(refusals, setSubjects(context, id, input));
    await context.tx.run(sql`delete from fence_states where tenant_id = ${context.tx.tenantId} and fence_id = ${id}`);
    await context.emit('fence.changed', { fenceId: id });
    return true;
  },

  async remove(input, context) {
    await endFence(context.tx, context.deps, input.id, '围栏已删除');
    await plain.remove(input, context);
    await context.emit('fence.changed', { fenceId: input.id });
    return true;
  },
};
