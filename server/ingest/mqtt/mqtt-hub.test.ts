/** A gateway that speaks for several devices on one connection: for those assigned to it, and for nobody else. */
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { deviceCommands } from '#contract/devices/device-commands.ts';
import { deviceHubs } from '#contract/devices/device-hubs.ts';
import { deviceIntegrations, results } from '#contract/devices/device-integrations.ts';
import { mappingTemplates } from '#contract/devices/mapping-templates.ts';
import { behindTopic, downTopic, upTopic } from '#contract/devices/mqtt-topics.rules.ts';
import { belt, gatewayOf } from '#test/mqtt-gateway.ts';
import { addOfType, addType, ended, signIn } from '#test/mqtt.ts';
import { eventually } from '#test/watch-gateway.ts';

const timeout = 60_000;
const g = await gatewayOf();
const { t, tenant, nurse } = g;
after(g.close);
const beltType = await addType(t, tenant, 'mqtt');
const reader = (await t.route(deviceIntegrations.create, nurse, { name: '网关', kind: 'mqtt', mapping: mappingTemplates.bedBelt.mapping }))
  .data as number;
const hubType = await addType(t, tenant, 'mqtt', { kind: 'hub', integrationId: reader });

const addHub = (tenantId = tenant, type = hubType) => addOfType(t, tenantId, type, { kind: 'hub' });
const addBelt = (type = beltType, tenantId = tenant) => addOfType(t, tenantId, type, { password: false });
const assign = (hub: { deviceId: number }, ...belts: { deviceId: number }[]) =>
  t.route(deviceHubs.assign, nurse, { hubId: hub.deviceId, deviceIds: belts.map(({ deviceId }) => deviceId) });
const told = async () =>
  (
    (await t.route(deviceIntegrations.deliveries, nurse, { id: reader })).data.records as {
      result: number;
      strangers: number;
      stored: number;
    }[]
  ).map(({ result, strangers, stored }) => [result, strangers, stored]);

describe('a gateway', { timeout }, () => {
  it('names devices by the topic or in the message, and is heard itself with every message', async () => {
    const [hub, one, two] = [await addHub(), await addBelt(), await addBelt()];
    assert.equal((await assign(hub, one, two)).status, 200);
    const client = await signIn(g.gateway.port, hub.imei);
    await client.publishAsync(`${upTopic(hub.imei)}/${one.imei}`, belt({ heart_rate: 61 }), { qos: 1 });
    assert.deepEqual(await g.latest(one), [
      [1, 61],
      [9, 15],
    ]);
    const both = JSON.stringify([one, two].map(({ imei }, at) => ({ mac: imei, id: Date.now() + 1000, heart_rate: 70 + at })));
    await client.publishAsync(upTopic(hub.imei), both, { qos: 1 });
    assert.deepEqual(
      [(await g.latest(one))[0], (await g.latest(two))[0]],
      [
        [1, 70],
        [1, 71],
      ],
    );
    await client.publishAsync(upTopic(hub.imei), both, { qos: 1 });
    assert.equal((await g.rows(two, 'readings')).length, 1, 'sent again it changes nothing');
    assert.equal((await g.rows(hub, 'device_states')).length, 1);
    assert.equal((await g.rows(hub, 'readings')).length, 0);
    await client.endAsync();
  });

  it('raises a belt’s alarm for whoever lies on it', async () => {
    const type = await addType(t, tenant, 'mqtt', { kind: 'other' });
    const [hub, bell] = [await addHub(), await addOfType(t, tenant, type, { kind: 'other', password: false })];
    await assign(hub, bell);
    const client = await signIn(g.gateway.port, hub.imei);
    await client.publishAsync(`${upTopic(hub.imei)}/${bell.imei}/alarm`, '{"alarm":"sos"}', { qos: 1 });
    const [warning] = await g.rows<{ rule: string; person_id: number }>(bell, 'warnings');
    assert.deepEqual([warning!.rule, warning!.person_id], ['sos', bell.personId]);
    await client.endAsync();
  });

  it('speaks for no others: those are counted, and what is its own is recorded', async () => {
    const elsewhere = await t.tenant();
    const [hub, other] = [await addHub(), await addHub()];
    const mine = await addBelt();
    const strangers = [
      await addBelt(),
      await addBelt(),
      await addBelt(await addType(t, elsewhere, 'mqtt'), elsewhere),
      await addBelt(await addType(t, tenant, 'http')),
    ];
    await assign(hub, mine);
    await assign(other, strangers[0]!);
    const client = await signIn(g.gateway.port, hub.imei);
    const { foreignDevices } = g.gateway.counts;
    for (const { imei } of strangers) await client.publishAsync(`${upTopic(hub.imei)}/${imei}`, belt(), { qos: 1 });
    const body = [mine, ...strangers].map(({ imei }) => ({ mac: imei, id: Date.now(), heart_rate: 66 }));
    await g.journal.flush();
    const before = (await told()).length;
    await client.publishAsync(upTopic(hub.imei), JSON.stringify(body), { qos: 1 });
    for (const one of strangers) assert.equal((await g.rows(one, 'readings')).length + (await g.rows(one, 'device_states')).length, 0);
    assert.equal((await g.rows(mine, 'readings')).length, 1);
    assert.equal(g.gateway.counts.foreignDevices, foreignDevices + 8);
    await g.journal.flush();
    assert.equal((await told()).length, before + 1);
    assert.deepEqual((await told())[0], [results.partial, 4, 1]);
    assert.ok((await told()).some(([result, count]) => result === results.strangers && count === 4));
    const twice = [1, 2].map((n) => ({ mac: strangers[0]!.imei, id: Date.now() - n, heart_rate: 66 }));
    await client.publishAsync(upTopic(hub.imei), JSON.stringify(twice), { qos: 1 });
    await g.journal.flush();
    assert.deepEqual((await told())[0], [results.strangers, 1, 0]);
    assert.ok(client.connected, 'it is not thrown out for it');
    // A device that was never a gateway names nobody.
    const plain = await addOfType(t, tenant, beltType);
    const alone = await signIn(g.gateway.port, plain.imei);
    await alone.publishAsync(`${upTopic(plain.imei)}/${mine.imei}`, belt({ heart_rate: 99 }), { qos: 1 });
    assert.deepEqual((await g.latest(plain))[0], [1, 99]);
    assert.deepEqual((await g.latest(mine))[0], [1, 66]);
    for (const one of [client, alone]) await one.endAsync();
  });

  it('no longer speaks for what was taken from it', async () => {
    const [hub, one] = [await addHub(), await addBelt()];
    await assign(hub, one);
    const client = await signIn(g.gateway.port, hub.imei);
    await client.publishAsync(`${upTopic(hub.imei)}/${one.imei}`, belt(), { qos: 1 });
    assert.equal((await t.route(deviceHubs.release, nurse, { hubId: hub.deviceId, deviceIds: [one.deviceId] })).status, 200);
    // As the ingest process does when it hears of the change.
    g.sink.directory.forget(tenant, one.deviceId);
    await client.publishAsync(`${upTopic(hub.imei)}/${one.imei}`, belt({ id: Date.now() + 5000 }), { qos: 1 });
    assert.equal((await g.rows(one, 'readings')).length, 2);
    await client.endAsync();
  });

  it('is answered after the commit of all of it, or not at all', async () => {
    const [hub, one, two] = [await addHub(), await addBelt(), await addBelt()];
    await assign(hub, one, two);
    const client = await signIn(g.gateway.port, hub.imei);
    let calls = 0;
    // The second device's rows cannot be stored.
    g.gates.before = () => (++calls === 2 ? Promise.reject(new Error('no database')) : Promise.resolve());
    const closed = ended(client);
    let acknowledged = false;
    const body = JSON.stringify([one, two].map(({ imei }) => ({ mac: imei, id: Date.now() - 1000, heart_rate: 77 })));
    client.publishAsync(upTopic(hub.imei), body, { qos: 1 }).then(
      () => (acknowledged = true),
      () => {},
    );
    await closed;
    delete g.gates.before;
    assert.equal(acknowledged, false);
    const again = await signIn(g.gateway.port, hub.imei);
    await again.publishAsync(upTopic(hub.imei), body, { qos: 1, dup: true });
    for (const device of [one, two]) assert.equal((await g.rows(device, 'readings')).length, 1);
    await again.endAsync();
  });
});

describe('commands for a device behind a gateway', { timeout }, () => {
  it('wait until the gateway listens, go out on its connection, and are confirmed by the device', async () => {
    const type = await addType(t, tenant, 'mqtt', { kind: 'other' });
    const [hub, one, two] = [
      await addHub(),
      ...(await Promise.all([1, 2].map(() => addOfType(t, tenant, type, { kind: 'other', password: false })))),
    ];
    await assign(hub, one!, two!);
    const send = (device: { deviceId: number }) =>
      t.route(deviceCommands.send, nurse, { deviceId: device.deviceId, kind: 'ring', parameters: {} });
    assert.equal((await send(one!)).status, 200);
    await g.desk.queued(tenant, one!.deviceId);
    const client = await signIn(g.gateway.port, hub.imei);
    const heard: { topic: string; body: { id: string; command: string } }[] = [];
    client.on('message', (topic, payload) => heard.push({ topic, body: JSON.parse(payload.toString()) }));
    const state = async (device: { tenantId: number; deviceId: number }) =>
      (await g.rows<{ state: number }>(device, 'device_commands'))[0]!.state;
    await g.desk.queued(tenant, one!.deviceId);
    assert.equal(await state(one!), 1, 'connected but not listening: it would never be heard');
    for (const topic of [`${downTopic(hub.imei)}x/+`, `devices/+/down/+`, behindTopic(two!.imei, one!.imei)]) {
      const granted = await client.subscribeAsync(topic, { qos: 1 }).catch((error: { packet?: { granted: number[] } }) => error);
      assert.equal(Array.isArray(granted) ? granted[0]?.qos : 128, 128, topic);
    }
    // It waited, and nothing has to be said by the device itself.
    await client.subscribeAsync(`${downTopic(hub.imei)}/+`, { qos: 1 });
    await eventually(() => heard.length === 1);
    assert.deepEqual([heard[0]!.topic, heard[0]!.body.command], [behindTopic(hub.imei, one!.imei), 'ring']);
    await client.publishAsync(`${upTopic(hub.imei)}/${two!.imei}`, JSON.stringify({ reply: heard[0]!.body.id, done: true }), { qos: 1 });
    assert.equal(await state(one!), 2, 'another device’s answer is none');
    await client.publishAsync(`${upTopic(hub.imei)}/${one!.imei}`, JSON.stringify({ reply: heard[0]!.body.id, done: true }), { qos: 1 });
    assert.equal(await state(one!), 3);
    assert.equal((await send(two!)).status, 200);
    await g.desk.queued(tenant, two!.deviceId);
    await eventually(() => heard.length === 2);
    assert.equal(heard[1]!.topic, behindTopic(hub.imei, two!.imei));
    await client.endAsync();
    await eventually(() => !g.gateway.online(hub.known.key));
    assert.equal(await g.gateway.reaches(two!.known.key), false);
  });
});
