/**
 * What a vendor wants to see of us: the values of a poller's headers and the secret. Sealed, never
 * sent to a page, and kept only for the address they were given for.
 */
import { sql } from 'kysely';
import { addressOf, type Polling, type Subscription } from '#contract/devices/vendor-connections.ts';
import type { Dependencies } from '../context.ts';
import type { Secrets } from '../db/secrets.ts';
import type { Tx } from '../db/tenant.ts';
import { invalid } from '../errors.ts';
import { seal, unseal } from '../db/sealed.ts';

/** By name as it is sent, in lower case. */
export type Headers = Readonly<Record<string, string>>;

export interface Reached {
  readonly polling?: Polling | null | undefined;
  readonly subscription?: Subscription | null | undefined;
}

// The address belongs to the seal: whoever changes it behind our back cannot have the values sent there.
const place = (tenantId: number, id: number, url: string) => `device_integration_headers:${tenantId}:${id}:${new URL(url).origin}`;

/** The values; none when they were given for another address. */
export function openHeaders(secrets: Pick<Secrets, 'seal'>, tenantId: number, id: number, url: string, sealed: Buffer | null): Headers {
  if (!sealed) return {};
  try {
    return JSON.parse(unseal(secrets, place(tenantId, id, url), sealed)) as Headers;
  } catch {
    return {};
  }
}

const sealHeaders = (secrets: Pick<Secrets, 'seal'>, tenantId: number, id: number, url: string, values: Headers): Buffer | null =>
  Object.keys(values).length === 0 ? null : seal(secrets, place(tenantId, id, url), JSON.stringify(values));

/**
 * Headers as the row keeps them, and their values: those entered, and of the others those
 * `known` for this address. Throws 400 for one named twice.
 */
export function keptHeaders(headers: Polling['headers'], known: Headers): { headers: Polling['headers']; values: Headers } {
  const values: Record<string, string> = {};
  const kept = headers.map(({ name, value }) => {
    const key = name.toLowerCase();
    if (Object.hasOwn(values, key)) throw invalid(`请求头“${name}”重复`);
    const now = value ?? (Object.hasOwn(known, key) ? known[key] : undefined);
    if (now === undefined) return { name, set: false, usesSecret: false };
    values[key] = now;
    return { name, set: true, usesSecret: /\{secret\}/i.test(now) };
  });
  return { headers: kept, values };
}

/**
 * What of an integration goes into its row; `write` puts the values beside it, sealed, and
 * forgets the secret when the address is another than `before`.
 */
export async function withoutSecrets(
  { tx, deps }: { tx: Tx; deps: Dependencies },
  id: number | null,
  now: Reached,
  before: Reached | null,
): Promise<{ polling: Polling | null | undefined; write(id: number): Promise<void> }> {
  const { tenantId } = tx;
  const { polling } = now;
  const moved = before !== null && addressOf(before) !== addressOf(now);
  const row =
    id !== null && polling && !moved
      ? await tx.row<{ headers_cipher: Buffer | null }>(
          sql`select headers_cipher from device_integration_secrets where tenant_id = ${tenantId} and integration_id = ${id} for update`,
        )
      : undefined;
  const { headers, values } = keptHeaders(
    polling?.headers ?? [],
    id !== null && polling ? openHeaders(deps.secrets, tenantId, id, polling.url, row?.headers_cipher ?? null) : {},
  );
  return {
    polling: polling && { ...polling, headers },
    async write(to) {
      const sealed = polling ? sealHeaders(deps.secrets, tenantId, to, polling.url, values) : null;
      await tx.run(sql`
        insert into device_integration_secrets (tenant_id, integration_id, headers_cipher) values (${tenantId}, ${to}, ${sealed})
        on conflict (tenant_id, integration_id) do update set headers_cipher = excluded.headers_cipher, headers_open = null,
          secret_cipher = case when ${moved} then null else device_integration_secrets.secret_cipher end`);
    },
  };
}

/** Seals what an older version left open. Gives how many integrations had something open. */
export async function sealOpenHeaders({ pool, inTenant, secrets }: Pick<Dependencies, 'pool' | 'inTenant' | 'secrets'>): Promise<number> {
  const { rows } = await pool.query<{ tenant_id: number; integration_id: number }>(
    'select tenant_id, integration_id from app.open_headers()',
  );
  for (const { tenant_id: tenantId, integration_id: id } of rows)
    await inTenant(tenantId, async (tx) => {
      const row = await tx.row<{ open: Record<string, string> | null; url: string | null }>(sql`
        select s.headers_open as open, i.polling ->> 'url' as url from device_integration_secrets s
          join device_integrations i on i.tenant_id = s.tenant_id and i.id = s.integration_id
        where s.tenant_id = ${tenantId} and s.integration_id = ${id} for update of s`);
      if (!row?.open) return;
      const values = Object.fromEntries(Object.entries(row.open).map(([name, value]) => [name.toLowerCase(), value]));
      await tx.run(sql`update device_integration_secrets set headers_open = null,
        headers_cipher = ${row.url ? sealHeaders(secrets, tenantId, id, row.url, values) : null}
        where tenant_id = ${tenantId} and integration_id = ${id}`);
    });
  return rows.length;
}
