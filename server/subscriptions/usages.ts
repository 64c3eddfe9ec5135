/** What every tenant uses of what it may, for the platform. */
import { instantOf, isoOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { toYuan } from '#contract/fields.ts';
import type { orderVerifications as routes, TenantUsage } from '#contract/subscriptions/order-verifications.ts';
import { standingLabels, standingOf } from '#contract/subscriptions/terms.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { titled } from '#contract/labels.ts';
import { usageLabels } from '#contract/subscriptions/order-verifications.labels.ts';
import type { z } from 'zod';
import type { Work } from '../context.ts';
import { contains } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { inside } from '../db/inside.ts';
import { loadOf } from '../db/quotas.ts';
import type { ExportColumn } from '../transfers/exports.ts';
import { smallPage } from './small-pages.ts';
import { graceDays, packageName } from './standings.ts';

type Row = z.output<typeof TenantUsage>;

/** Used and at most, both under the list's one column. */
const half = (title: string, key: 'users' | 'people' | 'devices', unit: string): ExportColumn<Row>[] => [
  { key, title: `${title}已用（${unit}）`, value: (row) => row[key].used, width: 14 },
  { key, title: `${title}上限（${unit}）`, value: (row) => row[key].most ?? '不限', width: 14 },
];
const megabytes = (bytes: number) => Math.round(bytes / 104_857.6) / 10;

export const usageColumns: readonly ExportColumn<Row>[] = titled(usageLabels, [
  { key: 'tenantName', width: 26 },
  { key: 'packageName', width: 14 },
  { key: 'packageCode', width: 12 },
  { key: 'standing', value: ({ standing }) => (standing === 'frozen' ? '已冻结' : standingLabels[standing]), width: 16 },
  { key: 'endTime', title: '到期时间', value: ({ endTime }) => endTime ?? '长期有效', width: 20 },
  ...half('用户', 'users', '个'),
  ...half('服务对象', 'people', '人'),
  ...half('设备', 'devices', '台'),
  { key: 'storage', title: '存储已用（MB）', value: ({ storage }) => megabytes(storage.used), width: 16 },
  {
    key: 'storage',
    title: '存储上限（MB）',
    value: ({ storage }) => (storage.most === null ? '不限' : megabytes(storage.most)),
    width: 16,
  },
  { key: 'paid', format: 'money', width: 14 },
]);

/** `GET usage/page`: the ends that come first, first. In the platform's own transaction. */
export async function readUsages(input: z.output<typeof routes.usage.input>, { tx, deps }: Work) {
  const now = deps.now();
  const grace = await graceDays(tx);
  const at = sql<string>`${isoOf(now)}::timestamptz`;
  const closed = sql<boolean>`ends_at + make_interval(days => ${grace}) < ${at}`;
  const ended = sql<boolean>`ends_at < ${at}`;
  let matching = db.selectFrom('tenants').where('id', '<>', PLATFORM).where('deleted_at', 'is', null);
  const { tenantName } = input;
  if (tenantName) matching = matching.where((eb) => contains('name')(eb, tenantName));
  if (input.packageCode) matching = matching.where('package_code', '=', input.packageCode);
  if (input.standing === 'frozen') matching = matching.where('status', '<>', 0);
  else if (input.standing) {
    matching = matching.where('status', '=', 0);
    if (input.standing === 'open') matching = matching.where(sql<boolean>`coalesce(not ${ended}, true)`);
    if (input.standing === 'reading') matching = matching.where(ended).where(sql<boolean>`not ${closed}`);
    if (input.standing === 'closed') matching = matching.where(closed);
  }
  const columns = [
    'id',
    'name',
    'status',
    'package_code',
    packageName().as('package_name'),
    'ends_at',
    'users_most',
    'people_most',
    'devices_most',
    'storage_most',
    sql<number>`(select coalesce(sum(p.amount_fen), 0)::bigint from package_payments p
      where p.tenant_id = ${PLATFORM} and p.subscriber_id = tenants.id)`.as('paid_fen'),
  ] as const;
  const found = await smallPage(tx, input, matching, (query) => query.select(columns).orderBy('ends_at').orderBy('id'));
  const records: Row[] = [];
  for (const tenant of found.records) {
    const load = await inside(tx, deps, tenant.id, loadOf);
    records.push({
      tenantId: tenant.id,
      tenantName: tenant.name,
      packageName: tenant.package_name,
      packageCode: tenant.package_code,
      endTime: tenant.ends_at,
      standing: tenant.status !== 0 ? 'frozen' : standingOf(tenant.ends_at === null ? null : instantOf(tenant.ends_at), grace, now),
      users: { used: load.users, most: tenant.users_most },
      people: { used: load.people, most: tenant.people_most },
      devices: { used: load.devices, most: tenant.devices_most },
      storage: { used: load.storage, most: tenant.storage_most },
      paid: toYuan(tenant.paid_fen),
    });
  }
  return { ...found, records };
}
