/** How vendors' messages are read, from the database behind a small memory that NOTIFY empties. */
import { BoundedMap } from '../bounded-map.ts';
import { sql } from 'kysely';
import { ExpectedReply, Signature, type IntegrationKind } from '#contract/devices/device-integrations.ts';
import { defaultMapping } from '#contract/devices/mapping-templates.ts';
import { Mapping } from '#contract/devices/mappings.ts';
import { Polling, Subscription } from '#contract/devices/vendor-connections.ts';
import type { Dependencies } from '../context.ts';
import { addressHash, openSecret } from '../devices/integration-keys.ts';
import { openHeaders, type Headers } from '../devices/vendor-secrets.ts';
import type { KnownDevice } from './events.ts';

export interface Integration {
  readonly tenantId: number;
  readonly id: number;
  readonly kind: IntegrationKind;
  readonly enabled: boolean;
  readonly mapping: Mapping;
  readonly signature: Signature;
  readonly reply: ExpectedReply;
  readonly polling: Polling | null;
  /** Values of the poller's headers, by name in lower case. */
  readonly headers: Headers;
  readonly subscription: Subscription | null;
  readonly secret: string | null;
}

interface Row {
  kind: IntegrationKind;
  enabled: boolean;
  mapping: unknown;
  signature: unknown;
  reply: unknown;
  polling: unknown;
  subscription: unknown;
  secret_cipher: Buffer | null;
  headers_cipher: Buffer | null;
}

const MOST = 10_000;

/** The mapping of a shipped kind, compiled as those of the database are. */
const shipped = new Map<string, Mapping>();
function shippedFor(kind: string): Mapping {
  let mapping = shipped.get(kind);
  if (!mapping) shipped.set(kind, (mapping = Mapping.parse(defaultMapping(kind))));
  return mapping;
}

/** Makes the memory of one process. Look-ups reject when the database cannot be asked. */
export function createIntegrations({ deps, ttlMs = 30_000 }: { deps: Dependencies; ttlMs?: number }) {
  const known = new BoundedMap<string, { value: Promise<Integration | null>; until: number }>(MOST);
  const keys = new BoundedMap<string, { value: Promise<Integration | null>; until: number }>(MOST);

  function remembered<V>(map: BoundedMap<string, { value: Promise<V>; until: number }>, name: string, load: () => Promise<V>): Promise<V> {
    const entry = map.get(name);
    if (entry && entry.until > deps.now()) return entry.value;
    const value = load();
    map.delete(name);
    map.set(name, { value, until: deps.now() + ttlMs });
    // What could not be asked is asked again.
    value.catch(() => void (map.get(name)?.value === value && map.delete(name)));
    return value;
  }

  async function read(tenantId: number, id: number): Promise<Integration | null> {
    const row = await deps.inTenant(tenantId, (tx) =>
      tx.row<Row>(sql`
        select i.kind, i.enabled, i.mapping, i.signature, i.reply, i.polling, i.subscription, s.secret_cipher, s.headers_cipher
        from device_integrations i left join device_integration_secrets s on s.tenant_id = i.tenant_id and s.integration_id = i.id
        where i.tenant_id = ${tenantId} and i.id = ${id}`),
    );
    if (!row) return null;
    const mapping = Mapping.safeParse(row.mapping);
    const signature = Signature.safeParse(row.signature ?? { scheme: 'none' });
    const reply = ExpectedReply.safeParse(row.reply ?? {});
    const polling = row.polling === null ? null : (Polling.safeParse(row.polling).data ?? null);
    const subscription = row.subscription === null ? null : (Subscription.safeParse(row.subscription).data ?? null);
    if (!mapping.success || !signature.success || !reply.success) {
      deps.log.warn({ tenantId, integration: id }, 'an integration cannot be read by this version');
      return null;
    }
    return {
      tenantId,
      id,
      kind: row.kind,
      enabled: row.enabled,
      mapping: mapping.data,
      signature: signature.data,
      reply: reply.data,
      polling,
      headers: polling ? openHeaders(deps.secrets, tenantId, id, polling.url, row.headers_cipher) : {},
      subscription,
      secret: row.secret_cipher ? openSecret(deps.secrets, tenantId, id, row.secret_cipher) : null,
    };
  }

  const get = (tenantId: number, id: number) => remembered(known, `${tenantId}:${id}`, () => read(tenantId, id));

  return {
    /** As it is now; null when there is none. */
    get,
    /** Whose address this key is of; null for a stranger's. */
    byKey: (key: string): Promise<Integration | null> =>
      remembered(keys, addressHash(key).toString('hex'), async () => {
        const { rows } = await deps.pool.query<{ tenant_id: number; integration_id: number }>({
          name: 'find_integration',
          text: 'select tenant_id, integration_id from app.find_integration($1)',
          values: [addressHash(key)],
        });
        return rows[0] ? get(rows[0].tenant_id, rows[0].integration_id) : null;
      }),
    /** How a device's own messages are read: by the integration that its type names, else as its kind is shipped. */
    async mappingFor({ tenantId, profile }: KnownDevice): Promise<Mapping> {
      const named = profile.integrationId === undefined ? null : await get(tenantId, profile.integrationId);
      return named?.enabled ? named.mapping : shippedFor(profile.kind ?? 'other');
    },
    forget(tenantId: number, id: number): void {
      known.delete(`${tenantId}:${id}`);
      // Which key is whose is not known by id; there are few.
      keys.clear();
    },
    clear(): void {
      known.clear();
      keys.clear();
    },
  };
}

export type Integrations = ReturnType<typeof createIntegrations>;
