/** MQTT messages to committed rows and the acknowledgement, on a real database. */
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { deviceIntegrations } from '#contract/devices/device-integrations.ts';
import { indoorPlaces } from '#contract/devices/indoor-places.ts';
import { lastSeen } from '#contract/devices/last-seen.ts';
import { downTopic, upTopic } from '#contract/devices/mqtt-topics.rules.ts';
import { roomPlace } from '#test/indoor.ts';
import { belt, gatewayOf } from '#test/mqtt-gateway.ts';
import { addOfType, addType, ended, signIn } from '#test/mqtt.ts';
import { eventually } from '#test/watch-gateway.ts';

const timeout = 60_000;
const { t, nurse, tenant, gates, gateway, journal, rows, latest, close } = await gatewayOf();
after(close);
const type = await addType(t, tenant, 'mqtt');
const plainType = await addType(t, tenant, 'mqtt', { kind: 'other' });

describe('messages', { timeout }, () => {
  it('are acknowledged after their rows are committed; sent again they change nothing', async () => {
    const device = await addOfType(t, tenant, type);
    const client = await signIn(gateway.port, device.imei);
    const message = belt();
    await client.publishAsync(upTopic(device.imei), message, { qos: 1 });
    assert.deepEqual(await latest(device), [
      [1, 64],
      [9, 15],
    ]);
    await client.publishAsync(`${upTopic(device.imei)}/realtime`, message, { qos: 2 });
    assert.equal((await rows(device, 'readings')).length, 2);
    await client.publishAsync(upTopic(device.imei), belt({ inbed: 0, heart_rate: 0, respiration_rate: 0 }), { qos: 1 });
    assert.equal((await rows(device, 'readings')).length, 2, 'an empty bed measures nobody');
    await client.endAsync();
  });

  it('what is not committed is not acknowledged; acknowledgements keep their order', async () => {
    const device = await addOfType(t, tenant, type);
    const client = await signIn(gateway.port, device.imei);
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    let waiting = 0;
    gates.before = () => {
      waiting++;
      // The second is ready before the first.
      return waiting === 1 ? gate : Promise.resolve();
    };
    const done: number[] = [];
    const both = [1, 2].map((n) =>
      client.publishAsync(upTopic(device.imei), belt({ id: Date.now() - n * 1000 }), { qos: 1 }).then(() => done.push(n)),
    );
    await eventually(() => waiting === 2);
    await wait(50);
    assert.deepEqual(done, []);
    open();
    await Promise.all(both);
    assert.deepEqual(done, [1, 2]);
    delete gates.before;
    await client.endAsync();
  });

  it('a message that could not be stored ends the connection; sent again it is stored', async () => {
    const device = await addOfType(t, tenant, type);
    const client = await signIn(gateway.port, device.imei);
    gates.before = () => Promise.reject(new Error('no database'));
    const closed = ended(client);
    const message = belt();
    let acknowledged = false;
    client.publishAsync(upTopic(device.imei), message, { qos: 1 }).then(
      () => (acknowledged = true),
      () => {},
    );
    await closed;
    delete gates.before;
    assert.equal(acknowledged, false);
    assert.equal((await rows(device, 'readings')).length, 0);
    const again = await signIn(gateway.port, device.imei);
    await again.publishAsync(upTopic(device.imei), message, { qos: 1, dup: true });
    assert.equal((await rows(device, 'readings')).length, 2);
    await again.endAsync();
  });

  it('raise alarms, with the place they carry', async () => {
    const device = await addOfType(t, tenant, plainType, { kind: 'other' });
    const client = await signIn(gateway.port, device.imei);
    const time = Date.now() - 1000;
    const message = JSON.stringify({ time, alarm: 'sos', lng: 120.1303, lat: 30.2592, battery: 55 });
    for (let n = 0; n < 2; n++) await client.publishAsync(upTopic(device.imei), message, { qos: 1 });
    const warnings = await rows<{ rule: string; count: number; longitude: number }>(device, 'warnings');
    assert.deepEqual(
      warnings.map(({ rule, count, longitude }) => [rule, count, longitude]),
      [['sos', 1, 120.1303]],
    );
    assert.equal((await rows(device, 'positions')).length, 1);
    await client.endAsync();
  });

  it('say what is heard around, with an alarm and alone: the wearer has a place indoors', async () => {
    const device = await addOfType(t, tenant, plainType, { kind: 'other' });
    const room = await roomPlace(t, nurse, '305');
    assert.equal((await t.route(indoorPlaces.addBeacon, nurse, { id: room, mac: 'C13F0A1B2C3D' })).status, 200);
    const client = await signIn(gateway.port, device.imei);
    const say = (more: object) =>
      client.publishAsync(upTopic(device.imei), JSON.stringify({ time: Date.now() - 1000, ...more }), { qos: 1 });
    const heard = {
      wifi: [{ mac: '24:69:68:00:00:01', rssi: -50 }],
      beacons: [{ mac: 'C1-3F-0A-1B-2C-3D', rssi: -60 }],
      cells: [{ mcc: 460, mnc: 0, lac: 9525, cid: 4134, rssi: -71 }],
    };
    await say({ ...heard, alarm: 'sos', battery: 60 });
    const [alarm] = await rows<{ id: number }>(device, 'warnings');
    assert.equal((await t.route(lastSeen.warning, nurse, { id: alarm!.id })).data.atAlarm?.text, '1号楼 3层 305附近');
    assert.deepEqual(
      [(await rows(device, 'positions')).length, (await t.route(lastSeen.device, nurse, { id: device.deviceId })).data?.source],
      [0, 'beacon'],
    );
    const kept = async () => (await rows<{ fix: boolean; cells: unknown[]; access_points: unknown[] }>(device, 'device_surroundings'))[0];
    assert.deepEqual([(await kept())?.fix, (await kept())?.cells, (await kept())?.access_points.length], [false, heard.cells, 2]);
    for (const nonsense of [{ wifi: 'x' }, { beacons: [{ mac: 'x', rssi: 'y' }] }, { cells: [null] }, { wifi: [] }]) await say(nonsense);
    assert.equal((await kept())?.access_points.length, 2, 'what is none changes nothing');
    await say({ wifi: heard.wifi, cells: heard.cells, lng: 120.13, lat: 30.25 });
    const { fix, cells, access_points: points } = (await kept())!;
    assert.deepEqual([fix, cells, points], [true, heard.cells, heard.wifi], 'with a fix it is of the fix');
    await client.endAsync();
  });

  it('are read by the integration of the device’s type', async () => {
    const made = await t.route(deviceIntegrations.create, nurse, {
      name: '自有格式',
      kind: 'mqtt',
      mapping: { time: { path: 't', kind: 's' }, fields: [{ target: 'reading', metric: 'temperature', path: 'v[0]', unit: '℉' }] },
    });
    assert.equal(made.status, 200);
    const device = await addOfType(t, tenant, await addType(t, tenant, 'mqtt', { integrationId: made.data }));
    const client = await signIn(gateway.port, device.imei);
    await client.publishAsync(upTopic(device.imei), JSON.stringify({ t: Math.floor(Date.now() / 1000), v: [99.5] }), { qos: 1 });
    assert.deepEqual(await latest(device), [[5, 37.5]]);
    for (const body of ['{"v":[500]}', 'hello']) await client.publishAsync(upTopic(device.imei), body, { qos: 1 });
    await client.endAsync();
    await journal.flush();
    const told = (await t.route(deviceIntegrations.deliveries, nurse, { id: made.data })).data.records as {
      result: number;
      stored: number;
      problem: string | null;
    }[];
    assert.deepEqual(told.map(({ result, stored }) => [result, stored]).sort(), [
      [1, 1],
      [2, 0],
      [4, 0],
    ]);
    assert.equal((await t.route(deviceIntegrations.state, nurse, { id: made.data })).data.sample, 'hello');
  });

  it('on another’s topic end the connection; what is no JSON is acknowledged and forgotten', async () => {
    const [one, two] = [await addOfType(t, tenant, type), await addOfType(t, tenant, type)];
    const { foreignTopics, unreadable } = gateway.counts;
    for (const topic of [upTopic(two.imei), downTopic(one.imei), downTopic(two.imei), '$SYS/broker', `${upTopic(one.imei)}x`, 'anything']) {
      const client = await signIn(gateway.port, one.imei);
      const closed = ended(client);
      client.publish(topic, belt(), { qos: 1 });
      await closed;
    }
    assert.equal(gateway.counts.foreignTopics, foreignTopics + 6);
    assert.equal((await rows(two, 'readings')).length, 0);
    const client = await signIn(gateway.port, one.imei);
    for (const body of ['', 'hello', '{"a":', '\xff\xfe']) await client.publishAsync(upTopic(one.imei), body, { qos: 1 });
    assert.equal(gateway.counts.unreadable, unreadable + 4);
    await client.publishAsync(upTopic(one.imei), belt(), { qos: 1 });
    assert.equal((await rows(one, 'readings')).length, 2);
    await client.endAsync();
  });

  it('are retained for nobody, and heard by nobody', async () => {
    const [one, two] = [await addOfType(t, tenant, type), await addOfType(t, tenant, type)];
    const listener = await signIn(gateway.port, two.imei);
    const heard: string[] = [];
    listener.on('message', (topic) => heard.push(topic));
    for (const topic of ['#', '+/+/up', upTopic(one.imei), downTopic(one.imei), upTopic(two.imei), '$SYS/#', 'devices/#']) {
      const granted = await listener.subscribeAsync(topic, { qos: 1 }).catch((error: { packet?: { granted: number[] } }) => error);
      const qos = Array.isArray(granted) ? granted[0]?.qos : 128;
      assert.equal(qos, 128, topic);
    }
    const speaker = await signIn(gateway.port, one.imei);
    await speaker.publishAsync(upTopic(one.imei), belt(), { qos: 1, retain: true });
    const own = await listener.subscribeAsync(downTopic(two.imei), { qos: 1 });
    assert.equal(own[0]?.qos, 1);
    await wait(50);
    assert.deepEqual(heard, []);
    for (const client of [listener, speaker]) await client.endAsync();
  });
});
