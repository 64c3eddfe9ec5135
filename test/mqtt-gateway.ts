/** A MQTT gateway on a test's database, with what stands around it in the ingest process. */
import { sql } from 'kysely';
import { commandDesk } from '#server/ingest/commands.ts';
import { createJournal } from '#server/ingest/delivery-journal.ts';
import type { EventSink } from '#server/ingest/events.ts';
import { createIntegrations } from '#server/ingest/integrations.ts';
import { startMqttGateway, type MqttGateway } from '#server/ingest/mqtt/mqtt-gateway.ts';
import { harness } from './harness.ts';
import { ingest, type TestDevice } from './ingest.ts';

/** What a bed belt says. */
export const belt = (more: object = {}) => JSON.stringify({ id: Date.now(), inbed: 1, respiration_rate: 15, heart_rate: 64, ...more });

/** Everything, with a tenant and somebody who may do anything there; `close` ends it. */
export async function gatewayOf() {
  const t = await harness();
  const tenant = await t.tenant();
  const nurse = await t.user(tenant);
  const sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
  const journal = createJournal(t.deps, 3_600_000);
  const integrations = createIntegrations({ deps: t.deps, ttlMs: 0 });
  const gates: { before?: () => Promise<void> } = {};
  let gateway: MqttGateway;
  const desk = commandDesk({
    deps: t.deps,
    send: (key, content) => gateway.send(key, content),
    protocolOf: async (key) => ((await gateway.reaches(key)) ? 'mqtt' : null),
  });
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
    note: ({ tenantId, profile }, outcome, body) =>
      profile.integrationId && journal.note({ tenantId, id: profile.integrationId }, outcome, body),
    listening: desk.listening,
    limits: { firstFrameMs: 2000, unknownPerAddress: 1000 },
  });
  const rows = <T>(device: Pick<TestDevice, 'tenantId' | 'deviceId'>, table: string) =>
    t.deps.inTenant(device.tenantId, (tx) =>
      tx.rows<T>(sql`select * from ${sql.table(table)} where tenant_id = ${device.tenantId} and device_id = ${device.deviceId}`),
    );
  const latest = async (device: TestDevice) =>
    (await rows<{ metric: number; value: number }>(device, 'latest_readings'))
      .map(({ metric, value }) => [metric, value])
      .sort((a, b) => a[0]! - b[0]!);
  return {
    t,
    tenant,
    nurse,
    sink,
    journal,
    integrations,
    gates,
    gateway,
    desk,
    rows,
    latest,
    async close() {
      await gateway.stop();
      await journal.stop();
      await sink.close();
      await t.close();
    },
  };
}
