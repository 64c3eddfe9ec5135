/**
 * The demonstration's vendors: one that pushes, one that is asked and one that is subscribed to (both rest), and the belts that speak MQTT.
 */
import { sql } from 'kysely';
import { results, type IntegrationKind } from '../../contract/devices/device-integrations.ts';
import type { MappingTemplate } from '../../contract/devices/mapping-template-parts.ts';
import { mappingTemplates, type TemplateName } from '../../contract/devices/mapping-templates.ts';
import type { Polling, Subscription } from '../../contract/devices/vendor-connections.ts';
import type { Dependencies } from '../../server/context.ts';
import { addressHash, newAddressKey, sealSecret } from '../../server/devices/integration-keys.ts';
import { withoutSecrets } from '../../server/devices/vendor-secrets.ts';
import type { Tx } from '../../server/db/tenant.ts';
import type { Staff } from './institutions.ts';
import type { Random } from './random.ts';

interface Vendor {
  name: string;
  kind: IntegrationKind;
  template: TemplateName;
  remarks: string;
  enabled: boolean;
  signature?: object;
  polling?: Polling;
  subscription?: Subscription;
  secret?: string;
}

const VENDORS: Vendor[] = [
  {
    name: '雷达云平台推送',
    kind: 'webhook',
    template: 'radar',
    remarks: '每10秒推送一组；14为跌倒',
    enabled: true,
    signature: { scheme: 'none', networks: ['203.0.113.0/24'] },
  },
  {
    name: '血压计平台拉取',
    kind: 'poller',
    template: 'meter',
    remarks: '厂商账号到期，暂停',
    enabled: false,
    polling: {
      url: 'https://open.example.com/records?since={since}',
      everySeconds: 300,
      headers: [{ name: 'Authorization', value: 'Bearer {secret}' }],
      sinceKind: 'ms',
    },
    secret: 'of-the-demonstration',
  },
  {
    name: '睡眠监测云订阅',
    kind: 'broker',
    template: 'sleepCloud',
    remarks: '试用期结束，暂停',
    enabled: false,
    subscription: {
      host: 'mqtt.example.com',
      port: 8883,
      tls: true,
      username: 'pingan',
      clientId: 'yian-demo',
      topics: ['sleep/+/report', 'sleep/+/realtime'],
      qos: 1,
    },
    secret: 'of-the-demonstration',
  },
  { name: '体征床垫MQTT', kind: 'mqtt', template: 'bedBelt', remarks: '床垫直连，按默认格式调整', enabled: true },
];

/** To be called after `seedDevices`. `now` in epoch ms. */
export async function seedIntegrations(tx: Tx, deps: Dependencies, random: Random, staff: readonly Staff[], now: number): Promise<void> {
  const { tenantId } = tx;
  for (const { name, kind, template, remarks, enabled, signature, polling, subscription, secret } of VENDORS) {
    const { mapping, sample, reply }: MappingTemplate = mappingTemplates[template];
    const { polling: kept, write } = await withoutSecrets({ tx, deps }, null, { polling, subscription }, null);
    const made = await tx.row<{ id: number }>(sql`
      insert into device_integrations (tenant_id, name, kind, mapping, signature, reply, polling, subscription, enabled, remarks,
        created_by, created_at)
      values (${tenantId}, ${name}, ${kind}, ${JSON.stringify(mapping)}, ${signature ? JSON.stringify(signature) : null},
        ${kind === 'webhook' ? JSON.stringify(reply) : null},
        ${kept ? JSON.stringify(kept) : null}, ${subscription ? JSON.stringify(subscription) : null}, ${enabled}, ${remarks},
          ${staff[0]?.id ?? null}, to_timestamp(${now / 1000}::float8) - interval '40 days') returning id`);
    const id = made!.id;
    await write(id);
    if (secret)
      await tx.run(
        sql`update device_integration_secrets set secret_cipher = ${sealSecret(deps.secrets, tenantId, id, secret)} where tenant_id
          = ${tenantId} and integration_id = ${id}`,
      );
    if (kind === 'mqtt') {
      await tx.run(
        sql`update device_types set integration_id = ${id} where tenant_id = ${tenantId} and protocol = 'mqtt' and kind in ('bed', 'hub')`,
      );
      continue;
    }
    // A key that nobody was told: it looks used and opens nothing.
    if (kind === 'webhook')
      await tx.run(
        sql`update device_integration_secrets set address_key = ${addressHash(newAddressKey())} where tenant_id
          = ${tenantId} and integration_id = ${id}`,
      );
    if (kind === 'broker') continue;
    await tx.run(sql`insert into device_integration_states (tenant_id, integration_id, sample, sample_at, failures, problem, polled_at)
      values (${tenantId}, ${id}, ${JSON.stringify(sample)},
        to_timestamp(${now / 1000}::float8) - interval '1 hour', ${kind === 'poller' ? 3 : 0}, ${kind === 'poller' ? '对方应答 401' : null},
        ${kind === 'poller' ? sql`to_timestamp(${now / 1000}::float8) - interval '1 hour'` : null})`);
    for (let minutes = 120; minutes > 0; minutes -= 6) {
      const [result, problem] =
        kind === 'poller'
          ? [results.failed, '对方应答 401']
          : minutes === 42
            ? [results.partial, '没有读到设备编号（sn）']
            : minutes === 18
              ? [results.strangers, null]
              : [results.stored, null];
      const records = kind === 'poller' ? 0 : random.int(20, 40);
      await tx.run(sql`insert into device_integration_deliveries (tenant_id, integration_id, at, result, deliveries, records, stored,
        strangers, problem)
        values (${tenantId}, ${id},
          to_timestamp(${(now - minutes * 60_000) / 1000}::float8), ${result}, ${kind === 'poller' ? 1 : random.int(10, 20)}, ${records},
          ${result === results.stored ? records * 2 : result === results.partial ? records : 0}, ${result === results.strangers ? 2 : 0},
            ${problem})`);
    }
  }
}
