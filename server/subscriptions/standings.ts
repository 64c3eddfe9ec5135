/** How a tenant stands: package, end, what it uses of what it may. */
import { DAY, instantOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { Subscription } from '#contract/subscriptions/package-orders.ts';
import { standingOf } from '#contract/subscriptions/terms.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { z } from 'zod';
import type { Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { inside } from '../db/inside.ts';
import { loadOf } from '../db/quotas.ts';

const MOST_GRACE = 365;

/** The platform's GRACE_DAYS, as `app.closing_of` reads it. In the platform's context. */
export async function graceDays(platform: Tx): Promise<number> {
  const row = await platform.row<{ value: string }>(
    db.selectFrom('parameters').select('value').where('tenant_id', '=', PLATFORM).where('key', '=', 'GRACE_DAYS'),
  );
  return row && /^\d{1,3}$/.test(row.value) ? Math.min(MOST_GRACE * 3, Number(row.value)) : 0;
}

/** The names of packages by their codes, also of those that are not sold any more. */
export const packageName = () =>
  sql<
    string | null
  >`(select p.name from packages p where p.code = tenants.package_code order by p.deleted_at is not null, p.id desc limit 1)`;

interface Standing {
  package_code: string | null;
  package_name: string | null;
  ends_at: string | null;
  users_most: number | null;
  people_most: number | null;
  devices_most: number | null;
  storage_most: number | null;
}

interface TermRow {
  orderNo: string;
  packageName: string;
  startTime: string;
  endTime: string;
  ended: boolean;
}

/** `GET sysorder/subscription`. */
export async function readSubscription({ tx, deps }: Work): Promise<z.output<typeof Subscription>> {
  const tenant = (await tx.row<Standing>(
    db
      .selectFrom('tenants')
      .select(['package_code', 'ends_at', 'users_most', 'people_most', 'devices_most', 'storage_most', packageName().as('package_name')])
      .where('id', '=', tx.tenantId) as never,
  )) as Standing;
  const load = await loadOf(tx);
  const { grace, terms } = await inside(tx, deps, PLATFORM, async (platform) => ({
    grace: await graceDays(platform),
    terms: await platform.rows<TermRow>(sql`
      select o.number as "orderNo", o.package_name as "packageName", m.starts_at as "startTime", m.ends_at as "endTime",
        m.ended_at is not null as ended
      from package_terms m join package_orders o on o.tenant_id = m.tenant_id and o.id = m.order_id
      where m.tenant_id = ${PLATFORM} and m.subscriber_id = ${tx.tenantId} order by m.starts_at desc, m.id desc limit 50`),
  }));
  const now = deps.now();
  const end = tenant.ends_at === null ? null : instantOf(tenant.ends_at);
  return {
    packageName: tenant.package_name,
    packageCode: tenant.package_code,
    endTime: tenant.ends_at,
    closeTime: end === null ? null : textOf(end + grace * DAY),
    standing: standingOf(end, grace, now),
    daysLeft: end === null ? null : Math.max(0, Math.ceil((end - now) / DAY)),
    usage: [
      { kind: 'users', used: load.users, most: tenant.users_most },
      { kind: 'people', used: load.people, most: tenant.people_most },
      { kind: 'devices', used: load.devices, most: tenant.devices_most },
      { kind: 'storage', used: load.storage, most: tenant.storage_most },
    ],
    terms,
  };
}
