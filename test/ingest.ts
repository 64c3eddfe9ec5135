/** A pipeline on a test's database, with devices to speak for. */
import { sql } from 'kysely';
import { createPool } from '#server/db/pool.ts';
import { createDirectory } from '#server/ingest/directory.ts';
import type { Alarm, DeviceEvent, FrameEvents, KnownDevice, Metric, Place } from '#server/ingest/events.ts';
import { createPipeline, type PipelineOptions } from '#server/ingest/pipeline.ts';
import type { Harness } from './harness.ts';

export const noPlace: Place = {
  fix: false,
  lat: null,
  lng: null,
  speed: null,
  course: null,
  altitude: null,
  satellites: null,
  accuracy: null,
  cells: [],
  accessPoints: [],
};

let serial = 0;

/** A pipeline, its directory and pool; close it before the harness. */
export function ingest(t: Harness, options: Partial<PipelineOptions> = {}) {
  const pool = options.pool ?? createPool(t.target('ingest'), 'test ingest', 2, () => {});
  const { deps } = t;
  const directory = createDirectory({ pool: deps.pool, inTenant: deps.inTenant, now: deps.now });
  const pipeline = createPipeline({ deps, pool, directory, ...options });
  return {
    pool,
    directory,
    pipeline,
    async close() {
      await pipeline.close(100);
      await pool.end();
    },
  };
}

/** Registers a device, worn by a new person unless `worn` is false; its number is made up unless given. */
export async function addDevice(
  t: { deps: Pick<Harness['deps'], 'inTenant'> },
  tenantId: number,
  { worn = true, type = 'watch', imei: own, settings = {} }: { worn?: boolean; type?: string; imei?: string; settings?: object } = {},
) {
  const imei = own ?? `86${String(++serial).padStart(6, '0')}${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
  const short = imei.length === 15 ? imei.slice(4, 14) : null;
  const { deviceId, personId } = await t.deps.inTenant(tenantId, async (tx) => {
    const person = worn
      ? await tx.row<{ id: number }>(sql`insert into people (tenant_id, name) values (${tenantId}, ${`老人${serial}`}) returning id`)
      : undefined;
    const device = await tx.row<{ id: number }>(sql`
      insert into devices (tenant_id, imei, short_id, type, person_id, settings)
      values (${tenantId}, ${imei}, ${short}, ${type}, ${person?.id ?? null}, ${JSON.stringify(settings)}) returning id`);
    return { deviceId: device!.id, personId: person?.id ?? null };
  });
  const known: KnownDevice = {
    key: `${tenantId}:${deviceId}`,
    tenantId,
    ids: [imei],
    profile: { utcOffsetMinutes: 0, healthReplies: false, suppressChargerSos: false },
  };
  return { tenantId, deviceId, personId, imei, known };
}

export type TestDevice = Awaited<ReturnType<typeof addDevice>>;

const stamp = (device: TestDevice, at: number, receivedAt: number) => ({
  deviceKey: device.known.key,
  at,
  receivedAt,
  clock: 'device' as const,
});

export const reading = (device: TestDevice, metric: Metric, value: number, at = Date.now(), receivedAt = Date.now()): DeviceEvent => ({
  ...stamp(device, at, receivedAt),
  kind: 'reading',
  metric,
  value,
});

export const alarm = (
  device: TestDevice,
  name: Alarm,
  {
    at = Date.now(),
    receivedAt = Date.now(),
    ...rest
  }: {
    at?: number;
    receivedAt?: number;
    place?: Place | null;
    suppressed?: 'charger' | null;
    clock?: 'device' | 'server';
    deviceTime?: string;
  } = {},
): DeviceEvent => ({
  ...stamp(device, at, receivedAt),
  kind: 'alarm',
  alarm: name,
  bit: null,
  place: null,
  late: false,
  deviceTime: null,
  suppressed: null,
  ...rest,
});

export const state = (device: TestDevice, bits: number, at = Date.now()): DeviceEvent => ({
  ...stamp(device, at, at),
  kind: 'state',
  bits,
  late: false,
});

export const position = (device: TestDevice, lng: number, lat: number, fix: boolean, at = Date.now(), late = false): DeviceEvent => ({
  ...stamp(device, at, Date.now()),
  kind: 'position',
  late,
  place: { ...noPlace, fix, lng, lat },
});

export const frame = (device: TestDevice, ...events: DeviceEvent[]): FrameEvents => ({
  device: device.known,
  protocol: 'watch',
  receivedAt: events[0]?.receivedAt ?? Date.now(),
  events,
});

interface WarningRow {
  id: number;
  rule: string;
  count: number;
  cleared_at: string | null;
}

/** The warnings of a device, the oldest first. */
export const warningsOf = <T extends WarningRow = WarningRow>(t: Harness, device: TestDevice) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.rows<T>(sql`select * from warnings where tenant_id = ${device.tenantId} and device_id = ${device.deviceId} order by id`),
  );

/** What happened to a warning, in order. */
export const timelineOf = (t: Harness, device: TestDevice, warningId: number) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.rows<{ kind: string; note: string | null }>(
      sql`select kind, note from warning_events where tenant_id = ${device.tenantId} and warning_id = ${warningId} order by id`,
    ),
  );
