/** The ingest process with its MQTT port, killed under load: what was acknowledged is stored. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MqttClient } from 'mqtt';
import { deviceCredentials } from '#contract/devices/device-credentials.ts';
import { upTopic } from '#contract/devices/mqtt-topics.rules.ts';
import { harness, type Harness } from '#test/harness.ts';
import { ingestProcesses } from '#test/ingest-process.ts';
import type { TestDevice } from '#test/ingest.ts';
import { addOfType, addType, ended, signIn } from '#test/mqtt.ts';
import { freePorts } from '#test/processes.ts';

let t: Harness;
let tenant: number;
let type: number;
let port: number;
const processes = ingestProcesses();
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  type = await addType(t, tenant, 'mqtt');
  port = await freePorts(1);
});
after(async () => {
  processes.killAll();
  await t?.close();
});

async function start(): Promise<ChildProcess> {
  const { child, message } = await processes.start<{ ports: Record<string, number> }>(t, { MQTT_PORT: String(port) });
  assert.equal(message.ports.mqtt, port);
  return child;
}

describe('the ingest process', { timeout: 120_000 }, () => {
  it('killed under load loses no message that it acknowledged, and counts none twice', async () => {
    let child = await start();
    const belts = await Promise.all(Array.from({ length: 6 }, () => addOfType(t, tenant, type)));
    const acknowledged = new Map<TestDevice, number[]>(belts.map((device) => [device, []]));
    const base = Math.floor(Date.now() / 1000) * 1000 - 3_000_000;
    let done = false;

    // As a belt does: several messages under way, each with a value of its own, all
    // that were not acknowledged again after a lost connection.
    async function speak(device: TestDevice): Promise<void> {
      let next = 0;
      let again: number[] = [];
      while (!done) {
        const client: MqttClient | null = await signIn(port, device.imei, { connectTimeout: 2000 }).catch(() => null);
        if (!client) {
          await wait(30);
          continue;
        }
        const gone = ended(client).then(() => Promise.reject(new Error('gone')));
        gone.catch(() => {});
        while (!done && client.connected) {
          const round = [...again, ...Array.from({ length: 5 - again.length }, () => next++)];
          again = [];
          await Promise.all(
            round.map((n) => {
              const at = base + n * 1000;
              const sent = client.publishAsync(upTopic(device.imei), JSON.stringify({ id: at, inbed: 1, heart_rate: 60 + (n % 9) * 6 }), {
                qos: 1,
              });
              return Promise.race([sent, gone]).then(
                () => void acknowledged.get(device)!.push(at),
                () => void again.push(n),
              );
            }),
          );
        }
        client.end(true);
      }
    }
    const total = () => [...acknowledged.values()].reduce((sum, times) => sum + times.length, 0);
    const speakers = belts.map(speak);
    for (let kills = 0; kills < 5; kills++) {
      const before = total();
      while (total() < before + 60) await wait(5);
      child.kill('SIGKILL');
      await once(child, 'exit');
      child = await start();
    }
    const before = total();
    while (total() < before + 30) await wait(5);
    done = true;
    await Promise.all(speakers);
    for (const [device, times] of acknowledged) {
      const stored = await t.deps.inTenant(tenant, (tx) =>
        tx.rows<{ ms: number }>(
          sql`select extract(epoch from at) * 1000 as ms from readings
            where tenant_id = ${tenant} and device_id = ${device.deviceId} and metric = 1`,
        ),
      );
      const kept = new Set(stored.map(({ ms }) => Math.round(ms)));
      assert.deepEqual(
        times.filter((at) => !kept.has(at)),
        [],
        'acknowledged and not stored',
      );
      const hours = await t.deps.inTenant(tenant, (tx) =>
        tx.row<{ n: number }>(
          sql`select sum(count)::integer as n from hourly_readings
            where tenant_id = ${tenant} and device_id = ${device.deviceId} and metric = 1`,
        ),
      );
      assert.equal(hours!.n, kept.size, 'sent again, counted once');
    }
    // A password that was replaced ends the connection that used the old one.
    const nurse = await t.user(tenant);
    const device = belts[0]!;
    const client = await signIn(port, device.imei);
    const gone = ended(client);
    assert.equal((await t.route(deviceCredentials.issue, nurse, { id: device.deviceId })).status, 200);
    await gone;
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });
});
