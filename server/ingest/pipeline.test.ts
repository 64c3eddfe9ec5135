import { HOUR, MINUTE } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { harness, type Harness } from '#test/harness.ts';
import type { DeviceEvent, PositionEvent } from './events.ts';
import { addDevice, frame, ingest, position, reading, type TestDevice } from '#test/ingest.ts';

let t: Harness;
let tenant: number;
let sink: ReturnType<typeof ingest>;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const accept = (device: TestDevice, ...events: Parameters<typeof frame>[1][]) => sink.pipeline.accept(frame(device, ...events));
const rows = <T>(device: TestDevice, table: string) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.rows<T>(sql`select * from ${sql.table(table)} where tenant_id = ${device.tenantId} and device_id = ${device.deviceId}`),
  );
const one = async <T>(device: TestDevice, table: string) => (await rows<T>(device, table))[0] as T;

describe('readings', () => {
  it('are committed with their newest value and hourly sums when accept resolves', async () => {
    const device = await addDevice(t, tenant);
    const hour = Math.floor(Date.now() / HOUR) * HOUR - HOUR;
    assert.deepEqual(
      await accept(
        device,
        reading(device, 'heartRate', 70, hour),
        reading(device, 'heartRate', 90, hour + MINUTE),
        reading(device, 'oxygen', 97, hour),
      ),
      { stored: 3 },
    );
    const stored = await rows<{ metric: number; value: number; person_id: number }>(device, 'readings');
    assert.equal(stored.length, 3);
    assert.ok(stored.every(({ person_id }) => person_id === device.personId));
    const latest = await rows<{ metric: number; value: number }>(device, 'latest_readings');
    assert.deepEqual(latest.map(({ metric, value }) => [metric, value]).sort(), [
      [1, 90],
      [4, 97],
    ]);
    const hours = await rows<{ metric: number; count: number; sum: number; lowest: number; highest: number }>(device, 'hourly_readings');
    assert.deepEqual(
      hours.filter(({ metric }) => metric === 1).map(({ count, sum, lowest, highest }) => [count, sum, lowest, highest]),
      [[2, 160, 70, 90]],
    );
  });

  it('that come late are of whoever wore the device then, and nobody else is warned by them', async () => {
    const [device, other] = [await addDevice(t, tenant), await addDevice(t, tenant)];
    const now = Date.now();
    await t.deps.inTenant(tenant, async (tx) => {
      const binding = sql`device_bindings where tenant_id = ${tenant} and device_id = ${device.deviceId}`;
      const hours = (count: number) => sql`now() - make_interval(hours => ${count})`;
      await tx.run(sql`delete from ${binding}`);
      await tx.run(sql`update devices set person_id = ${other.personId} where tenant_id = ${tenant} and id = ${device.deviceId}`);
      await tx.run(sql`delete from ${binding}`);
      for (const [personId, from, to] of [
        [device.personId, 9, 1],
        [other.personId, 1, null],
      ] as const)
        await tx.run(sql`insert into device_bindings (tenant_id, device_id, person_id, bound_at, released_at)
          values (${tenant}, ${device.deviceId}, ${personId}, ${hours(from)}, ${to === null ? null : hours(to)})`);
    });
    const then = now - 2 * HOUR;
    await accept(
      device,
      ...[then, now - 10 * HOUR, now].map((at) => reading(device, 'heartRate', at === then ? 180 : 70, at, now)),
      position(device, 120.1, 30.2, true, then, true),
      position(device, 120.2, 30.3, true, now),
    );
    const whose = async (table: string) =>
      (await rows<{ person_id: number; at: string }>(device, table))
        .toSorted((a, b) => a.at.localeCompare(b.at))
        .map((row) => row.person_id);
    assert.deepEqual(await whose('readings'), [other.personId, device.personId, other.personId]);
    assert.deepEqual(await whose('positions'), [device.personId, other.personId]);
    assert.deepEqual(await rows(device, 'warnings'), []);
  });

  it('that were sent before change nothing, also within one batch', async () => {
    const device = await addDevice(t, tenant);
    const at = Date.now() - MINUTE;
    const same = () => accept(device, reading(device, 'heartRate', 72, at));
    const answers = await Promise.all([same(), same(), same()]);
    assert.equal(
      answers.reduce((sum, { stored }) => sum + stored, 0),
      1,
    );
    assert.deepEqual(await same(), { stored: 0 });
    assert.deepEqual(await accept(device, reading(device, 'heartRate', 72, at), reading(device, 'heartRate', 80, at + 1000)), {
      stored: 1,
    });
    assert.equal((await rows(device, 'readings')).length, 2);
    assert.equal(
      (await rows<{ count: number }>(device, 'hourly_readings')).reduce((sum, { count }) => sum + count, 0),
      2,
    );
  });

  it('out of order never turn the newest value back', async () => {
    const device = await addDevice(t, tenant);
    const now = Date.now();
    await accept(device, reading(device, 'heartRate', 88, now));
    await accept(device, reading(device, 'heartRate', 61, now - 5 * MINUTE));
    assert.equal((await one<{ value: number }>(device, 'latest_readings')).value, 88);
  });

  it('that cannot be are dropped and counted, the rest of the frame stays', async () => {
    const device = await addDevice(t, tenant);
    const before = sink.pipeline.counts.discarded;
    const impossible = [0, 24, 251, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300];
    await accept(device, ...impossible.map((value) => reading(device, 'heartRate', value)), reading(device, 'temperature', 36.5));
    assert.equal(sink.pipeline.counts.discarded - before, impossible.length);
    assert.deepEqual(
      (await rows<{ metric: number }>(device, 'readings')).map(({ metric }) => metric),
      [5],
    );
  });

  it('of a clock that is ahead or far behind are stored when they were received', async () => {
    const device = await addDevice(t, tenant);
    const received = Date.now();
    const times = {
      ahead: received + 6 * MINUTE,
      ancient: received - 91 * 24 * HOUR,
      drift: received + 4 * MINUTE,
      outage: received - 3 * 24 * HOUR,
    };
    for (const [index, at] of Object.values(times).entries())
      await accept(device, reading(device, 'heartRate', 60 + index, at, received + index));
    const stored = await t.deps.inTenant(tenant, (tx) =>
      tx.rows<{ value: number; ms: number }>(sql`select value, round(extract(epoch from at) * 1000) as ms from readings
        where tenant_id = ${tenant} and device_id = ${device.deviceId} order by value`),
    );
    assert.deepEqual(
      stored.map(({ ms }) => ms),
      [received, received + 1, times.drift, times.outage],
    );
  });

  it('of many tenants go together, and each sees its own only', async () => {
    const other = await t.tenant();
    const mine = await addDevice(t, tenant);
    const theirs = await addDevice(t, other);
    await Promise.all([accept(mine, reading(mine, 'heartRate', 70)), accept(theirs, reading(theirs, 'heartRate', 75))]);
    for (const table of ['readings', 'latest_readings', 'hourly_readings', 'device_states']) {
      const seen = await t.deps.inTenant(other, (tx) => tx.rows<{ device_id: number }>(sql`select device_id from ${sql.table(table)}`));
      assert.deepEqual([...new Set(seen.map(({ device_id }) => device_id))], [theirs.deviceId], table);
    }
  });
});

describe('the state of a device', () => {
  type State = {
    battery: number;
    signal: number;
    steps: number;
    states: number;
    longitude: number;
    latitude: number;
    approximate: boolean;
    last_seen_at: string;
  };

  it('keeps what the last frames said', async () => {
    const device = await addDevice(t, tenant);
    await accept(
      device,
      reading(device, 'battery', 80),
      reading(device, 'signal', 60),
      reading(device, 'steps', 1200),
      position(device, 120.1, 30.2, true),
    );
    await accept(device, reading(device, 'battery', 79));
    const { battery, signal, steps, longitude, latitude, approximate } = await one<State>(device, 'device_states');
    assert.deepEqual([battery, signal, steps, longitude, latitude, approximate], [79, 60, 1200, 120.1, 30.2, false]);
  });

  it('is never moved by a report without a fix, which only makes it approximate', async () => {
    const device = await addDevice(t, tenant);
    const now = Date.now();
    await accept(device, position(device, 120.1, 30.2, true, now - 3 * MINUTE));
    await accept(device, position(device, 121.9, 31.9, false, now - 2 * MINUTE));
    const vague = await one<State>(device, 'device_states');
    assert.deepEqual([vague.longitude, vague.latitude, vague.approximate], [120.1, 30.2, true]);
    await accept(device, position(device, 120.105, 30.205, true, now - MINUTE));
    await accept(device, position(device, 120.2, 30.3, true, now - 10 * MINUTE, true));
    const found = await one<State>(device, 'device_states');
    assert.deepEqual(
      [found.longitude, found.latitude, found.approximate],
      [120.105, 30.205, false],
      'an old fix belongs to the track only',
    );
    const track = await rows<{ approximate: boolean }>(device, 'positions');
    assert.deepEqual([track.length, track.filter(({ approximate }) => approximate).length], [4, 1]);
  });

  it('is not moved by a fix that nobody can have reached; it is kept for the record, and so is one that is not exact enough', async () => {
    const device = await addDevice(t, tenant, { settings: { profile: { positions: { accuracyMetres: 100, minMetres: 30 } } } });
    const now = Date.now();
    const at = (minutes: number, lng: number, accuracy: number | null = null): DeviceEvent => {
      const event = position(device, lng, 30.2, true, now - minutes * MINUTE) as PositionEvent;
      return { ...event, place: { ...event.place, accuracy } };
    };
    await accept(device, at(9, 120.1));
    const wild = at(8, 125);
    await accept(device, wild);
    assert.deepEqual(await accept(device, wild), { stored: 0 }, 'sent again it is judged as before, and stored already');
    await accept(device, at(7, 120.1002));
    await accept(device, at(6, 120.11, 900));
    const { longitude, approximate } = await one<State>(device, 'device_states');
    assert.deepEqual([longitude, approximate], [120.1002, true]);
    const kept = await rows<{ longitude: number; approximate: boolean; at: string }>(device, 'positions');
    assert.deepEqual(
      kept.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map((row) => [row.longitude, row.approximate]),
      [
        [120.1, false],
        [125, true],
        [120.11, true],
      ],
      'twenty metres from the last one are not kept again',
    );
    const { coarse, doubted, still } = sink.pipeline.counts;
    assert.deepEqual([coarse, doubted, still], [1, 2, 1]);
  });

  it('takes a stale place only while nothing better is known', async () => {
    const device = await addDevice(t, tenant);
    await accept(device, position(device, 121.9, 31.9, false));
    const { longitude, approximate } = await one<State>(device, 'device_states');
    assert.deepEqual([longitude, approximate], [121.9, true]);
  });

  it('writes the last sight once a minute unless something changed', async () => {
    const device = await addDevice(t, tenant);
    const now = Date.now();
    const beat = (receivedAt: number, battery = 50) => accept(device, reading(device, 'battery', battery, receivedAt, receivedAt));
    const seen = async () => Date.parse(`${(await one<State>(device, 'device_states')).last_seen_at.replace(' ', 'T')}+08:00`) / 1000;
    const second = (ms: number) => Math.floor(ms / 1000);
    await beat(now);
    await beat(now + 30_000);
    assert.equal(await seen(), second(now));
    await beat(now + 40_000, 49);
    assert.equal(await seen(), second(now + 40_000));
    await beat(now + 100_000, 49);
    assert.equal(await seen(), second(now + 100_000));
  });
});
