/** Devices: registering them in this tenant, who wears them, and what they said. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { shortIdOf, devices as routes } from '#contract/devices/devices.ts';
import { metrics, type MetricName } from '#contract/health/metrics.ts';
import type { Context, Work } from '../context.ts';
import { matching, readOne, reads } from '../lists/crud.ts';
import { removing } from '../lists/removals.ts';
import { db, type Query } from '../db/tenant.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { needQuota } from '../db/quotas.ts';
import { exporting } from '../transfers/exports.ts';
import { importing } from '../transfers/imports.ts';
import { forgetStrangers } from './device-adoption.ts';
import { isTaken } from './device-claims.ts';
import { forgetConnections } from './device-connections.ts';
import { forgetTerminal } from './device-profiles.ts';
import { deviceRemoval } from './device-removal.ts';
import { deviceImport, deviceSheet } from './devices-sheet.ts';
import { refuseHubInUse } from './device-hubs.ts';
import { deviceRows, HUB, isHeard, isOnlineByType, LOW_BATTERY, reachOfDevices } from './device-rows.ts';
import { followMoves, refuseLiveCodes } from './lock-steps.ts';

type Form = z.output<typeof routes.create.input>;

const RAW_HOURS = 48;
const names = new Map(Object.entries(metrics).map(([name, metric]) => [metric.number as number, { name, ...metric }]));
const isMetric = (name: string): name is MetricName => Object.hasOwn(metrics, name);

/** The number decides whose a device is, over all tenants; whose it is otherwise is not told. */
const taken = () => refused('该设备编号已被登记，请核对编号或联系平台管理员');

async function refuseTaken({ imei }: Form, self: number | null, { tx }: Work): Promise<void> {
  if (await isTaken(tx, imei, self)) throw taken();
}

/** Two registrations at once: the unique index has the last word. */
async function orTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    throw code === '23505' && constraint?.startsWith('devices_') ? taken() : error;
  }
}

async function checkNamed({ type, typeId, oldmanId, roomId }: Form, { tx }: Work): Promise<void> {
  const found = await tx.row<{ kind: string | null; person: boolean; room: boolean }>(sql`select
    (select kind from device_types where tenant_id = ${tx.tenantId} and id = ${typeId ?? null}::bigint) as kind,
    exists (select from people where tenant_id = ${tx.tenantId} and id = ${oldmanId ?? null}::bigint and deleted_at is null) as person,
    exists (select from rooms where tenant_id = ${tx.tenantId} and id = ${roomId ?? null}::bigint) as room`);
  if (typeId && !found?.kind) throw refused('设备类型不存在');
  if (typeId && found?.kind !== type) throw refused('设备类型与所选类别不一致');
  if (oldmanId && !found?.person) throw refused('服务对象不存在');
  if (roomId && !found?.room) throw refused('房间不存在');
}

const columns = (form: Form) => ({
  imei: form.imei,
  short_id: shortIdOf(form.imei),
  type: form.type,
  type_id: form.typeId,
  name: form.name,
  manufacturer: form.manufacturer,
  model: form.model,
  enabled: form.enabled,
  person_id: form.oldmanId,
  room_id: form.roomId,
});

interface Locked {
  imei: string;
  person_id: number | null;
  hub_id: number | null;
  version: number;
}

async function lock(id: number, { tx, session }: Context): Promise<Locked> {
  const row = await tx.row<Locked>(
    db
      .selectFrom('devices')
      .select(['imei', 'person_id', 'hub_id', 'version'])
      .where('tenant_id', '=', session.tenantId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where((eb) => reachOfDevices(eb as never, session) ?? (eb.lit(true) as never))
      .forUpdate(),
  );
  if (!row) throw notFound('设备');
  return row;
}

interface Point {
  time: string;
  value: number;
  low: number;
  high: number;
}

/** Single readings of the last hours, or hourly averages with their extremes. */
function series(tenantId: number, deviceId: number, metric: number, hours: number): Query<Point> {
  if (hours <= RAW_HOURS)
    return sql<Point>`select at as time, value::float8 as value, value::float8 as low, value::float8 as high from readings
      where tenant_id = ${tenantId} and device_id = ${deviceId} and metric = ${metric} and at >= now() - make_interval(hours => ${hours})
      order by at`;
  return sql<Point>`select hour as time, round((sum / count)::numeric, 1) as value, lowest::float8 as low, highest::float8 as high
    from hourly_readings
    where tenant_id = ${tenantId} and device_id = ${deviceId} and metric = ${metric} and hour >= date_trunc('hour',
      now()) - make_interval(hours => ${hours}) and count > 0 order by hour`;
}

const tenth = (value: number) => Math.round(value * 10) / 10;

export const devices: Handlers<typeof routes> = {
  page: (input, context) => reads(deviceRows(context.session)).page(input, context),
  get: (input, context) => reads(deviceRows(context.session)).get(input, context),
  export: exporting(routes.export, deviceSheet),
  ...importing(
    routes,
    deviceImport((form, context) => devices.create(form, context)),
  ),

  async create(input, context) {
    const { tx, session } = context;
    await needQuota(tx, 'devices');
    await refuseTaken(input, null, context);
    await checkNamed(input, context);
    const made = await orTaken(
      tx.row<{ id: number }>(
        db
          .insertInto('devices')
          .values({ ...columns(input), tenant_id: session.tenantId, created_by: session.userId })
          .returning('id'),
      ),
    );
    const { id } = made as { id: number };
    await forgetStrangers(tx, [input.imei]);
    await context.emit('device.changed', { deviceId: id });
    return id;
  },

  async update(input, context) {
    const { tx, session } = context;
    const { id, version } = input;
    const before = await lock(id, context);
    if (version !== undefined && version !== before.version)
      throw conflict('设备已被他人修改，请刷新后重试', await readOne(deviceRows(session), id, context));
    if (input.imei !== before.imei) await refuseTaken(input, id, context);
    await checkNamed(input, context);
    if (input.type !== 'lock') await refuseLiveCodes(tx, id);
    if (input.type !== HUB) await refuseHubInUse(tx, id);
    else if (before.hub_id !== null) throw refused('该设备在另一个网关下，请先移出，再改为网关');
    const update = db
      .updateTable('devices')
      .set({ ...columns(input), version: sql`version + 1`, updated_at: sql`now()` })
      .where('tenant_id', '=', session.tenantId)
      .where('id', '=', id);
    await orTaken(tx.run(update));
    // Another number is another terminal.
    if (input.imei !== before.imei) {
      await forgetTerminal(tx, id);
      await forgetConnections(tx, id);
    }
    await forgetStrangers(tx, [input.imei]);
    // At another door the codes of whoever lived behind the first one open somebody else's.
    if (input.type === 'lock') await followMoves(tx, context.deps, sql`m.device_id = ${id}`);
    await context.emit('device.changed', { deviceId: id });
    return true;
  },

  ...removing(deviceRemoval),

  async latest({ id }, context) {
    const { tx, session } = context;
    await readOne(deviceRows(session), id, context);
    const rows = await tx.rows<{ metric: number; value: number; time: string }>(sql`
      select metric, value::float8 as value, at as time from latest_readings
      where tenant_id = ${session.tenantId} and device_id = ${id} order by metric`);
    return rows.flatMap(({ metric, value, time }) => {
      const known = names.get(metric);
      return known ? [{ metric: known.name, label: known.label, unit: known.unit, value: tenth(value), time }] : [];
    });
  },

  async health({ imei, metric, hours }, { tx, session }) {
    if (!isMetric(metric)) throw invalid('没有这个健康指标');
    const device = await tx.row(
      matching({ ...deviceRows(session), filters: {} }, {}, session)
        .where('imei', '=', imei)
        .select('id'),
    );
    if (!device) throw notFound('设备');
    const points = await tx.rows(series(session.tenantId, (device as { id: number }).id, metrics[metric].number, hours));
    return points.map(({ time, value, low, high }) => ({ time, value: tenth(value), low: tenth(low), high: tenth(high) }));
  },

  async summary(_input, { tx, session }) {
    const own = matching({ ...deviceRows(session), filters: {} }, {}, session).select(['id', 'type_id', 'type']);
    const counted = await tx.row(sql`
      select count(*) as total, count(*) filter (where ${isOnlineByType}) as online, count(*) filter (where ${isOnlineByType} is not true
        and ${isHeard}) as offline,
        count(*) filter (where s.battery < ${LOW_BATTERY} or (s.states & 1) = 1) as "lowBattery"
      from (${own}) as device left join device_states s on s.tenant_id = ${session.tenantId} and s.device_id = device.id
        left join device_types t on t.tenant_id = ${session.tenantId} and t.id = device.type_id`);
    return counted as { total: number; online: number; offline: number; lowBattery: number };
  },
};
