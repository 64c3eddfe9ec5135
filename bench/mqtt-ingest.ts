/**
 * MQTT messages to committed rows: a process with 500 signed-in devices publishes with
 * quality 1 and waits for every acknowledgement, through the gateway, a mapping and the pipeline; beside it the bare `insert … select from
 * unnest()` of the same number of rows by one connection. The publisher shares the two cores. Rounds alternate. Usage: node
 * bench/mqtt-ingest.ts [rounds]. Durable cluster of its own (fsync on).
 */
import { MINUTE } from '#contract/time.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pino from 'pino';
import { defaultMapping } from '#contract/devices/mapping-templates.ts';
import { Mapping } from '#contract/devices/mappings.ts';
import { upTopic } from '#contract/devices/mqtt-topics.rules.ts';
import { metrics, type MetricName } from '#contract/health/metrics.ts';
import type { Dependencies } from '#server/context.ts';
import { createPool } from '#server/db/pool.ts';
import { tenantRunner } from '#server/db/tenant.ts';
import { passwordHash } from '#server/devices/mqtt-passwords.ts';
import { createDirectory } from '#server/ingest/directory.ts';
import { startMqttGateway } from '#server/ingest/mqtt/mqtt-gateway.ts';
import { createPipeline, pipelineLimits } from '#server/ingest/pipeline.ts';
import { testConfig } from '#test/config.ts';
import { connectPacket, packetReader, publishPacket } from '../scripts/simulator/mqtt-packets.ts';
import { cluster } from './harness-cluster.ts';
import { machine, over, paired, pairRatio, ratio, share, table } from './harness.ts';

const TENANTS = 20;
const DEVICES = 500;
/** Messages of every device in a round, and those that are under way at once. */
const MESSAGES = 48;
const WINDOW = 8;
const MEASURED: readonly MetricName[] = ['heartRate', 'systolic', 'diastolic', 'oxygen'];
const ROWS = DEVICES * MESSAGES * MEASURED.length;
const BATCH = 1000;
const PASSWORD = 'a password for all of them';
const idOf = (n: number) => `86${String(n).padStart(13, '0')}`;
const valuesOf = (n: number, index: number) => [60 + ((index + n) % 40), 110 + (index % 30), 70 + (index % 15), 94 + (n % 6)];

/** One device of the publisher: keeps `WINDOW` messages under way and gives how long each waited, in ms. */
async function publish(socket: Socket, index: number, from: number): Promise<number[]> {
  const read = packetReader();
  const begun = new Map<number, number>();
  const waited: number[] = [];
  let next = 0;
  return new Promise((resolve, reject) => {
    const more = () => {
      while (next < MESSAGES && begun.size < WINDOW) {
        const n = next++;
        const [heartRate, systolic, diastolic, oxygen] = valuesOf(n, index);
        const body = JSON.stringify({ time: from + n * 20_000 + (index % 20_000), heartRate, systolic, diastolic, oxygen });
        begun.set(n + 1, performance.now());
        socket.write(publishPacket(upTopic(idOf(index)), body, { id: n + 1 }));
      }
    };
    const hear = (chunk: Buffer) => {
      for (const { type, content } of read(chunk)) {
        if (type !== 4) continue;
        const id = content.readUInt16BE(0);
        waited.push(performance.now() - begun.get(id)!);
        begun.delete(id);
      }
      more();
      if (waited.length < MESSAGES) return;
      socket.off('data', hear);
      resolve(waited);
    };
    socket.on('data', hear);
    socket.once('close', () => reject(new Error('a device was cut off')));
    more();
  });
}

/** The publisher's process: signs everybody in, then publishes a round for every message of its parent. */
async function publisher(port: number): Promise<void> {
  const sockets = await Promise.all(
    Array.from({ length: DEVICES }, async (_, index) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      await once(socket, 'connect');
      socket.write(connectPacket(idOf(index), PASSWORD, { keepAlive: 0 }));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      if (answer[3] !== 0) throw new Error('a device was refused');
      return socket;
    }),
  );
  process.on('message', (from: number) => {
    void Promise.all(sockets.map((socket, index) => publish(socket, index, from))).then(
      (waited) => process.send!(waited.flat()),
      () => process.exit(1),
    );
  });
  process.on('disconnect', () => process.exit());
  process.send!('ready');
}

async function main(): Promise<void> {
  const rounds = Number(process.argv[2] ?? 5);
  const c = await cluster('mqtt', async (admin) => {
    const all = `generate_series(0, ${DEVICES - 1}) as n`;
    await admin.query(
      `insert into tenants (id, name, code) select 1000100 + n, '机构' || n, 'bench' || n from generate_series(1, ${TENANTS}) as n`,
    );
    await admin.query(`insert into people (tenant_id, id, name) select 1000101 + n % ${TENANTS}, n + 1, '老人' || n from ${all}`);
    await admin.query(
      `insert into device_types (tenant_id, id, name, kind, protocol) select 1000100 + n, 1, '类型', 'other', 'mqtt'
        from generate_series(1, ${TENANTS}) as n`,
    );
    await admin.query(
      `insert into devices (tenant_id, id, imei, type, type_id, person_id)
        select 1000101 + n % ${TENANTS}, n + 1, '86' || lpad(n::text, 13, '0'), 'other', 1, n + 1 from ${all}`,
    );
  });
  await c.admin.query('select app.prepare_partitions()');
  await c.admin.query('truncate readings, latest_readings, hourly_readings, daily_readings, device_states, device_credentials');
  for (let n = 0; n < DEVICES; n++)
    await c.admin.query('insert into device_credentials (tenant_id, device_id, password_hash) values ($1, $2, $3)', [
      1000101 + (n % TENANTS),
      n + 1,
      passwordHash(1000101 + (n % TENANTS), n + 1, PASSWORD),
    ]);
  const appPool = createPool(c.target('app'), 'bench app', 4, () => {});
  const pool = createPool(c.target('ingest'), 'bench ingest', pipelineLimits.writers, () => {});
  const bare = createPool(c.target('ingest'), 'bench bare', 1, () => {});
  const inTenant = tenantRunner(appPool, c.secrets);
  const log = pino({ level: 'silent' });
  const deps: Dependencies = {
    config: testConfig({ dataDir: c.dir }),
    secrets: c.secrets,
    pool: appPool,
    inTenant,
    urgent: { pool: appPool, inTenant },
    logins: appPool,
    cleanup: appPool,
    jobs: appPool,
    log,
    now: Date.now,
  };
  const directory = createDirectory({ pool: appPool, inTenant, now: Date.now, ttlMs: 3_600_000 });
  const pipeline = createPipeline({ deps, pool, directory });
  const mapping = Mapping.parse(defaultMapping('other'));
  const gateway = await startMqttGateway({
    port: 0,
    host: '127.0.0.1',
    directory,
    sink: pipeline,
    clock: Date.now,
    log,
    mappingFor: () => Promise.resolve(mapping),
    limits: { strangersPerAddress: DEVICES },
  });
  const child = fork(import.meta.filename, ['publisher', String(gateway.port)]);
  await once(child, 'message');

  // No two rounds share a time, and all of them lie within the day.
  let turn = 0;
  const start = Date.now() - 23 * 60 * MINUTE;
  const from = () => start + turn++ * MESSAGES * 20_000;
  const waits: number[] = [];

  async function byMqtt(): Promise<void> {
    const before = pipeline.counts.stored;
    child.send(from());
    const [waited] = (await once(child, 'message')) as [number[]];
    waits.push(...waited);
    if (pipeline.counts.stored - before !== ROWS) throw new Error(`${pipeline.counts.stored - before} of ${ROWS} rows were stored`);
  }

  const text = `insert into readings (tenant_id, device_id, metric, at, value, person_id, received_at)
    select tenant_id, device_id, metric, to_timestamp(at / 1000), value, person_id, to_timestamp(received_at / 1000)
    from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::float8[], $5::real[], $6::bigint[], $7::float8[])
      as incoming (tenant_id, device_id, metric, at, value, person_id, received_at)
    on conflict do nothing`;

  async function byInsert(): Promise<void> {
    const numbers = MEASURED.map((metric) => metrics[metric].number);
    const base = from();
    let columns: number[][] = Array.from({ length: 7 }, () => []);
    let stored = 0;
    const flush = async () => {
      const values = columns.map((column) => `{${column.join(',')}}`);
      columns = Array.from({ length: 7 }, () => []);
      stored += (await bare.query({ name: 'bare', text, values })).rowCount ?? 0;
    };
    for (let n = 0; n < MESSAGES; n++)
      for (let index = 0; index < DEVICES; index++) {
        const now = Date.now();
        const at = base + n * 20_000 + (index % 20_000);
        for (const [m, number] of numbers.entries())
          [1000101 + (index % TENANTS), index + 1, number, at, valuesOf(n, index)[m]!, index + 1, now].forEach((value, column) =>
            columns[column]!.push(value),
          );
        if (columns[0]!.length >= BATCH) await flush();
      }
    if (columns[0]!.length) await flush();
    if (stored !== ROWS) throw new Error(`${stored} of ${ROWS} rows were inserted`);
  }

  const work = { mqtt: byMqtt, 'bare insert': byInsert };
  try {
    const results = await paired(['mqtt', 'bare insert'] as const, rounds, async (variant) => {
      const cpu = process.cpuUsage();
      const begun = performance.now();
      await work[variant]();
      const seconds = (performance.now() - begun) / 1000;
      const { user, system } = process.cpuUsage(cpu);
      return { rows: ROWS / seconds, node: (user + system) / ROWS };
    });
    table(
      `${ROWS.toLocaleString('en')} readings in ${(ROWS / MEASURED.length).toLocaleString('en')} messages of ${DEVICES} devices, ${rounds} rounds, fsync on`,
      Object.entries(results).map(([name, all]) => ({
        '': name,
        'rows/s': over(all, ({ rows }) => rows),
        'messages/s': over(all, ({ rows }) => rows / MEASURED.length),
        'node µs/row': over(all, ({ node }) => node),
      })),
    );
    console.log(
      `acknowledged after p50 ${share(waits, 0.5).toFixed(0)} ms, p99 ${share(waits, 0.99).toFixed(0)} ms with ${WINDOW} messages of each device under way`,
    );
    ratio(
      'MQTT messages to committed rows / bare inserts',
      pairRatio(results.mqtt, results['bare insert'], ({ rows }) => rows),
      '>=',
      0.6,
    );
    console.log(machine());
  } finally {
    child.disconnect();
    await gateway.stop();
    await pipeline.close();
    await Promise.all([pool.end(), bare.end(), appPool.end()]);
    await c.stop();
  }
}

if (process.argv[2] === 'publisher') await publisher(Number(process.argv[3]));
else await main();
