import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { lastSeen } from '#contract/devices/last-seen.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { heard, report, roomPlace, teach } from '#test/indoor.ts';
import { addDevice, alarm, frame, ingest, noPlace, position, warningsOf, type TestDevice } from '#test/ingest.ts';
import { LocatorFailure, type NetworkLocator } from '../geo/network-locator.ts';
import { placeWork } from './place-work.ts';

let t: Harness;
let sink: ReturnType<typeof ingest>;
before(async () => {
  t = await harness();
  sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;
const R301 = { 1: -45, 2: -60, 3: -75 };
const R302 = { 1: -62, 2: -45, 3: -58 };
const OUT = { 60: -50, 61: -60 };

async function house(allowed = false): Promise<TestUser> {
  const nurse = await t.user(await t.tenant());
  if (allowed)
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`insert into parameters (tenant_id, name, key, value) values (${nurse.tenantId}, '联网定位', 'NETWORK_LOCATION', 'true')`),
    );
  return nurse;
}
/** A service that knows one place and counts what it is asked. */
function service(answer: () => Awaited<ReturnType<NetworkLocator['locate']>>) {
  const asked: string[][] = [];
  return {
    asked,
    locate: (_cells: unknown, points: readonly { mac: string }[]) => {
      asked.push(points.map(({ mac }) => mac));
      return Promise.resolve().then(answer);
    },
  };
}
const seenOf = async (nurse: TestUser, { deviceId }: TestDevice) => (await t.route(lastSeen.device, nurse, { id: deviceId })).data;

describe('the places somebody was near', () => {
  it('are one row for each change, go on while nothing changes, and are told to their own tenant only', async () => {
    const nurse = await house();
    const hand = await addDevice(t, nurse.tenantId);
    await teach(t, nurse, sink, hand, await roomPlace(t, nurse, '301'), R301);
    await teach(t, nurse, sink, hand, await roomPlace(t, nurse, '302'), R302);
    const watch = await addDevice(t, nurse.tenantId);
    const work = placeWork(t.deps, null);
    for (const [strengths, minutes] of [
      [R301, 20],
      [R301, 15],
      [R302, 10],
      [R302, 5],
      [R301, 1],
    ] as const) {
      await report(sink, watch, strengths, minutesAgo(minutes));
      await work.round();
      await work.round();
    }
    const staysOf = async (input: Record<string, unknown>) =>
      (await t.route(lastSeen.stays, nurse, input)).data as { records: any[]; total: number; pages: number };
    const { records } = await staysOf({ deviceId: watch.deviceId });
    assert.deepEqual(
      records.map(({ text, startTime, endTime }) => [text, startTime === endTime]),
      [
        ['1号楼 3层 301附近', true],
        ['1号楼 3层 302附近', false],
        ['1号楼 3层 301附近', false],
      ],
    );
    assert.equal(new Set(records.map(({ id }) => id)).size, 3);

    // Who had it then is said of each, in pages, and what was asked for only.
    const second = await staysOf({ deviceId: watch.deviceId, size: 2, current: 2 });
    assert.deepEqual([second.total, second.pages, second.records.map(({ id }) => id)], [3, 2, [records[2].id]]);
    assert.deepEqual([records[0].oldmanId, records[0].imei, records[0].source], [watch.personId, watch.imei, 'wifi']);
    assert.deepEqual((await staysOf({ oldmanId: watch.personId })).records, records);
    assert.deepEqual((await staysOf({ deviceId: watch.deviceId, oldmanId: hand.personId })).records, [], 'only while this person had it');
    assert.equal((await staysOf({ deviceId: watch.deviceId, text: '302' })).total, 1);
    assert.equal((await staysOf({ deviceId: watch.deviceId, text: '%' })).total, 0);
    const [newest, , oldest] = records;
    assert.equal((await staysOf({ deviceId: watch.deviceId, startTime: newest.startTime })).total, 1);
    assert.equal((await staysOf({ deviceId: watch.deviceId, endTime: oldest.endTime })).total, 1, 'it had begun by then');
    assert.equal((await staysOf({ deviceId: watch.deviceId, startTime: oldest.endTime, endTime: oldest.endTime })).total, 1);
  });

  it('are told to who may see the device or the person, and names one of them', async () => {
    const nurse = await house();
    const watch = await addDevice(t, nurse.tenantId);
    const nobody = await t.user(nurse.tenantId, { permissions: ['members_oldman_view'] });
    const narrow = await t.user(nurse.tenantId, { dataScope: 3 });
    const stranger = await house();
    for (const input of [{ deviceId: watch.deviceId }, { oldmanId: watch.personId }]) {
      const call = (as: TestUser | null) => t.route(lastSeen.stays, as, input as never);
      assert.deepEqual(
        [(await call(null)).status, (await call(nobody)).status, (await call(stranger)).status, (await call(nurse)).status],
        [401, 403, 404, 200],
      );
      assert.equal((await call(narrow)).status, 404, 'whom the session does not see has no history for it');
    }
    const none = await t.route(lastSeen.stays, nurse, {});
    assert.deepEqual([none.status, none.msg], [400, '请选择设备或服务对象']);
    assert.equal((await t.route(lastSeen.stays, nurse, { deviceId: watch.deviceId, startTime: 'x' } as never)).status, 400);
  });
});

describe('a location service', () => {
  it('is asked once for what the house does not know, and never without the tenant’s consent', async () => {
    const [nurse, other] = [await house(true), await house()];
    const [watch, foreign] = [await addDevice(t, nurse.tenantId), await addDevice(t, other.tenantId)];
    const known = service(() => ({ lng: 120.15, lat: 30.25, metres: 42 }));
    const { round } = placeWork(t.deps, known);
    await report(sink, watch, OUT);
    await report(sink, foreign, { 70: -50, 71: -60 });
    await round();
    assert.equal(known.asked.length, 1);
    const seen = await seenOf(nurse, watch);
    assert.deepEqual([seen.source, seen.accuracy, seen.level], ['network', '约40米', null]);
    assert.ok(Math.abs(seen.lng - 120.15) > 0.003, 'degrees of the map');
    assert.equal(await seenOf(other, foreign), null);
    await report(sink, watch, { 60: -52, 61: -63 });
    await round();
    assert.equal(known.asked.length, 1, 'the same access points are known');
  });

  it('is asked for an alarm first, of which the pages then hear', async () => {
    const nurse = await house(true);
    const known = service(() => ({ lng: 120.15, lat: 30.25, metres: 500 }));
    const watch = await addDevice(t, nurse.tenantId);
    await sink.pipeline.accept(frame(watch, alarm(watch, 'sos', { place: { ...noPlace, accessPoints: heard({ 80: -50, 81: -55 }) } })));
    await placeWork(t.deps, known).round();
    const [warning] = await warningsOf(t, watch);
    const { atAlarm } = (await t.route(lastSeen.warning, nurse, { id: warning!.id })).data;
    assert.deepEqual([atAlarm.source, atAlarm.accuracy, known.asked.length], ['network', '约500米', 1]);
  });

  it('is not asked where satellites or the survey say more, nor for addresses that telephones make up', async () => {
    const nurse = await house(true);
    const known = service(() => null);
    const { round } = placeWork(t.deps, known);
    const [inside, outside, lonely] = [
      await addDevice(t, nurse.tenantId),
      await addDevice(t, nurse.tenantId),
      await addDevice(t, nurse.tenantId),
    ];
    await teach(t, nurse, sink, inside, await roomPlace(t, nurse, '301'), R301);
    await sink.pipeline.accept(
      frame(outside, {
        ...(position(outside, 120.1, 30.2, true) as any),
        place: { ...noPlace, fix: true, lng: 120.1, lat: 30.2, accessPoints: heard(OUT) },
      }),
    );
    const made = ['26:00:00:00:00:01', '26:00:00:00:00:02'].map((mac) => ({ mac, rssi: -50 }));
    await sink.pipeline.accept(frame(lonely, { ...(position(lonely, 0, 0, false) as any), place: { ...noPlace, accessPoints: made } }));
    await round();
    assert.deepEqual(known.asked, []);
  });

  it('that knows nothing is not asked again the same day; one that fails is, and everything else goes on', async () => {
    const nurse = await house(true);
    const watch = await addDevice(t, nurse.tenantId);
    await report(sink, watch, OUT);
    const broken = service(() => {
      throw new LocatorFailure('timeout');
    });
    const counts = await placeWork(t.deps, broken).round();
    assert.deepEqual([counts.unanswered, counts.failed], [1, 0]);
    const silent = service(() => null);
    await placeWork(t.deps, silent).round();
    await placeWork(t.deps, silent).round();
    assert.equal(silent.asked.length, 1);
    assert.equal(await seenOf(nurse, watch), null);
  });
});
