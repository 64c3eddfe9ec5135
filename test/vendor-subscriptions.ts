/** Subscriptions to a vendor's broker on a test's database. */
import { sql } from 'kysely';
import { deviceIntegrations } from '#contract/devices/device-integrations.ts';
import { mappingTemplates } from '#contract/devices/mapping-templates.ts';
import { createJournal } from '#server/ingest/delivery-journal.ts';
import type { EventSink } from '#server/ingest/events.ts';
import { createIntegrations } from '#server/ingest/integrations.ts';
import { startSubscriber, type SubscriberOptions } from '#server/ingest/mqtt/subscriber.ts';
import { harness } from './harness.ts';
import { ingest, type TestDevice } from './ingest.ts';
import { addOfType, addType } from './mqtt.ts';
import { addIntegration } from './pushes.ts';
import { vendorBroker, type VendorOptions } from './vendor-broker.ts';

export const PASSWORD = 'of-the-vendor';

export const settings = (port: number, more: object = {}) => ({
  host: '127.0.0.1',
  port,
  tls: false,
  username: 'yian',
  clientId: 'yian-1',
  topics: ['sleep/+/data'],
  ...more,
});

/** What the vendor publishes of a device. */
export const says = (of: TestDevice, heartRate: number, more: object = {}) => ({ id: of.imei, time: Date.now(), heartRate, ...more });

/** Everything, with a tenant; `rest` ends what a test began, `close` all of it. */
export async function subscribing() {
  const t = await harness();
  const tenant = await t.tenant();
  const nurse = await t.user(tenant);
  const type = await addType(t, tenant, 'http');
  const sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
  const journal = createJournal(t.deps, 3_600_000);
  const gates: { before?: () => Promise<void> } = {};
  const ends: (() => Promise<void>)[] = [];
  const gated: EventSink = {
    async accept(frame) {
      await gates.before?.();
      return sink.pipeline.accept(frame);
    },
  };
  const ofTenant = <T>(query: (of: number) => ReturnType<typeof sql<T>>) => t.deps.inTenant(tenant, (tx) => tx.rows<T>(query(tenant)));
  return {
    t,
    nurse,
    tenant,
    journal,
    gates,
    ends,
    async vendorOf(options: VendorOptions = {}) {
      const vendor = await vendorBroker({ password: PASSWORD, ...options });
      process.env.POLL_PRIVATE_HOSTS = `127.0.0.1:${vendor.port}`;
      ends.push(vendor.close);
      return vendor;
    },
    start(more: Partial<SubscriberOptions> = {}) {
      const subscriber = startSubscriber({
        deps: t.deps,
        integrations: createIntegrations({ deps: t.deps, ttlMs: 0 }),
        journal,
        database: t.target('app'),
        sink: gated,
        directory: sink.directory,
        clock: Date.now,
        tickMs: 15,
        random: () => 0.5,
        againSeconds: 0.05,
        ...more,
      });
      ends.push(subscriber.stop);
      return subscriber;
    },
    async add(port: number, more: object = {}, mapping: object = mappingTemplates.plain.mapping): Promise<number> {
      const { id } = await addIntegration(t, nurse, { kind: 'broker', mapping, subscription: settings(port, more) });
      await t.route(deviceIntegrations.secret, nurse, { id, secret: PASSWORD });
      return id;
    },
    device: () => addOfType(t, tenant, type, { password: false }),
    stateOf: async (id: number) => (await t.route(deviceIntegrations.state, nurse, { id })).data,
    deliveriesOf: async (id: number) => {
      await journal.flush();
      return (await t.route(deviceIntegrations.deliveries, nurse, { id })).data.records as { result: number; problem: string | null }[];
    },
    readings: (of: TestDevice) =>
      ofTenant<{ value: number }>(
        (own) => sql`select value from readings where tenant_id = ${own} and device_id = ${of.deviceId} and metric = 1 order by at`,
      ),
    warnings: (of: TestDevice) =>
      ofTenant<{ rule: string }>((own) => sql`select rule from warnings where tenant_id = ${own} and device_id = ${of.deviceId}`),
    async rest() {
      delete gates.before;
      for (const end of ends.splice(0).toReversed()) await end();
      await t.deps.inTenant(tenant, (tx) => tx.run(sql`delete from device_integrations where tenant_id = ${tenant}`));
    },
    async close() {
      delete process.env.POLL_PRIVATE_HOSTS;
      await journal.stop();
      await sink.close();
      await t.close();
    },
  };
}
