/**
 * Vendors' systems as rows: how their messages are read, signed, answered and fetched. The
 * ingest process lives by them (server/ingest/integrations.ts).
 */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { deviceIntegrations as routes } from '#contract/devices/device-integrations.ts';
import { lostByMapping, lostBySwitch } from '#contract/devices/lost-alarms.rules.ts';
import { Mapping } from '#contract/devices/mappings.ts';
import { explaining } from '../db/constraints.ts';
import type { Tables } from '../db/tables.ts';
import type { Work } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, readOne, reads, writes, type ListOf } from '../lists/crud.ts';
import type { ColumnValue } from '../lists/query.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { addressHash, newAddressKey, PUSH_PATH, sealSecret } from './integration-keys.ts';
import { tryMapping } from './integration-trials.ts';
import { confirmedLosses } from './lost-alarms.ts';
import { withoutSecrets, type Reached } from './vendor-secrets.ts';

const own = { table: 'device_integrations', noun: '数据接入' } as const;
const mine = (table: string) =>
  sql`${sql.table(table)} x where x.tenant_id = device_integrations.tenant_id and x.integration_id = device_integrations.id`;
const newest =
  <C extends keyof Tables['device_integration_deliveries'] & string>(column: C) =>
  () =>
    sql<ColumnValue<
      'device_integration_deliveries',
      C
    > | null>`(select x.${sql.ref(column)} from ${mine('device_integration_deliveries')} order by x.id desc limit 1)`;

/** How many devices' messages an integration reads: by its types. */
const devicesOf = (id: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::integer from devices d join device_types t on t.tenant_id = d.tenant_id and t.id = d.type_id
    where d.tenant_id = (select app.tenant()) and t.integration_id = ${id} and d.deleted_at is null)`;

const list: ListOf<typeof routes.page, 'device_integrations'> = {
  ...own,
  columns: {
    id: 'id',
    name: 'name',
    kind: 'kind',
    mapping: 'mapping',
    signature: 'signature',
    reply: 'reply',
    polling: 'polling',
    subscription: 'subscription',
    enabled: 'enabled',
    remarks: 'remarks',
    hasAddress: () => sql`exists (select from ${mine('device_integration_secrets')} and x.address_key is not null)`,
    hasSecret: () => sql`exists (select from ${mine('device_integration_secrets')} and x.secret_cipher is not null)`,
    typeCount: () =>
      sql`(select count(*) from device_types t where t.tenant_id = device_integrations.tenant_id
        and t.integration_id = device_integrations.id)`,
    deviceCount: () => devicesOf(sql.ref('device_integrations.id')),
    deliveryTime: newest('at'),
    deliveryResult: newest('result'),
    createName: lookup('users', 'name', 'device_integrations.created_by'),
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), kind: equals('kind') },
  sorts: { name: 'name' },
};

const deliveries: ListOf<typeof routes.deliveries, 'device_integration_deliveries'> = {
  table: 'device_integration_deliveries',
  noun: '接入记录',
  columns: {
    id: 'id',
    time: 'at',
    result: 'result',
    deliveries: 'deliveries',
    records: 'records',
    stored: 'stored',
    strangers: 'strangers',
    problem: 'problem',
  },
  filters: { id: equals('integration_id') },
  order: 'id',
};

const plain = writes({
  ...own,
  fields: {
    name: 'name',
    kind: 'kind',
    mapping: 'mapping',
    signature: 'signature',
    reply: 'reply',
    polling: 'polling',
    subscription: 'subscription',
    enabled: 'enabled',
    remarks: 'remarks',
  },
  stamp: (session) => ({ created_by: session.userId }),
});

const refusals = {
  device_integrations_tenant_id_name_key: conflict('已有同名的数据接入'),
  device_types_tenant_id_integration_id_fkey: refused('还有设备类型使用该数据接入，不能删除'),
};

interface Form extends Reached {
  kind: string;
  mapping: { device?: string | undefined };
}

/** What a kind cannot do without. */
function check({ kind, mapping, polling, subscription }: Form): void {
  if (kind !== 'mqtt' && !mapping.device && !(kind === 'broker' && subscription?.deviceLevel))
    throw invalid('请填写设备编号的路径，否则不知道数据是哪台设备的');
  if ((kind === 'poller') !== Boolean(polling)) throw invalid(polling ? '只有定时拉取可以填写拉取地址' : '请填写拉取地址和间隔');
  if ((kind === 'broker') !== Boolean(subscription))
    throw invalid(subscription ? '只有订阅可以填写厂商服务器' : '请填写厂商的MQTT服务器和主题');
}

/** JSON columns take their text: the driver would write a list as an array of PostgreSQL. */
const written = <T extends object>(input: T): T =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'object' && value !== null ? JSON.stringify(value) : value]),
  ) as T;

type Locked = Reached & { kind: string; mapping: unknown; enabled: boolean };

async function lock(id: number, { tx }: Work): Promise<Locked> {
  const row = await tx.row<Locked>(
    sql`select kind, polling, subscription, mapping, enabled from device_integrations
      where tenant_id = ${tx.tenantId} and id = ${id} for update`,
  );
  if (!row) throw notFound('数据接入');
  return row;
}

/** The mapping with the calls for help that are not raised any more, which is refused unless each was confirmed. */
async function withLosses(
  { tx }: Work,
  id: number,
  before: Locked,
  { mapping, enabled }: { mapping: Mapping; enabled: boolean },
): Promise<Mapping> {
  const { acceptedLoss: accepted = [], ...fields } = mapping;
  const old = Mapping.safeParse(before.mapping).data ?? null;
  const known = old?.acceptedLoss ?? [];
  const lost = await confirmedLosses([...lostByMapping(old, fields, known), ...lostBySwitch(fields, enabled)], {
    before: [...known, ...(old ? lostBySwitch(old, before.enabled) : [])],
    accepted,
    countDevices: async () => (await tx.row<{ n: number }>(sql`select ${devicesOf(sql.lit(id))} as n`))!.n,
  });
  // An integration that was switched off before confirmations existed stays as it was read: there is no confirmation to keep.
  const acceptedLoss = lost.filter((text) => known.includes(text) || accepted.includes(text));
  return acceptedLoss.length > 0 ? { ...fields, acceptedLoss } : fields;
}

export const deviceIntegrations: Handlers<typeof routes> = {
  ...reads(list),

  async create({ mapping, ...form }, context) {
    // Of a new one nothing was raised before.
    const { acceptedLoss: _, ...fields } = mapping;
    const input = { ...form, mapping: fields };
    check(input);
    const { polling, write } = await withoutSecrets(context, null, input, null);
    const id = await explaining(refusals, plain.create(written({ ...input, polling }), context));
    await write(id);
    await context.emit('integration.changed', { integrationId: id });
    return id;
  },

  async update(input, context) {
    check(input);
    const before = await lock(input.id, context);
    if (before.kind !== input.kind) throw refused('接入方式不能修改，请新增一个数据接入');
    const mapping = await withLosses(context, input.id, before, { mapping: input.mapping, enabled: input.enabled ?? before.enabled });
    const { polling, write } = await withoutSecrets(context, input.id, input, before);
    await explaining(refusals, plain.update(written({ ...input, mapping, polling }), context));
    await write(input.id);
    await context.emit('integration.changed', { integrationId: input.id });
    return true;
  },

  async remove(input, context) {
    await explaining(refusals, plain.remove(input, context));
    await context.emit('integration.changed', { integrationId: input.id });
    return true;
  },

  async address({ id }, context) {
    const { tx } = context;
    const { kind } = await lock(id, context);
    if (kind !== 'webhook') throw refused('只有厂商推送需要推送地址');
    const key = newAddressKey();
    await tx.run(sql`insert into device_integration_secrets (tenant_id, integration_id, address_key)
      values (${tx.tenantId}, ${id}, ${addressHash(key)})
      on conflict (tenant_id, integration_id) do update set address_key = excluded.address_key`);
    await context.emit('integration.changed', { integrationId: id });
    return { path: PUSH_PATH + key };
  },

  async secret({ id, secret }, context) {
    const { tx, deps } = context;
    await lock(id, context);
    const sealed = secret === '' ? null : sealSecret(deps.secrets, tx.tenantId, id, secret);
    await tx.run(sql`insert into device_integration_secrets (tenant_id, integration_id, secret_cipher)
      values (${tx.tenantId}, ${id}, ${sealed})
      on conflict (tenant_id, integration_id) do update set secret_cipher = excluded.secret_cipher`);
    await context.emit('integration.changed', { integrationId: id });
    return true;
  },

  async deliveries(input, context) {
    await readOne(list, input.id, context);
    return reads(deliveries).page(input, context);
  },

  async state({ id }, context) {
    const { tx } = context;
    await readOne(list, id, context);
    const state = await tx.row<z.input<typeof routes.state.output>>(sql`
      select polled_at as "pollTime", succeeded_at as "successTime", next_at as "nextTime", failures, problem, sample, sample_at as "sampleTime",
        -- A process that was killed cannot say that its connection went with it.
        case when polled_at > now() - interval '2 minutes' then connected_at end as "connectTime"
      from device_integration_states where tenant_id = ${tx.tenantId} and integration_id = ${id}`);
    return (
      state ?? {
        pollTime: null,
        successTime: null,
        nextTime: null,
        failures: 0,
        problem: null,
        connectTime: null,
        sample: null,
        sampleTime: null,
      }
    );
  },

  try: (input, context) => tryMapping(input, context),
};
