import { HOUR, MINUTE, textOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { defaultExpectations, expectations } from '#contract/health/expectations.ts';
import { measurements } from '#contract/health/measurements.ts';
import { metrics } from '#contract/health/metrics.ts';
import { overviews } from '#contract/health/overviews.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice, frame, ingest, reading, type TestDevice } from '#test/ingest.ts';
import { instant } from '../db/instants.ts';
import { sweepWarnings } from './sweeps.ts';

let t: Harness;
let nurse: TestUser;
let sink: ReturnType<typeof ingest>;
const morning = Date.parse('2026-11-16T09:00:00+08:00');
let clock = morning;
before(async () => {
  t = await harness({ now: () => clock });
});
after(async () => {
  await sink?.close();
  await t?.close();
});

async function begin() {
  clock = morning;
  nurse = await t.user(await t.tenant());
  await sink?.close();
  sink = ingest(t);
  return addDevice(t, nurse.tenantId);
}
/** The database notes by its own clock since when something is waited for; the story has another. */
const waits = (device: TestDevice) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.run(
      sql`update reading_dues set waits_from = ${instant(clock)},
        due_at = least(due_at, ${instant(clock)})
        where tenant_id = ${device.tenantId} and person_id = ${device.personId}`,
    ),
  );
const forget = (device: TestDevice) =>
  sink.pipeline.memory.heard({ t: device.tenantId, k: 'threshold.changed', p: { personId: device.personId } });
const send = (device: TestDevice, metric: Parameters<typeof reading>[1], value: number) =>
  sink.pipeline.accept({ ...frame(device, reading(device, metric, value, clock, clock)), receivedAt: clock });
const expect = async (device: TestDevice, input: object) => {
  nurse = await t.user(nurse.tenantId);
  const answer = await t.route(expectations.set, nurse, { oldmanId: device.personId, ...input });
  assert.equal(answer.status, 200, answer.msg ?? '');
  await waits(device);
};
/** Lets hours pass; the device is heard of every ten minutes of the last half hour. */
async function pass(hours: number, ...alive: TestDevice[]) {
  clock += hours * HOUR - 20 * MINUTE;
  for (let n = 0; n < 3; n++) {
    for (const device of alive) await send(device, 'battery', 80);
    if (n < 2) clock += 10 * MINUTE;
  }
  await sweepWarnings(t.deps);
}
const warned = async (device: TestDevice) =>
  (
    await t.deps.inTenant(device.tenantId, (tx) =>
      tx.rows<any>(sql`select title, content, severity, count, cleared_at is not null as cleared from warnings
        where tenant_id = ${device.tenantId} and person_id = ${device.personId} and rule = 'not_measured' order by id`),
    )
  ).map((row) => [row.title, row.content.replace(/（.*/, '').replace(/「.*」/, '「」'), row.count, row.cleared]);
const missing = async (device: TestDevice) => {
  nurse = await t.user(nurse.tenantId);
  const { data } = await t.route(overviews.page, nurse, { missing: 'true' });
  return data.records.some(({ id }: any) => id === device.personId);
};

describe('a value that is asked for', () => {
  it('by the product alone colours the overview and wakes nobody', async () => {
    const device = await begin();
    assert.equal(await missing(device), true);
    await pass(80);
    assert.deepEqual(await warned(device), []);
    const rows = await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.rows<any>(sql`select metric, hours from reading_dues where tenant_id = ${nurse.tenantId} order by metric`),
    );
    // The database's own list is the contract's.
    const expected = Object.entries(defaultExpectations).flatMap(([name, hours]) =>
      hours === null ? [] : [{ metric: metrics[name as keyof typeof metrics].number, hours }],
    );
    assert.deepEqual(
      rows,
      expected.toSorted((a, b) => a.metric - b.metric),
    );
  });

  it('and does not come is told of once, by daylight, and ends with the value', async () => {
    const device = await begin();
    await expect(device, { metric: 'temperature', hours: 12 });
    clock = morning + HOUR;
    await send(device, 'temperature', 36.5);
    // 22:00 plus an hour of grace: at night nobody is told.
    await pass(14);
    assert.deepEqual(await warned(device), []);
    assert.equal(await missing(device), true);
    await pass(6);
    assert.deepEqual(await warned(device), []);
    await pass(3);
    assert.deepEqual(await warned(device), [['设备未上报', '体温已23小时没有数据：设备「」离线', 1, false]]);
    await pass(1);
    assert.equal((await warned(device))[0]?.[2], 1);
    forget(device);
    await send(device, 'temperature', 36.6);
    assert.equal((await warned(device))[0]?.[3], true);
    assert.equal(
      (
        await t.deps.inTenant(device.tenantId, (tx) =>
          tx.row<any>(sql`select note from warning_events where tenant_id = ${device.tenantId} and kind = 'cleared'
      and warning_id = (select id from warnings where tenant_id = ${device.tenantId} and rule = 'not_measured')`),
        )
      )?.note,
      '已测量：体温 36.6 ℃',
    );
  });

  it('at night is told of at night', async () => {
    const device = await begin();
    await expect(device, { metric: 'oxygen', hours: 4, atNight: true });
    clock = morning + 13 * HOUR;
    await send(device, 'oxygen', 97);
    await pass(5, device);
    assert.deepEqual(await warned(device), [['缺测', '血氧已5小时没有数据：设备「」在线但没有测到，可能未佩戴', 1, false]]);
  });

  it('of nobody’s device was not measured, and ends when a nurse does', async () => {
    const device = await begin();
    await expect(device, { metric: 'glucose', hours: 6 });
    await pass(8);
    assert.deepEqual(await warned(device), [['缺测', '血糖一直没有测量', 1, false]]);
    nurse = await t.user(nurse.tenantId);
    const entered = await t.route(measurements.create, nurse, {
      oldmanId: device.personId,
      time: textOf(clock),
      values: [{ metric: 'glucose', value: 6.1 }],
    });
    assert.equal(entered.status, 200);
    assert.equal((await warned(device))[0]?.[3], true);
    // Taken back, it is missing again.
    const row = (await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.row<{ id: number }>(sql`select id from measurements where tenant_id = ${nurse.tenantId}`),
    )) as { id: number };
    assert.equal((await t.route(measurements.remove, nurse, { id: row.id, reason: '量错人' })).status, 200);
    const due = await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.row<any>(sql`select missing_since is not null as missing from reading_dues where tenant_id = ${nurse.tenantId} and metric = 6`),
    );
    assert.equal(due?.missing, true);
  });

  it('is not told of who is away, nor at once when they are back, nor when nobody asks any more', async () => {
    const device = await begin();
    const status = (number: number) =>
      t.deps.inTenant(device.tenantId, (tx) =>
        tx.run(sql`update people set status = ${number} where tenant_id = ${device.tenantId} and id = ${device.personId}`),
      );
    await expect(device, { metric: 'glucose', hours: 6 });
    await status(2);
    await pass(9);
    assert.deepEqual(await warned(device), []);
    await status(1);
    await waits(device);
    await sweepWarnings(t.deps);
    assert.deepEqual(await warned(device), []);
    await pass(23);
    assert.equal((await warned(device)).length, 1);
    await expect(device, { metric: 'glucose', hours: null });
    assert.equal((await warned(device))[0]?.[3], true);
    await pass(24);
    assert.equal((await warned(device)).length, 1);
  });

  it('is told once by two processes that look together', async () => {
    const device = await begin();
    await expect(device, { metric: 'glucose', hours: 2 });
    await expect(device, { metric: 'oxygen', hours: 2 });
    clock += 4 * HOUR;
    await Promise.all([sweepWarnings(t.deps), sweepWarnings(t.deps), sweepWarnings(t.deps)]);
    assert.deepEqual(
      (await warned(device)).map(([, , count]) => count),
      [1, 1],
    );
  });

  it('costs nothing while it comes', async () => {
    const device = await begin();
    await send(device, 'temperature', 36.5);
    await send(device, 'heartRate', 72);
    const before = sink.pipeline.counts.rules.submitted;
    for (let n = 0; n < 5; n++) {
      clock += HOUR;
      await send(device, 'temperature', 36.5);
      await send(device, 'heartRate', 72);
    }
    assert.equal(sink.pipeline.counts.rules.submitted, before);
  });
});
