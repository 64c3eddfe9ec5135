/** Signing in with MQTT, and the gateway by itself, on a real database. */
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { deviceCredentials } from '#contract/devices/device-credentials.ts';
import { downTopic, upTopic } from '#contract/devices/mqtt-topics.rules.ts';
import { createIntegrations } from '#server/ingest/integrations.ts';
import { belt, gatewayOf } from '#test/mqtt-gateway.ts';
import { addOfType, addType, ended, raw, signIn } from '#test/mqtt.ts';
import { eventually } from '#test/watch-gateway.ts';
import { startMqttGateway } from './mqtt-gateway.ts';

const timeout = 60_000;
const { t, nurse, tenant, sink, gateway, rows, close } = await gatewayOf();
after(close);
const type = await addType(t, tenant, 'mqtt');

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
    assert.equal(
      (await t.route(deviceCredentials.issue, await t.user(tenant, { permissions: ['tenant_device_view'] }), { id })).status,
      403,
    );
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
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => client.publishAsync(upTopic(device.imei), belt({ id: Date.now() - n }), { qos: 1 })),
    );
    assert.equal(own.counts.committed, 100);
    assert.ok(own.counts.throttled > 0);
    await client.endAsync();
    await own.stop();
  });

  it('lets idle connections of an address keep no device of that address out, and refuses one from outside the networks of its type', async () => {
    const closed = await addType(t, tenant, 'mqtt');
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update device_types set profile = '{"networks": ["10.0.0.0/8"]}' where tenant_id = ${tenant} and id = ${closed}`),
    );
    const [inside, outside] = [await addOfType(t, tenant, type), await addOfType(t, tenant, closed)];
    const notes: unknown[] = [];
    const own = await startMqttGateway({
      port: 0,
      host: '127.0.0.1',
      directory: sink.directory,
      sink: { accept: ({ events }) => Promise.resolve({ stored: events.length }) },
      clock: Date.now,
      log: t.deps.log,
      mappingFor: (one) => createIntegrations({ deps: t.deps }).mappingFor(one),
      noteConnection: (_, note) => void notes.push(note),
      limits: { strangersPerAddress: 5 },
    });
    const idle = [];
    for (let n = 0; n < 5; n++) idle.push(await raw(own.port));
    await eventually(() => own.counts.open === 5);
    const client = await signIn(own.port, inside.imei);
    assert.ok(client.connected);
    await idle[0]!.closed;
    assert.deepEqual([own.counts.gaveWay, own.counts.dropped], [1, 0]);
    await refusedWith(signIn(own.port, outside.imei), 5);
    assert.deepEqual([own.counts.foreignNetworks, notes], [1, [{ kind: 'outside', address: '127.0.0.1' }]]);
    await client.endAsync();
    for (const { socket } of idle) socket.destroy();
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
    for (let n = 0; n < 10; n++)
      client.publish(upTopic(device.imei), belt({ id: Date.now() - n }), { qos: 1 }, (error) => (acknowledged += error ? 0 : 1));
    await eventually(() => own.counts.waiting > 0);
    const closed = ended(client);
    await own.stop();
    await closed;
    assert.ok(acknowledged > 0);
    assert.equal(acknowledged, stored.length);
  });
});
