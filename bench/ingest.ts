/**
 * Readings a second from `accept` to committed rows (with latest values, hourly sums and device states), beside the bare
 * `insert … select from unnest()` of the same number of rows into the same table by one connection. Rounds alternate; medians are printed.
 * Usage: node bench/ingest.ts [rounds]. Durable cluster of its own (fsync on).
 */
import { MINUTE } from '#contract/time.ts';
import pino from 'pino';
import { metrics, type MetricName } from '#contract/health/metrics.ts';
import { testConfig } from '#test/config.ts';
import type { Dependencies } from '#server/context.ts';
import { createPool } from '#server/db/pool.ts';
import { tenantRunner } from '#server/db/tenant.ts';
import { createDirectory, deviceKey } from '#server/ingest/directory.ts';
import { plainProfile, type DeviceEvent, type FrameEvents, type Metric } from '#server/ingest/events.ts';
import { createPipeline, pipelineLimits } from '#server/ingest/pipeline.ts';
import { cluster } from './harness-cluster.ts';
import { machine, over, paired, pairRatio, ratio, table } from './harness.ts';

const ROUNDS = Number(process.argv[2] ?? 7);
const TENANTS = 20;
const DEVICES = 2_000;
/** Frames of every device in a round, readings of a frame. */
const FRAMES = 12;
const MEASURED: readonly (Metric & MetricName)[] = ['heartRate', 'systolic', 'diastolic', 'oxygen'];
const ROWS = DEVICES * FRAMES * MEASURED.length;
/** Frames that wait for their commit at once, as a gateway with many watches has them. */
const WINDOW = 4_000;
const BATCH = 1_000;

const c = await cluster('ingest', async (admin) => {
  await admin.query(
    `insert into tenants (id, name, code) select 1000100 + n, '机构' || n, 'bench' || n from generate_series(1, ${TENANTS}) as n`,
  );
  await admin.query(
    `insert into people (tenant_id, id, name) select 1000101 + n % ${TENANTS}, n + 1, '老人' || n
      from generate_series(0, ${DEVICES - 1}) as n`,
  );
  await admin.query(
    `insert into devices (tenant_id, id, imei, person_id) select 1000101 + n % ${TENANTS}, n + 1, '86' || lpad(n::text, 13, '0'), n + 1
      from generate_series(0, ${DEVICES - 1}) as n`,
  );
});
await c.admin.query('select app.prepare_partitions()');
await c.admin.query('truncate readings, latest_readings, hourly_readings, daily_readings, device_states');

const appPool = createPool(c.target('app'), 'bench app', 4, () => {});
const pool = createPool(c.target('ingest'), 'bench ingest', pipelineLimits.writers, () => {});
const bare = createPool(c.target('ingest'), 'bench bare', 1, () => {});
const inTenant = tenantRunner(appPool, c.secrets);
const deps: Dependencies = {
  config: testConfig({ dataDir: c.dir }),
  secrets: c.secrets,
  pool: appPool,
  inTenant,
  urgent: { pool: appPool, inTenant },
  logins: appPool,
  cleanup: appPool,
  jobs: appPool,
  log: pino({ level: 'silent' }),
  now: Date.now,
};
const directory = createDirectory({ pool: appPool, inTenant, now: Date.now, ttlMs: 3_600_000 });
const pipeline = createPipeline({ deps, pool, directory });

const owners = Array.from({ length: DEVICES }, (_, n) => ({ tenantId: 1000101 + (n % TENANTS), deviceId: n + 1, personId: n + 1 }));
for (const { tenantId, deviceId } of owners) await directory.current(deviceKey(tenantId, deviceId));

const start = Date.now() - 23 * 60 * MINUTE;
let turn = 0;

/** The readings of one round: every device every twenty seconds, in another order each time; no two rounds share a time. */
function* samples() {
  const from = start + turn++ * FRAMES * 20_000;
  for (let n = 0; n < FRAMES; n++) {
    for (let index = 0; index < DEVICES; index++) {
      const owner = owners[(index * 7919 + n * 31) % DEVICES]!;
      yield {
        ...owner,
        at: from + n * 20_000 + (owner.deviceId % 20_000),
        values: [60 + ((index + n) % 40), 110 + (index % 30), 70 + (index % 15), 94 + (n % 6)],
      };
    }
  }
}

function frameOf({ tenantId, deviceId, at, values }: { tenantId: number; deviceId: number; at: number; values: number[] }): FrameEvents {
  const key = deviceKey(tenantId, deviceId);
  const receivedAt = Date.now();
  const events = MEASURED.map((metric, index): DeviceEvent => ({
    deviceKey: key,
    at,
    receivedAt,
    clock: 'device',
    kind: 'reading',
    metric,
    value: values[index]!,
  }));
  return { device: { key, tenantId, ids: [], profile: plainProfile }, protocol: 'watch', receivedAt, events };
}

async function throughPipeline(): Promise<void> {
  const source = samples();
  let stored = 0;
  await Promise.all(
    Array.from({ length: WINDOW }, async () => {
      for (const sample of source) {
        const answer = await pipeline.accept(frameOf(sample));
        stored += answer.stored;
      }
    }),
  );
  if (stored !== ROWS) throw new Error(`${stored} of ${ROWS} rows were stored`);
}

const BARE = `insert into readings (tenant_id, device_id, metric, at, value, person_id, received_at)
  select tenant_id, device_id, metric, to_timestamp(at / 1000), value, person_id, to_timestamp(received_at / 1000)
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::float8[], $5::real[], $6::bigint[], $7::float8[])
    as incoming (tenant_id, device_id, metric, at, value, person_id, received_at)
  on conflict do nothing`;

async function bareInserts(): Promise<void> {
  const numbers = MEASURED.map((metric) => metrics[metric].number);
  let columns: number[][] = Array.from({ length: 7 }, () => []);
  let stored = 0;
  const flush = async () => {
    const values = columns.map((column) => `{${column.join(',')}}`);
    columns = Array.from({ length: 7 }, () => []);
    stored += (await bare.query({ name: 'bare', text: BARE, values })).rowCount ?? 0;
  };
  for (const { tenantId, deviceId, personId, at, values } of samples()) {
    const now = Date.now();
    for (const [index, number] of numbers.entries())
      [tenantId, deviceId, number, at, values[index]!, personId, now].forEach((value, column) => columns[column]!.push(value));
    if (columns[0]!.length >= BATCH) await flush();
  }
  if (columns[0]!.length) await flush();
  if (stored !== ROWS) throw new Error(`${stored} of ${ROWS} rows were inserted`);
}

const work = { pipeline: throughPipeline, 'bare insert': bareInserts };
const results = await paired(['pipeline', 'bare insert'] as const, ROUNDS, async (variant) => {
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work[variant]();
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { rows: ROWS / seconds, node: (user + system) / ROWS };
});
table(
  `${ROWS.toLocaleString('en')} readings of ${DEVICES} devices in ${TENANTS} tenants, ${ROUNDS} rounds, fsync on`,
  Object.entries(results).map(([name, all]) => ({
    '': name,
    'rows/s': over(all, ({ rows }) => rows),
    'node µs/row': over(all, ({ node }) => node),
  })),
);
ratio(
  'readings through the pipeline / bare inserts',
  pairRatio(results.pipeline, results['bare insert'], ({ rows }) => rows),
  '>=',
  0.5,
);
console.log(machine());
await pipeline.close();
await Promise.all([pool.end(), bare.end(), appPool.end()]);
await c.stop();
