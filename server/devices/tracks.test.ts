import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { devices } from '#contract/devices/devices.ts';
import { tracks as routes } from '#contract/devices/tracks.ts';
import { person } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let nurse: TestUser;
let stranger: TestUser;
let oldmanId: number;
let deviceId: number;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
  oldmanId = await person(t, nurse.tenantId, '王秀英');
  deviceId = (await t.route(devices.create, nurse, { imei: '866299000000015', type: 'watch', oldmanId })).data as number;
  await t.deps.inTenant(nurse.tenantId, async (tx) => {
    // Half an hour at the lake, then a kilometre north in ten minutes.
    await tx.run(sql`insert into positions (tenant_id, device_id, at, longitude, latitude)
      select ${nurse.tenantId}, ${deviceId}, timestamptz '2026-06-15 09:00+08' + n * interval '1 minute', 120.15,
        30.25 + greatest(n - 30, 0) * 0.0009
      from generate_series(0, 40) as n`);
    await tx.run(sql`insert into device_states (tenant_id, device_id, last_seen_at, longitude, latitude, approximate, located_at, battery)
      values (${nurse.tenantId}, ${deviceId}, now(), 120.15, 30.259, false, now(), 66)`);
  });
});
after(() => t?.close());

const span = { startTime: '2026-06-15 00:00:00', endTime: '2026-06-15 23:59:59' };
const answer = ({ status, msg }: { status: number; msg: string | null }) => [status, msg];

describe('a device’s track', () => {
  it('asks for a session, the permission, a sensible span and a device of one’s own', async () => {
    const nobody = await t.user(nurse.tenantId, { permissions: [] });
    assert.equal((await t.route(routes.read, null, { id: deviceId, ...span })).status, 401);
    assert.equal((await t.route(routes.read, nobody, { id: deviceId, ...span })).status, 403);
    assert.equal((await t.route(routes.read, stranger, { id: deviceId, ...span })).status, 404);
    const back = { startTime: span.endTime, endTime: span.startTime };
    assert.deepEqual(answer(await t.route(routes.read, nurse, { id: deviceId, ...back })), [400, '结束时间应晚于开始时间']);
    const long = { ...span, startTime: '2026-06-01 00:00:00' };
    assert.deepEqual(answer(await t.route(routes.read, nurse, { id: deviceId, ...long })), [400, '一次最多查看7天的轨迹']);
  });

  it('has fixes, stops and a length, in the map’s coordinates', async () => {
    const { data } = await t.route(routes.read, nurse, { id: deviceId, ...span });
    assert.deepEqual([data.fixes.length, data.stops.length, data.discarded, data.thinned], [41, 1, 0, false]);
    assert.deepEqual([data.stops[0].startTime, data.stops[0].minutes], ['2026-06-15 09:00:00', 30]);
    assert.match(data.stops[0].address, /杭州/);
    const [trip, ...more] = data.trips;
    assert.deepEqual([more, trip.startTime, trip.endTime, trip.minutes], [[], '2026-06-15 09:30:00', '2026-06-15 09:40:00', 10]);
    assert.ok(Math.abs(trip.fastest - 6) < 0.2, String(trip.fastest));
    assert.deepEqual([trip.from, trip.to, data.moving, data.staying], [data.stops[0].address, null, 10, 30]);
    assert.ok(Math.abs(data.metres - 1000) < 15, String(data.metres));
    // GCJ-02 lies some 400 to 600 m from WGS-84 here.
    assert.ok(Math.abs(data.fixes[0].lng - 120.15) > 0.003 && Math.abs(data.fixes[0].lng - 120.15) < 0.007);
  });
});

describe('the map', () => {
  it('shows the devices with a place, and how many have none', async () => {
    await t.route(devices.create, nurse, { imei: '866299000000023', type: 'watch' });
    const { data } = await t.route(routes.map, nurse, {});
    assert.deepEqual([data.devices.length, data.without, data.more], [1, 1, false]);
    const [device] = data.devices;
    assert.deepEqual([device.oldmanName, device.online, device.battery, device.severity], ['王秀英', true, 66, null]);
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`insert into warnings (tenant_id, rule, subject, severity, person_id, source_type, content, happened_at, last_at)
        values (${nurse.tenantId}, 'sos', ${`p${oldmanId}`}, 1, ${oldmanId}, 1, '按下SOS求助按钮', now(), now())`),
    );
    assert.equal((await t.route(routes.map, nurse, {})).data.devices[0].severity, 1);
    assert.deepEqual((await t.route(routes.map, nurse, { type: 'bed' })).data, { devices: [], indoors: [], without: 0, more: false });
    assert.deepEqual((await t.route(routes.map, stranger, {})).data, { devices: [], indoors: [], without: 0, more: false });
    const nobody = await t.user(nurse.tenantId, { permissions: ['tenant_device_view'] });
    assert.equal((await t.route(routes.map, nobody, {})).status, 403);
  });
});
