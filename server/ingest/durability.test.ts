import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { harness, type Harness } from '#test/harness.ts';
import { addDevice, alarm, frame, ingest, reading, warningsOf, type TestDevice } from '#test/ingest.ts';
import { createPool } from '../db/pool.ts';

let t: Harness;
let tenant: number;
let superuser: pg.Pool;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  superuser = createPool(t.target('superuser'), 'superuser', 4, () => {});
  await superuser.query('select app.prepare_partitions()');
  // Whatever carries the poisoned value is refused by COMMIT itself, after every statement succeeded.
  await superuser.query(`
    create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$;
    create constraint trigger poison after insert or update on device_states deferrable initially deferred
      for each row when (new.battery = 13) execute function poison();
    create constraint trigger poison after insert on device_events deferrable initially deferred
      for each row when (new.code = 'removed') execute function poison()`);
});
after(async () => {
  await superuser?.end();
  await t?.close();
});

const count = async (device: TestDevice, table: string) =>
  (await t.deps.inTenant(tenant, (tx) =>
    tx.row<{ n: number }>(
      sql`select count(*) as n from ${sql.table(table)} where tenant_id = ${tenant} and device_id = ${device.deviceId}`,
    ),
  ))!.n;

describe('accept', () => {
  it('rejects when COMMIT fails, and nothing is stored', async () => {
    const sink = ingest(t);
    const device = await addDevice(t, tenant);
    await assert.rejects(sink.pipeline.accept(frame(device, reading(device, 'battery', 13), reading(device, 'heartRate', 70))), /poisoned/);
    await assert.rejects(sink.pipeline.accept(frame(device, alarm(device, 'removed'))), /poisoned/);
    for (const table of ['readings', 'latest_readings', 'hourly_readings', 'device_events', 'warnings'])
      assert.equal(await count(device, table), 0, table);
    assert.deepEqual(await sink.pipeline.accept(frame(device, alarm(device, 'sos'), reading(device, 'battery', 14))), { stored: 2 });
    await sink.close();
  });

  it('keeps an SOS whose frame says something that is refused, and the frame is not answered', async () => {
    const sink = ingest(t);
    const device = await addDevice(t, tenant);
    const at = Date.now() - 1000;
    for (let times = 0; times < 2; times++)
      await assert.rejects(sink.pipeline.accept(frame(device, alarm(device, 'sos', { at }), alarm(device, 'removed', { at }))), /poisoned/);
    assert.deepEqual(
      (await warningsOf(t, device)).map(({ rule, count: times }) => [rule, times]),
      [['sos', 1]],
    );
    await sink.close();
  });

  it('raises an SOS while nobody else gets a connection', async () => {
    const sink = ingest(t);
    const device = await addDevice(t, tenant);
    await sink.pipeline.accept(frame(device, reading(device, 'steps', 1)));
    const taken = await Promise.all(Array.from({ length: t.deps.pool.options.max }, () => t.deps.pool.connect()));
    try {
      assert.deepEqual(await sink.pipeline.accept(frame(device, alarm(device, 'sos'))), { stored: 1 });
    } finally {
      for (const client of taken) client.release();
    }
    assert.equal(await count(device, 'warnings'), 1);
    await sink.close();
  });

  it('stores every other frame of a batch that holds a refused one', async () => {
    const sink = ingest(t, { limits: { lingerMs: 20 } });
    const devices = await Promise.all(Array.from({ length: 20 }, () => addDevice(t, tenant)));
    const settled = await Promise.allSettled(
      devices.map((device, index) =>
        sink.pipeline.accept(frame(device, reading(device, 'battery', index === 7 ? 13 : 50), reading(device, 'heartRate', 70))),
      ),
    );
    assert.deepEqual(
      settled.flatMap(({ status }, index) => (status === 'rejected' ? [index] : [])),
      [7],
    );
    assert.deepEqual(
      await Promise.all(devices.map((device) => count(device, 'readings'))),
      devices.map((_, index) => (index === 7 ? 0 : 2)),
    );
    await sink.close();
  });

  it('stores every other alarm when one is refused', async () => {
    const sink = ingest(t);
    const devices = await Promise.all(Array.from({ length: 10 }, () => addDevice(t, tenant)));
    const settled = await Promise.allSettled(
      devices.map((device, index) => sink.pipeline.accept(frame(device, alarm(device, index === 4 ? 'removed' : 'fall')))),
    );
    assert.deepEqual(
      settled.flatMap(({ status }, index) => (status === 'rejected' ? [index] : [])),
      [4],
    );
    assert.deepEqual(
      await Promise.all(devices.map((device) => count(device, 'warnings'))),
      devices.map((_, index) => (index === 4 ? 0 : 1)),
    );
    await sink.close();
  });

  it('rejects frames of a device that was removed', async () => {
    const sink = ingest(t);
    const device = await addDevice(t, tenant);
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update devices set deleted_at = now() where tenant_id = ${tenant} and id = ${device.deviceId}`),
    );
    await assert.rejects(sink.pipeline.accept(frame(device, reading(device, 'heartRate', 70))), /removed/);
    await sink.close();
  });

  it('outlives lost connections without an early answer, a lost row or a row counted twice', async () => {
    const sink = ingest(t);
    const devices = await Promise.all(Array.from({ length: 5 }, () => addDevice(t, tenant)));
    const start = Date.now() - 600_000;
    let cutting = true;
    let cuts = 0;
    const cutter = (async () => {
      while (cutting) {
        const { rowCount } = await superuser.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name in ('test ingest', 'test', 'test alarms') and state <> 'idle'",
        );
        cuts += rowCount ?? 0;
        await new Promise((resolve) => setTimeout(resolve, 120 + Math.random() * 120));
      }
    })();
    let unseen = 0;
    let rounds = 0;
    for (; rounds < 40 || cuts < 8; rounds++) {
      const at = start + rounds * 1000;
      await Promise.all(
        devices.map(async (device, index) => {
          await sink.pipeline.accept(frame(device, reading(device, 'heartRate', 60 + index, at), alarm(device, 'sos', { at })));
          const seen = await superuser.query('select 1 from readings where device_id = $1 and at = to_timestamp($2::float8 / 1000)', [
            device.deviceId,
            at,
          ]);
          unseen += seen.rowCount === 1 ? 0 : 1;
        }),
      );
    }
    cutting = false;
    await cutter;
    assert.ok(cuts > 0 && sink.pipeline.counts.retries > 0, 'connections were cut while they worked');
    assert.equal(unseen, 0, 'rows missing when accept resolved');
    for (const device of devices) {
      assert.deepEqual(
        [await count(device, 'readings'), await count(device, 'device_events'), await count(device, 'warnings')],
        [rounds, rounds, 1],
      );
      const { rows } = await superuser.query('select sum(count)::int as n from hourly_readings where device_id = $1', [device.deviceId]);
      assert.equal(rows[0].n, rounds);
      const { rows: warned } = await superuser.query('select count from warnings where device_id = $1', [device.deviceId]);
      assert.equal(warned[0].count, rounds);
    }
    await sink.close();
  });

  it('waits while the queue is full, and goes on when there is room', async () => {
    const sink = ingest(t, { limits: { queuedRows: 4, batchRows: 2, writers: 1 } });
    const device = await addDevice(t, tenant);
    const start = Date.now() - 100_000;
    const answers = Array.from({ length: 50 }, (_, index) =>
      sink.pipeline.accept(frame(device, reading(device, 'heartRate', 70, start + index * 1000))),
    );
    await sink.directory.current(device.known.key);
    await new Promise((resolve) => setImmediate(resolve));
    const { queuedRows, outside } = sink.pipeline.counts;
    assert.ok(queuedRows <= 6 && outside > 0, `${queuedRows} rows inside, ${outside} frames outside`);
    assert.deepEqual(
      (await Promise.all(answers)).map(({ stored }) => stored),
      Array.from({ length: 50 }, () => 1),
    );
    await sink.close();
  });

  it('gives up at close when the database stays away, and takes nothing afterwards', async () => {
    const away = new pg.Pool({ host: '/nonexistent', port: 1 });
    const sink = ingest(t, { pool: away });
    const device = await addDevice(t, tenant);
    const waiting = sink.pipeline.accept(frame(device, reading(device, 'heartRate', 70)));
    const refused = assert.rejects(waiting, { name: 'Stopped' });
    await sink.pipeline.close(50);
    await refused;
    await assert.rejects(sink.pipeline.accept(frame(device, reading(device, 'heartRate', 71))), { name: 'Stopped' });
    await away.end();
  });
});

describe('the hourly sums', () => {
  it('equal those of the stored readings, whatever the order and however often each came', async () => {
    const sink = ingest(t);
    const base = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 5 * 3_600_000;
    const sample = fc.record({
      minute: fc.integer({ min: 0, max: 240 }),
      value: fc.integer({ min: 30, max: 200 }),
      metric: fc.constantFrom('heartRate' as const, 'systolic' as const),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(sample, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 3 }),
        async (frames, times) => {
          const device = await addDevice(t, tenant);
          const send = (samples: (typeof frames)[number]) =>
            sink.pipeline.accept(
              frame(
                device,
                ...samples.map(({ minute, value, metric }) => reading(device, metric, Math.max(value, 60), base + minute * 60_000)),
              ),
            );
          let stored = 0;
          for (let again = 0; again < times; again++) for (const answer of await Promise.all(frames.map(send))) stored += answer.stored;
          const compare = await t.deps.inTenant(tenant, async (tx) => ({
            raw: await tx.rows(sql`select metric, date_trunc('hour', at) as hour, count(*)::int as count, sum(value)::float8 as sum,
              min(value) as lowest, max(value) as highest
            from readings where tenant_id = ${tenant} and device_id = ${device.deviceId} group by 1, 2 order by 1, 2`),
            hourly: await tx.rows(
              sql`select metric, hour, count, sum, lowest, highest from hourly_readings
                where tenant_id = ${tenant} and device_id = ${device.deviceId} order by 1, 2`,
            ),
            newest: await tx.rows(
              sql`select distinct on (metric) metric, at, value from readings
                where tenant_id = ${tenant} and device_id = ${device.deviceId} order by metric, at desc`,
            ),
            latest: await tx.rows(
              sql`select metric, at, value from latest_readings
                where tenant_id = ${tenant} and device_id = ${device.deviceId} order by metric`,
            ),
          }));
          assert.deepEqual(compare.hourly, compare.raw);
          assert.deepEqual(compare.latest, compare.newest);
          assert.equal(stored, await count(device, 'readings'));
        },
      ),
      { numRuns: 40 },
    );
    await sink.close();
  });
});
