import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { indoorPlaces } from '#contract/devices/indoor-places.ts';
import { lastSeen as routes } from '#contract/devices/last-seen.ts';
import { tracks } from '#contract/devices/tracks.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { heard, report, roomPlace, teach } from '#test/indoor.ts';
import { addDevice, alarm, frame, ingest, noPlace, position, warningsOf, type TestDevice } from '#test/ingest.ts';

let t: Harness;
let nurse: TestUser;
let stranger: TestUser;
let sink: ReturnType<typeof ingest>;
const R301 = { 1: -45, 2: -60, 3: -75 };
const R302 = { 1: -62, 2: -45, 3: -58 };
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
  sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
  const hand = await addDevice(t, nurse.tenantId);
  for (const [name, strengths] of [
    ['301', R301],
    ['302', R302],
  ] as const)
    assert.equal(await teach(t, nurse, sink, hand, await roomPlace(t, nurse, name), strengths), 200);
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const ofDevice = async ({ deviceId }: TestDevice, as = nurse) => (await t.route(routes.device, as, { id: deviceId })).data;
const ofPerson = async ({ personId }: TestDevice) => (await t.route(routes.person, nurse, { id: personId })).data;
const minutesAgo = (minutes: number) => Date.now() - minutes * 60_000;
const place = { ...noPlace, lng: 120.15, lat: 30.25, fix: true };

describe('where somebody was last seen', () => {
  it('is told to who may see the device, the person or the warning, in their own tenant', async () => {
    const device = await addDevice(t, nurse.tenantId);
    await sink.pipeline.accept(frame(device, alarm(device, 'sos', { place: { ...noPlace, accessPoints: heard(R301) } })));
    const [warning] = await warningsOf(t, device);
    const nobody = await t.user(nurse.tenantId, { permissions: ['nothing'] });
    for (const [route, id] of [
      [routes.device, device.deviceId],
      [routes.person, device.personId],
      [routes.warning, warning!.id],
    ] as const) {
      assert.equal((await t.route(route, null, { id })).status, 401, route.path);
      assert.equal((await t.route(route, nobody, { id })).status, 403, route.path);
      assert.equal((await t.route(route, stranger, { id })).status, 404, route.path);
      assert.equal((await t.route(route, nurse, { id })).status, 200, route.path);
    }
  });

  it('is the room that what the device hears is like, with accuracy, source and time', async () => {
    const device = await addDevice(t, nurse.tenantId);
    assert.equal(await ofDevice(device), null, 'unknown is unknown');
    await report(sink, device, R302);
    const seen = await ofDevice(device);
    assert.deepEqual([seen.text, seen.source, seen.level, seen.accuracy, seen.lng], ['1号楼 3层 302附近', 'wifi', 'room', '约10米', null]);
    assert.match(seen.time, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.deepEqual(await ofPerson(device), seen);
  });

  it('is a newer satellite fix outdoors, and the room again afterwards', async () => {
    const device = await addDevice(t, nurse.tenantId);
    await report(sink, device, R301, minutesAgo(3));
    await sink.pipeline.accept(frame(device, position(device, 120.15, 30.25, true, minutesAgo(2))));
    const outside = await ofDevice(device);
    assert.deepEqual([outside.source, outside.level], ['satellite', null]);
    assert.match(outside.text, /杭州市.*附近$/);
    assert.ok(Math.abs(outside.lng - 120.15) > 0.003, 'degrees of the map');
    await report(sink, device, R301, minutesAgo(1));
    assert.equal((await ofDevice(device)).text, '1号楼 3层 301附近');
  });

  it('is not of who wore the device before', async () => {
    const device = await addDevice(t, nurse.tenantId);
    const other = await addDevice(t, nurse.tenantId);
    await sink.pipeline.accept(frame(device, position(device, 120.15, 30.25, true, minutesAgo(2))));
    await report(sink, device, R301);
    await t.deps.inTenant(nurse.tenantId, async (tx) => {
      await tx.run(sql`update devices set person_id = null where tenant_id = ${nurse.tenantId} and id = ${other.deviceId}`);
      await tx.run(sql`update devices set person_id = ${other.personId} where tenant_id = ${nurse.tenantId} and id = ${device.deviceId}`);
    });
    assert.equal(await ofPerson(other), null);
    assert.equal((await ofDevice(device)).text, '1号楼 3层 301附近');
  });

  it('is said of an alarm as it was then, and as it is now, also of rooms that are taught only afterwards', async () => {
    const device = await addDevice(t, nurse.tenantId);
    await sink.pipeline.accept(
      frame(device, alarm(device, 'sos', { at: minutesAgo(2), place: { ...noPlace, accessPoints: heard(R301) } })),
    );
    await report(sink, device, R302, minutesAgo(1));
    const [warning] = await warningsOf(t, device);
    const { atAlarm, now } = (await t.route(routes.warning, nurse, { id: warning!.id })).data;
    assert.deepEqual([atAlarm.text, now.text], ['1号楼 3层 301附近', '1号楼 3层 302附近']);
    const late = await addDevice(t, nurse.tenantId);
    await sink.pipeline.accept(frame(late, alarm(late, 'fall', { place: { ...noPlace, accessPoints: heard({ 40: -50, 41: -55 }) } })));
    const [fall] = await warningsOf(t, late);
    assert.deepEqual((await t.route(routes.warning, nurse, { id: fall!.id })).data, { atAlarm: null, now: null });
    const hand = await addDevice(t, nurse.tenantId);
    const { data: hall } = await t.route(indoorPlaces.create, nurse, { building: '1号楼', floor: '1层', name: '餐厅' });
    await teach(t, nurse, sink, hand, hall as number, { 40: -50, 41: -55 });
    assert.equal((await t.route(routes.warning, nurse, { id: fall!.id })).data.atAlarm.text, '1号楼 1层 餐厅附近');
  });

  it('is an alarm’s own fix, and nothing where it had neither', async () => {
    const device = await addDevice(t, nurse.tenantId);
    await sink.pipeline.accept(frame(device, alarm(device, 'sos', { place })));
    const [warning] = await warningsOf(t, device);
    assert.equal((await t.route(routes.warning, nurse, { id: warning!.id })).data.atAlarm.source, 'satellite');
    const mute = await addDevice(t, nurse.tenantId);
    await sink.pipeline.accept(frame(mute, alarm(mute, 'sos')));
    const [silent] = await warningsOf(t, mute);
    assert.equal((await t.route(routes.warning, nurse, { id: silent!.id })).data.atAlarm, null);
  });

  it('is in the list of the map, with coordinates and without', async () => {
    const own = await t.user(await t.tenant());
    const hand = await addDevice(t, own.tenantId);
    assert.equal(await teach(t, own, sink, hand, await roomPlace(t, own, '101'), R301), 200);
    const outside = await addDevice(t, own.tenantId);
    await sink.pipeline.accept(frame(outside, position(outside, 120.15, 30.25, true)));
    const { data } = await t.route(tracks.map, own, {});
    assert.deepEqual(
      data.devices.map(({ id, near }: any) => [id, near]),
      [[outside.deviceId, null]],
    );
    assert.deepEqual(
      data.indoors.map(({ id, near }: any) => [id, near]),
      [[hand.deviceId, '1号楼 3层 101附近']],
    );
    assert.equal(data.without, 0);
  });
});
