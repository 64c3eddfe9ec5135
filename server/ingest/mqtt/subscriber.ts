/**
 * Subscribes to the brokers of vendors who hand out their messages that way. One process
 * does it for all tenants: the process that holds the lock; two with one client id would push each other out.
 */
import { sql } from 'kysely';
import { results } from '#contract/devices/device-integrations.ts';
import { bodyOf } from '#contract/devices/message-bodies.rules.ts';
import { levelOf } from '#contract/devices/mqtt-topics.rules.ts';
import type { Dependencies } from '../../context.ts';
import { instant } from '../../db/instants.ts';
import type { Target } from '../../db/pool.ts';
import { pollEvery } from '../../jobs/poller.ts';
import { deliver, type DeliveryParts } from '#server/ingest/deliveries.ts';
import type { Journal } from '#server/ingest/delivery-journal.ts';
import type { Integration, Integrations } from '#server/ingest/integrations.ts';
import { leadership, pauseOf } from '#server/ingest/leaders.ts';
import { connectBroker, type BrokerConnection, type BrokerOptions } from './broker-connection.ts';

const TICK_MS = 1000;
/** Seconds until the first further attempt, and at most. */
const AGAIN_S = 5;
const LONGEST_S = 300;
/** How often the page hears that a subscription stands, and of its newest message. */
const TELL_MS = 20_000;

export interface SubscriberOptions extends DeliveryParts {
  readonly deps: Dependencies;
  readonly integrations: Integrations;
  readonly journal: Journal;
  /** Of the connection that holds the lock. */
  readonly database: Target;
  readonly tickMs?: number;
  readonly random?: () => number;
  readonly againSeconds?: number;
  readonly connect?: Partial<Pick<BrokerOptions, 'connectMs' | 'resolver' | 'tls' | 'packetBytes'>>;
}

interface Standing {
  /** By what it was made: another one is made when that changes. */
  readonly by: string;
  connection: BrokerConnection | null;
  failures: number;
  nextAt: number;
  heardAt: number | null;
  toldAt: number;
  up: boolean;
}

const settingsOf = ({ subscription, secret }: Integration) => JSON.stringify([subscription, secret]);

/** Starts looking for subscriptions; `stop` acknowledges what is stored and leaves. */
export function startSubscriber(options: SubscriberOptions) {
  const { deps, integrations, journal, database, tickMs = TICK_MS, random = Math.random, againSeconds = AGAIN_S } = options;
  const counts = { leading: false, connected: 0, messages: 0, stored: 0, strangers: 0, failures: 0 };
  const standing = new Map<string, Standing>();
  const leader = leadership(database, 'subscriber', () => void endAll());
  let stopped = false;

  const told = ({ tenantId, id }: Pick<Integration, 'tenantId' | 'id'>, more: ReturnType<typeof sql>) =>
    deps
      .inTenant(tenantId, (tx) =>
        tx
          .run(sql`
          insert into device_integration_states (tenant_id, integration_id) select ${tenantId}, i.id from device_integrations i
          where i.tenant_id = ${tenantId} and i.id = ${id}
          on conflict do nothing`)
          .then(() =>
            tx.run(
              sql`update device_integration_states set polled_at = now(), ${more} where tenant_id = ${tenantId} and integration_id = ${id}`,
            ),
          ),
      )
      .catch((error: unknown) => deps.log.warn({ err: error }, 'the state of a subscription was not written down'));

  async function take(integration: Integration, own: Standing, topic: string, payload: Buffer): Promise<void> {
    counts.messages++;
    own.heardAt = deps.now();
    const text = payload.toString('utf8');
    const body = bodyOf(text);
    // Sent again it would be no better.
    if (body === undefined) return journal.note(integration, { result: results.unreadable, problem: '报文不是JSON' }, text);
    // How it is read may have changed since we subscribed.
    const now = (await integrations.get(integration.tenantId, integration.id)) ?? integration;
    const { deviceLevel } = now.subscription ?? {};
    try {
      const delivered = await deliver(now, body, options, deviceLevel === undefined ? null : levelOf(topic, deviceLevel));
      journal.note(now, delivered, text);
      counts.stored += delivered.stored;
      counts.strangers += delivered.strangers;
    } catch (error) {
      journal.note(now, { result: results.failed, problem: '暂时无法写入，等对方重发' });
      deps.log.warn(
        { integration: now.id, error: error instanceof Error ? error.name : 'unknown' },
        'a subscribed message was not stored, not acknowledged',
      );
      throw error;
    }
  }

  function connect(integration: Integration, own: Standing): void {
    own.connection = connectBroker({
      ...options.connect,
      subscription: integration.subscription!,
      password: integration.secret,
      take: (topic, payload) => take(integration, own, topic, payload),
      onStanding(problem) {
        own.failures = 0;
        own.up = true;
        own.toldAt = deps.now();
        counts.connected++;
        void told(integration, sql`connected_at = now(), failures = 0, problem = ${problem}, next_at = null`);
      },
      onEnd(problem) {
        own.connection = null;
        if (own.up) counts.connected--;
        own.up = false;
        own.failures++;
        counts.failures++;
        own.nextAt = deps.now() + pauseOf(againSeconds, own.failures - 1, random(), LONGEST_S) * 1000;
        journal.note(integration, { result: results.failed, problem });
        void told(
          integration,
          sql`connected_at = null, failures = ${own.failures}, problem = ${problem}, next_at = ${instant(own.nextAt)}`,
        );
      },
    });
  }

  async function end(key: string, own: Standing, forgotten: boolean): Promise<void> {
    standing.delete(key);
    if (own.up) counts.connected--;
    own.up = false;
    await own.connection?.end(forgotten);
    const [tenantId, id] = key.split(':').map(Number) as [number, number];
    if (own.connection) await told({ tenantId, id }, sql`connected_at = null`);
  }

  const endAll = () => Promise.all([...standing].map(([key, own]) => end(key, own, false)));

  /** Tells the page now and then that it stands. */
  function tell(integration: Integration, own: Standing): void {
    const now = deps.now();
    if (!own.up || now - own.toldAt < TELL_MS) return;
    own.toldAt = now;
    void told(integration, sql`succeeded_at = greatest(succeeded_at, ${instant(own.heardAt)})`);
  }

  async function look(): Promise<void> {
    counts.leading = await leader.leads();
    if (!counts.leading) return void (await endAll());
    const { rows } = await deps.pool.query<{ tenant_id: number; integration_id: number }>(
      'select tenant_id, integration_id from app.subscribed_integrations()',
    );
    const wanted = new Map<string, Integration>();
    for (const { tenant_id: tenantId, integration_id: id } of rows) {
      const integration = await integrations.get(tenantId, id);
      if (integration?.enabled && integration.subscription) wanted.set(`${tenantId}:${id}`, integration);
    }
    for (const [key, own] of standing) {
      const integration = wanted.get(key);
      if (!integration || own.by !== settingsOf(integration)) await end(key, own, true);
    }
    for (const [key, integration] of wanted) {
      if (stopped) return;
      const own = standing.get(key) ?? {
        by: settingsOf(integration),
        connection: null,
        failures: 0,
        nextAt: 0,
        heardAt: null,
        toldAt: 0,
        up: false,
      };
      standing.set(key, own);
      if (own.connection) tell(integration, own);
      else if (own.nextAt <= deps.now()) connect(integration, own);
    }
  }

  const rounds = pollEvery(
    () => look().catch((error: unknown) => deps.log.warn({ err: error }, 'subscriptions could not be looked after')),
    () => tickMs,
  );

  return {
    counts,
    async stop(): Promise<void> {
      stopped = true;
      await rounds.stop();
      await endAll();
      counts.leading = false;
      await leader.resign();
    },
  };
}
