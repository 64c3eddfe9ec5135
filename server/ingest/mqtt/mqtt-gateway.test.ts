/** MQTT from the connection to committed rows and the acknowledgement, on a real database. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { deviceCommands } from '#contract/devices/device-commands.ts';
import { deviceCredentials } from '#contract/devices/device-credentials.ts';
import { deviceIntegrations } from '#contract/devices/device-integrations.ts';
import { downTopic, upTopic } from '#contract/devices/mqtt-topics.rules.ts';
import { commandDesk } from '#server/ingest/commands.ts';
import { createJournal } from '#server/ingest/delivery-journal.ts';
import { createIntegrations } from '#server/ingest/integrations.ts';
import type { EventSink } from '#server/ingest/events.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { ingest, type TestDevice } from '#test/ingest.ts';
import { addOfType, addType, ended, PASSWORD, raw, signIn } from '#test/mqtt.ts';
import { eventually } from '#test/watch-gateway.ts';
import { startTerminals } from '../../../scripts/simulator/terminals.ts';
import { startMqttGateway, type MqttGateway } from './mqtt-gateway.ts';

const timeout = 60_000;
let t: Harness;
let nurse: TestUser;
let tenant: number;
let type: number;
let plainType: number;
let sink: ReturnType<typeof ingest>;
let desk: ReturnType<typeof commandDesk>;
let gateway: MqttGateway;
let journal: ReturnType<typeof createJournal>;
const gates: { before?: () => Promise<void> } = {};
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  nurse = await t.user(tenant);
  type = await addType(t, tenant, 'mqtt');
  plainType = await addType(t, tenant, 'mqtt', { kind: 'other' });
  sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
  journal = createJournal(t.deps, 3_600_000);
  const integrations = createIntegrations({ deps: t.deps, ttlMs: 0 });
  desk = commandDesk({ deps: t.deps, send: (key, content) => gateway.send(key, content), protocolOf: (key) => (gateway.online(key) ? 'mqtt' : null) });
  const within = desk.around(sink.pipeline);
  const gated: EventSink = {
    async accept(frame) {
      await gates.before?.();
      return within.accept(frame);
    },
  };
  gateway = await startMqttGateway({
    port: 0,
    host: '127.0.0.1',
    directory: sink.directory,
    sink: gated,
    clock: Date.now,
    log: t.deps.log,
    mappingFor: (device) => integrations.mappingFor(device),
    note: ({ tenantId, profile }, outcome, body) => profile.integrationId && journal.note({ tenantId, id: profile.integrationId }, outcome, body),
    limits: { firstFrameMs: 2000, unknownPerAddress: 1000 },
  });
});
after(async () => {
  await gateway?.stop();
  await journal?.stop();
  await sink?.close();
  await t?.close();
});

const rows = <T>(device: TestDevice, table: string) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.rows<T>(sql`select * from ${sql.table(table)} where tenant_id = ${device.tenantId} and device_id = ${device.deviceId}`),
  );
const belt = (more: object = {}) => JSON.stringify({ id: Date.now(), inbed: 1, respiration_rate: 15, heart_rate: 64, ...more });
const latest = async (device: TestDevice) =>
  (await rows<{ metric: number; value: number }>(device, 'latest_readings')).map(({ metric, value }) => [metric, value]).sort((a, b) => a[0]! - b[0]!);
const refusedWith = async (work: Promise<unknown>, code: number) => assert.rejects(work, (error: { code?: number }) => error.code === code);

describe('signing in', { timeout }, () => {
  it('takes the number and its own password, nothing else', async () => {
    const device = await addOfType(t, tenant, type);
    const bare = await addOfType(t, tenant, type, { password: false });
    const other = await addOfType(t, tenant, type);
    const elsewhere = await addOfType(t, tenant, await addType(t, tenant, 'http'));
    const client = await signIn(gateway.port, device.imei);
    assert.ok(gateway.online(device.known.key));
    await client.endAsync();
    await refusedWith(signIn(gateway.port, device.imei, { password: 'wrong' }), 4);
    await refusedWith(signIn(gateway.port, device.imei, { password: '' }), 4);
    await refusedWith(signIn(gateway.port, 'NOBODY-1'), 4);
    await refusedWith(signIn(gateway.port, "x' or '1"), 4);
    await refusedWith(signIn(gateway.port, bare.imei), 4);
    await refusedWith(signIn(gateway.port, elsewhere.imei), 5);
    await refusedWith(signIn(gateway.port, device.imei.toLowerCase()), 4);
    assert.ok((await signIn(gateway.port, other.imei)).connected, 'the wrong ones hinder nobody');
  });

  it('one session for a device: whoever comes replaces it, and nobody else by taking its client id', async () => {
    const [one, two] = [await addOfType(t, tenant, type), await addOfType(t, tenant, type)];
    const first = await signIn(gateway.port, one.imei, { clientId: 'belt' });
    const foreign = await signIn(gateway.port, two.imei, { clientId: one.imei });
    const same = await signIn(gateway.port, two.imei, { clientId: 'belt' });
    assert.ok(first.connected, 'another device with the same client id changes nothing');
    await ended(foreign);
    const gone = ended(first);
    const again = await signIn(gateway.port, one.imei, { clientId: 'another name' });
    await gone;
    assert.ok(again.connected && same.connected && gateway.online(one.known.key));
    for (const client of [again, same]) await client.endAsync();
    await eventually(() => !gateway.online(one.known.key) && !gateway.online(two.known.key));
  });

  it('a password that was replaced or taken back no longer opens', async () => {
    const device = await addOfType(t, tenant, type, { password: false });
    const { deviceId: id, imei } = device;
    assert.equal((await t.route(deviceCredentials.issue, null, { id })).status, 401);
    assert.equal((await t.route(deviceCredentials.issue, await t.user(tenant, { permissions: ['tenant_device_view'] }), { id })).status, 403);
    assert.equal((await t.route(deviceCredentials.issue, await t.user(await t.tenant()), { id })).status, 404);
    assert.equal((await t.route(deviceCredentials.issue, nurse, { id: 'x' })).status, 400);
    const { data } = await t.route(deviceCredentials.issue, nurse, { id });
    assert.equal(data.username, imei);
    assert.match(data.password, /^\w{24}$/);
    sink.directory.clear();
    await (await signIn(gateway.port, imei, { password: data.password })).endAsync();
    const kept = await rows<{ password_hash: Buffer }>(device, 'device_credentials');
    assert.equal(kept[0]!.password_hash.toString('utf8').includes(data.password), false);
    const { data: fresh } = await t.route(deviceCredentials.issue, nurse, { id });
    sink.directory.clear();
    await refusedWith(signIn(gateway.port, imei, { password: data.password }), 4);
    const client = await signIn(gateway.port, imei, { password: fresh.password });
    // As the ingest process does when it hears of the change.
    gateway.disconnect(device.known.key);
    await ended(client);
    assert.equal((await t.route(deviceCredentials.revoke, nurse, { id })).status, 200);
    assert.equal((await t.route(deviceCredentials.revoke, nurse, { id })).status, 409);
    sink.directory.clear();
    await refusedWith(signIn(gateway.port, imei, { password: fresh.password }), 4);
    const told = (await t.route(deviceCredentials.get, nurse, { id })).data;
    assert.deepEqual([told.issueTime, told.up, told.down], [null, upTopic(imei), downTopic(imei)]);
  });

  it('is expected soon, and a will is not kept', async () => {
    const { closed } = await raw(gateway.port);
    await closed;
    const device = await addOfType(t, tenant, type);
    const before = gateway.counts.wills;
    const client = await signIn(gateway.port, device.imei, {
      will: { topic: upTopic('SOMEBODY'), payload: Buffer.from('{"alarm":"sos"}'), qos: 1, retain: true },
    });
    assert.equal(gateway.counts.wills, before + 1);
    client.stream.destroy();
    await eventually(() => !gateway.online(device.known.key));
    assert.equal((await rows(device, 'device_events')).length, 0);
  });
});

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
    const both = [1, 2].map((n) => client.publishAsync(upTopic(device.imei), belt({ id: Date.now() - n * 1000 }), { qos: 1 }).then(() => done.push(n)));
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

describe('commands', { timeout }, () => {
  it('wait for a device, go to its own topic, and are confirmed by their number', async () => {
    const device = await addOfType(t, tenant, plainType, { kind: 'watch' });
    const send = (kind: string, parameters = {}) => t.route(deviceCommands.send, nurse, { deviceId: device.deviceId, kind, parameters });
    assert.equal((await send('uploadInterval', { seconds: 300 })).status, 200);
    await desk.queued(tenant, device.deviceId);
    const client = await signIn(gateway.port, device.imei);
    const heard: { topic: string; body: { id: string; command: string; parameters: object } }[] = [];
    client.on('message', (topic, payload) => heard.push({ topic, body: JSON.parse(payload.toString()) }));
    // Connected but not listening: it would never hear it.
    await desk.queued(tenant, device.deviceId);
    assert.equal((await rows<{ state: number }>(device, 'device_commands'))[0]!.state, 1);
    await client.subscribeAsync(downTopic(device.imei), { qos: 1 });
    await client.publishAsync(upTopic(device.imei), '{"battery":80}', { qos: 1 });
    await eventually(() => heard.length === 1);
    assert.deepEqual([heard[0]!.topic, heard[0]!.body.command, heard[0]!.body.parameters], [downTopic(device.imei), 'uploadInterval', { seconds: 300 }]);
    await client.publishAsync(upTopic(device.imei), JSON.stringify({ reply: heard[0]!.body.id, done: true }), { qos: 1 });
    assert.equal((await rows<{ state: number }>(device, 'device_commands'))[0]!.state, 3);
    await send('ring');
    await desk.queued(tenant, device.deviceId);
    await eventually(() => heard.length === 2);
    await client.publishAsync(upTopic(device.imei), JSON.stringify({ reply: heard[1]!.body.id, done: false }), { qos: 1 });
    const states = (await rows<{ id: number; state: number }>(device, 'device_commands')).toSorted((a, b) => a.id - b.id).map(({ state }) => state);
    assert.deepEqual(states, [3, 4]);
    assert.ok(client.connected, 'its acknowledgements of our messages hinder nothing');
    await client.endAsync();
  });
});

describe('the simulator', { timeout }, () => {
  it('measures, raises a fall that is acknowledged, and answers commands, in every shape', async () => {
    for (const [shape, kind, expected] of [
      ['plain', 'watch', 1],
      ['belt', 'bed', 1],
      ['radar', 'radar', 1],
    ] as const) {
      const device = await addOfType(t, tenant, await addType(t, tenant, 'mqtt', { kind }), { kind });
      const fleet = startTerminals({ protocol: 'mqtt', shape, host: '127.0.0.1', port: gateway.port, ids: [`${device.imei}:${PASSWORD}`], rate: 40 });
      assert.ok(await fleet.connected(10_000), shape);
      if (shape !== 'belt') fleet.alarm(`${device.imei}:${PASSWORD}`, 'fall');
      assert.ok(await fleet.acknowledged(10_000), shape);
      await eventually(() => (fleet.counts.answers.data ?? 0) > 4);
      if (shape !== 'belt')
        assert.deepEqual(
          (await rows<{ rule: string }>(device, 'warnings')).map(({ rule }) => rule),
          ['fall'],
        );
      assert.ok(
        (await latest(device)).some(([metric]) => metric === expected),
        shape,
      );
      assert.equal((await t.route(deviceCommands.send, nurse, { deviceId: device.deviceId, kind: 'ring' })).status, 200);
      await desk.queued(tenant, device.deviceId);
      await eventually(() => (fleet.counts.commands.command ?? 0) === 1);
      await fleet.stop();
    }
  });

  it('with a wrong password is not let in', async () => {
    const device = await addOfType(t, tenant, type);
    const fleet = startTerminals({ protocol: 'mqtt', host: '127.0.0.1', port: gateway.port, ids: [`${device.imei}:wrong`], rate: 0 });
    await eventually(() => (fleet.counts.answers.refused ?? 0) > 0);
    assert.equal(fleet.online, 0);
    await fleet.stop();
  });
});

describe('the gateway', { timeout }, () => {
  it('slows a device that sends too fast, and loses nothing of it', async () => {
    const device = await addOfType(t, tenant, type);
    const own = await startMqttGateway({
      port: 0,
      host: '127.0.0.1',
      directory: sink.directory,
      sink: { accept: ({ events }) => Promise.resolve({ stored: events.length }) },
      clock: Date.now,
      log: t.deps.log,
      mappingFor: (one) => createIntegrations({ deps: t.deps }).mappingFor(one),
      limits: { burstFrames: 20, framesPerSecond: 200 },
    });
    const client = await signIn(own.port, device.imei);
    await Promise.all(Array.from({ length: 100 }, (_, n) => client.publishAsync(upTopic(device.imei), belt({ id: Date.now() - n }), { qos: 1 })));
    assert.equal(own.counts.committed, 100);
    assert.ok(own.counts.throttled > 0);
    await client.endAsync();
    await own.stop();
  });

  it('stops with every acknowledgement of what it stored', async () => {
    const device = await addOfType(t, tenant, type);
    const stored: unknown[] = [];
    const own = await startMqttGateway({
      port: 0,
      host: '127.0.0.1',
      directory: sink.directory,
      sink: {
        async accept(frame) {
          await wait(100);
          stored.push(frame);
          return { stored: 1 };
        },
      },
      clock: Date.now,
      log: t.deps.log,
      mappingFor: (one) => createIntegrations({ deps: t.deps }).mappingFor(one),
    });
    const client: MqttClient = await signIn(own.port, device.imei);
    let acknowledged = 0;
    for (let n = 0; n < 10; n++) client.publish(upTopic(device.imei), belt({ id: Date.now() - n }), { qos: 1 }, (error) => (acknowledged += error ? 0 : 1));
    await eventually(() => own.counts.waiting > 0);
    const closed = ended(client);
    await own.stop();
    await closed;
    assert.ok(acknowledged > 0);
    assert.equal(acknowledged, stored.length);
  });
});
