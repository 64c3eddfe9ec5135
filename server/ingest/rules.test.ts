import { MINUTE } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { metrics } from '#contract/health/metrics.ts';
import { harness, type Harness } from '#test/harness.ts';
import { addDevice, alarm, frame, ingest, reading, type TestDevice } from '#test/ingest.ts';
import { judgeMeasurement } from '../warnings/measured.ts';
import type { DeviceEvent } from './events.ts';

let t: Harness;
let tenant: number;
let sink: ReturnType<typeof ingest>;
let clock = Date.parse('2026-11-16T10:00:00+08:00');
before(async () => {
  t = await harness({ now: () => clock });
  tenant = await t.tenant();
  sink = ingest(t);
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const send = (device: TestDevice, ...events: DeviceEvent[]) => sink.pipeline.accept({ ...frame(device, ...events), receivedAt: clock });
/** Sends a value measured now, a minute after the one before. */
async function say(device: TestDevice, metric: Parameters<typeof reading>[1], ...values: number[]) {
  for (const value of values) {
    clock += MINUTE;
    await send(device, reading(device, metric, value, clock, clock));
  }
}
const warned = (device: TestDevice) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.rows<any>(sql`select id, rule, severity, count, content, metric, value, limit_value, cleared_at, acknowledged_at, source_type
      from warnings
      where tenant_id = ${device.tenantId} and person_id = ${device.personId} order by id`),
  );
const timeline = (device: TestDevice, id: number) =>
  t.deps.inTenant(device.tenantId, async (tx) =>
    (
      await tx.rows<any>(sql`select kind, note from warning_events where tenant_id = ${device.tenantId} and warning_id = ${id} order by id`)
    ).map(({ kind, note }) => [kind, note]),
  );
const states = (device: TestDevice) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.rows<any>(
      sql`select metric, level, hot from threshold_states
        where tenant_id = ${device.tenantId} and person_id = ${device.personId} order by metric`,
    ),
  );

describe('a reading', () => {
  it('of somebody well costs no statement', async () => {
    const device = await addDevice(t, tenant);
    await say(device, 'heartRate', 70);
    const before = sink.pipeline.counts.rules.submitted;
    await say(device, 'heartRate', 71, 72, 73);
    await say(device, 'oxygen', 97, 98);
    assert.equal(sink.pipeline.counts.rules.submitted, before);
    assert.deepEqual(await states(device), []);
    assert.deepEqual(await warned(device), []);
  });

  it('out of bounds raises when enough are, with value and limit; one severity up, one down, and the end is noted', async () => {
    const device = await addDevice(t, tenant);
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`insert into thresholds (tenant_id, person_id, metric, low_critical, low, high, high_critical, needed, window_size,
        starts_on, reason)
        values (${tenant}, ${device.personId}, 1, 40, 50, 91, 131, 2, 3, '2026-01-01', '医嘱')`),
    );
    await say(device, 'heartRate', 100);
    assert.deepEqual(await warned(device), []);
    await say(device, 'heartRate', 101);
    const [first] = await warned(device);
    assert.deepEqual(
      [first.rule, first.severity, first.count, first.content, first.metric, first.value, first.limit_value],
      ['heart_rate', 3, 1, '心率偏高 101 次/分（≥91）', metrics.heartRate.number, 101, 91],
    );
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update warnings set acknowledged_at = now() where tenant_id = ${tenant} and id = ${first.id}`),
    );
    await say(device, 'heartRate', 140, 141);
    const [graver] = await warned(device);
    // Whoever confirmed the milder one has not confirmed this.
    assert.deepEqual([graver.severity, graver.count, graver.value, graver.acknowledged_at], [2, 3, 141, null]);
    await say(device, 'heartRate', 100, 100);
    assert.equal((await warned(device))[0].severity, 3);
    await say(device, 'heartRate', 70, 70, 70);
    const [over] = await warned(device);
    assert.ok(over.cleared_at);
    assert.deepEqual(await timeline(device, over.id), [
      ['raised', '心率偏高 101 次/分（≥91）'],
      ['repeated', '心率过高 140 次/分（≥131）'],
      ['severity', '一般 → 严重'],
      ['repeated', '心率过高 141 次/分（≥131）'],
      ['repeated', '心率偏高 100 次/分（≥91）'],
      ['severity', '严重 → 一般'],
      ['repeated', '心率偏高 100 次/分（≥91）'],
      ['cleared', '心率正常 70 次/分'],
    ]);
    assert.deepEqual(await states(device), [{ metric: 1, level: 0, hot: false }]);
    // Nothing is hot any more: normal values are free again.
    const before = sink.pipeline.counts.rules.submitted;
    await say(device, 'heartRate', 70);
    assert.equal(sink.pipeline.counts.rules.submitted, before);
    // What had cleared and comes back is the same open warning, to be confirmed anew.
    await say(device, 'heartRate', 100, 100);
    const again = await warned(device);
    assert.deepEqual([again.length, again[0].count, again[0].cleared_at], [1, 6, null]);
  });

  it('beyond the product’s own watch limits is only seen; what is urgent is told', async () => {
    const device = await addDevice(t, tenant);
    await say(device, 'heartRate', 100, 101, 102);
    assert.deepEqual([await warned(device), await states(device)], [[], [{ metric: 1, level: 3, hot: true }]]);
    await say(device, 'heartRate', 140, 141);
    const [urgent] = await warned(device);
    assert.deepEqual([urgent.severity, urgent.content], [2, '心率过高 141 次/分（≥131）']);
    await say(device, 'heartRate', 100, 100);
    assert.deepEqual([(await warned(device))[0].severity, (await warned(device))[0].count], [3, 2]);
    await say(device, 'heartRate', 70, 70, 70);
    assert.ok((await warned(device))[0].cleared_at);
  });

  it('of both pressures is one occurrence', async () => {
    const device = await addDevice(t, tenant);
    clock += MINUTE;
    await send(device, reading(device, 'systolic', 186, clock, clock), reading(device, 'diastolic', 95, clock, clock));
    const [warning] = await warned(device);
    assert.deepEqual(
      [warning.rule, warning.severity, warning.count, warning.content],
      ['blood_pressure', 2, 1, '收缩压过高 186 mmHg（≥180），舒张压偏高 95 mmHg（≥90）'],
    );
    clock += MINUTE;
    await send(device, reading(device, 'systolic', 130, clock, clock), reading(device, 'diastolic', 95, clock, clock));
    assert.deepEqual([(await warned(device))[0].severity, (await warned(device))[0].cleared_at], [3, null]);
    clock += MINUTE;
    await send(device, reading(device, 'systolic', 130, clock, clock), reading(device, 'diastolic', 80, clock, clock));
    assert.ok((await warned(device))[0].cleared_at);
  });

  it('that is sent again counts once, also after a restart', async () => {
    const device = await addDevice(t, tenant);
    clock += MINUTE;
    const events = [reading(device, 'glucose', 2.5, clock, clock)];
    await send(device, ...events);
    await send(device, ...events);
    const other = ingest(t);
    await other.pipeline.accept({ ...frame(device, ...events), receivedAt: clock });
    await other.close();
    assert.equal((await warned(device))[0].count, 1);
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update warnings set status = 1 where tenant_id = ${tenant} and person_id = ${device.personId}`),
    );
    await send(device, ...events);
    assert.equal((await warned(device)).length, 1);
  });

  it('that comes late is told when it is urgent, and says so', async () => {
    const device = await addDevice(t, tenant);
    clock += MINUTE;
    await send(device, reading(device, 'glucose', 12, clock - 20 * MINUTE, clock));
    assert.deepEqual(await warned(device), []);
    await send(device, reading(device, 'glucose', 2.5, clock - 16 * MINUTE, clock));
    const [late] = await warned(device);
    assert.match(late.content, /^血糖过低 2.5 mmol\/L（≤2.9）（设备补传，测量于 \d\d-\d\d \d\d:\d\d）$/);
    assert.equal(late.severity, 2);
  });

  it('goes on where another process left off', async () => {
    const device = await addDevice(t, tenant);
    await say(device, 'heartRate', 140);
    const other = ingest(t);
    clock += MINUTE;
    await other.pipeline.accept({ ...frame(device, reading(device, 'heartRate', 141, clock, clock)), receivedAt: clock });
    await other.close();
    assert.deepEqual([(await warned(device))[0].severity, (await warned(device))[0].count], [2, 1]);
  });

  it('is judged by the limits that are in force, as soon as they change', async () => {
    const device = await addDevice(t, tenant);
    await say(device, 'heartRate', 85, 85);
    assert.deepEqual(await warned(device), []);
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(
        sql`insert into thresholds (tenant_id, person_id, metric, high, starts_on, reason)
          values (${tenant}, ${device.personId}, 1, 80, '2026-01-01', '医嘱')`,
      ),
    );
    sink.pipeline.memory.heard({ t: tenant, k: 'threshold.changed', p: { personId: device.personId } });
    await say(device, 'heartRate', 85);
    assert.equal((await warned(device))[0].content, '心率偏高 85 次/分（≥80）');
  });

  it('does not hold an SOS back', async () => {
    const device = await addDevice(t, tenant);
    clock += MINUTE;
    await send(device, reading(device, 'systolic', 190, clock, clock), alarm(device, 'sos', { at: clock, receivedAt: clock }));
    assert.deepEqual((await warned(device)).map(({ rule }: any) => rule).sort(), ['blood_pressure', 'sos']);
  });
});

describe('one warning', () => {
  it('of a thousand readings that arrive together, counted exactly', async () => {
    const device = await addDevice(t, tenant);
    const from = clock;
    clock += 1000;
    await Promise.all(
      Array.from({ length: 1000 }, (_, index) => send(device, reading(device, 'glucose', 2.1 + (index % 7) / 10, from + index, clock))),
    );
    const warnings = await warned(device);
    assert.deepEqual(
      warnings.map(({ count, severity }: any) => [count, severity]),
      [[1000, 2]],
    );
  });

  it('of staff who measure at the same time as devices', async () => {
    const device = await addDevice(t, tenant);
    const from = clock;
    clock += 1000;
    await Promise.all([
      ...Array.from({ length: 100 }, (_, index) => send(device, reading(device, 'glucose', 2.5, from + index, clock))),
      ...Array.from({ length: 100 }, (_, index) =>
        t.deps.inTenant(tenant, (tx) =>
          judgeMeasurement(tx, t.deps, {
            personId: device.personId as number,
            metric: metrics.glucose.number,
            value: 2.4,
            at: from + index,
          }),
        ),
      ),
    ]);
    assert.deepEqual(
      (await warned(device)).map(({ count }: any) => count),
      [200],
    );
  });
});

describe('what staff measured', () => {
  it('counts at once, and a device ends it', async () => {
    const device = await addDevice(t, tenant);
    await say(device, 'heartRate', 70);
    clock += MINUTE;
    await t.deps.inTenant(tenant, (tx) =>
      judgeMeasurement(tx, t.deps, { personId: device.personId as number, metric: 1, value: 38, at: clock }),
    );
    const [warning] = await warned(device);
    assert.deepEqual(
      [warning.rule, warning.severity, warning.content, warning.source_type],
      ['heart_rate', 2, '心率过低 38 次/分（≤40）', 4],
    );
    sink.pipeline.memory.heard({ t: tenant, k: 'threshold.changed', p: { personId: device.personId } });
    await say(device, 'heartRate', 70, 71, 72);
    assert.ok((await warned(device))[0].cleared_at);
  });
});
