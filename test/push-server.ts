/** What vendors push, received on a test's database. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { deviceIntegrations } from '#contract/devices/device-integrations.ts';
import { createJournal } from '#server/ingest/delivery-journal.ts';
import type { EventSink } from '#server/ingest/events.ts';
import { servePushes } from '#server/ingest/http/push-server.ts';
import { createIntegrations } from '#server/ingest/integrations.ts';
import { pushSocketOf } from '#server/net/delivery-socket.ts';
import { harness } from './harness.ts';
import { ingest, type TestDevice } from './ingest.ts';
import { addOfType, addType } from './mqtt.ts';

/** Everything, with a tenant and a type of devices that come this way; `close` ends it. */
export async function receiving() {
  // The data directory is that of other tests too, whose ingest processes take the socket there.
  process.env.PUSH_SOCKET = join(tmpdir(), `yian-push-test-${process.pid}.sock`);
  const t = await harness();
  const tenant = await t.tenant();
  const nurse = await t.user(tenant);
  const type = await addType(t, tenant, 'http');
  const sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
  const lines: string[] = [];
  const log = {
    ...t.deps.log,
    warn: (...parts: unknown[]) => void lines.push(JSON.stringify(parts)),
    error: (...parts: unknown[]) => void lines.push(JSON.stringify(parts)),
  };
  const deps = { ...t.deps, log: log as never };
  const journal = createJournal(deps, 3_600_000);
  const gates: { before?: () => Promise<void> } = {};
  const gated: EventSink = {
    async accept(frame) {
      await gates.before?.();
      return sink.pipeline.accept(frame);
    },
  };
  const server = await servePushes({
    deps,
    integrations: createIntegrations({ deps, ttlMs: 0 }),
    journal,
    sink: gated,
    directory: sink.directory,
    clock: Date.now,
    host: '127.0.0.1',
    port: 0,
    socketPath: pushSocketOf(t.deps.config.dataDir),
    limits: { wrongKeys: 300 },
  });
  const rows = <T>(device: TestDevice, table: string) =>
    t.deps.inTenant(device.tenantId, (tx) =>
      tx.rows<T>(sql`select * from ${sql.table(table)} where tenant_id = ${device.tenantId} and device_id = ${device.deviceId}`),
    );
  return {
    t,
    tenant,
    nurse,
    gates,
    lines,
    server,
    base: `http://127.0.0.1:${server.port}`,
    rows,
    latest: async (device: TestDevice) =>
      (await rows<{ metric: number; value: number }>(device, 'latest_readings'))
        .map(({ metric, value }) => [metric, Math.round(value * 10) / 10])
        .sort((a, b) => a[0]! - b[0]!),
    add: (tenantId = tenant, typeId = type) => addOfType(t, tenantId, typeId, { password: false }),
    deliveries: async (id: number) => {
      await journal.flush();
      return (await t.route(deviceIntegrations.deliveries, nurse, { id, size: 20 })).data.records as {
        result: number;
        deliveries: number;
        stored: number;
        strangers: number;
        problem: string | null;
      }[];
    },
    async close() {
      await server.stop();
      await journal.stop();
      await sink.close();
      await t.close();
      delete process.env.PUSH_SOCKET;
    },
  };
}

export type Receiving = Awaited<ReturnType<typeof receiving>>;
