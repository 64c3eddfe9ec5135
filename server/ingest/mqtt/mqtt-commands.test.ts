/** Commands to devices that signed in with MQTT, and the simulator, on a real database. */
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { deviceCommands } from '#contract/devices/device-commands.ts';
import { downTopic, upTopic } from '#contract/devices/mqtt-topics.rules.ts';
import { gatewayOf } from '#test/mqtt-gateway.ts';
import { addOfType, addType, PASSWORD, signIn } from '#test/mqtt.ts';
import { eventually } from '#test/watch-gateway.ts';
import { startTerminals } from '../../../scripts/simulator/terminals.ts';

const timeout = 60_000;
const { t, nurse, tenant, gateway, desk, rows, latest, close } = await gatewayOf();
after(close);
const type = await addType(t, tenant, 'mqtt');
const plainType = await addType(t, tenant, 'mqtt', { kind: 'other' });

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
    assert.deepEqual(
      [heard[0]!.topic, heard[0]!.body.command, heard[0]!.body.parameters],
      [downTopic(device.imei), 'uploadInterval', { seconds: 300 }],
    );
    await client.publishAsync(upTopic(device.imei), JSON.stringify({ reply: heard[0]!.body.id, done: true }), { qos: 1 });
    assert.equal((await rows<{ state: number }>(device, 'device_commands'))[0]!.state, 3);
    await send('ring');
    await desk.queued(tenant, device.deviceId);
    await eventually(() => heard.length === 2);
    await client.publishAsync(upTopic(device.imei), JSON.stringify({ reply: heard[1]!.body.id, done: false }), { qos: 1 });
    const states = (await rows<{ id: number; state: number }>(device, 'device_commands'))
      .toSorted((a, b) => a.id - b.id)
      .map(({ state }) => state);
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
      const fleet = startTerminals({
        protocol: 'mqtt',
        shape,
        host: '127.0.0.1',
        port: gateway.port,
        ids: [`${device.imei}:${PASSWORD}`],
        rate: 40,
      });
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
