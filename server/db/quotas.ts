/** What a tenant may have at most, and what it has. Null is unlimited. */
import { sql } from 'kysely';
import type { Usage } from '#contract/tenants/tenants.ts';
import { db, type Tx } from './tenant.ts';
import { refused } from '../errors.ts';

export type Quota = 'users' | 'people' | 'devices' | 'storage';

const columns = { users: 'users_most', people: 'people_most', devices: 'devices_most', storage: 'storage_most' } as const;

/** Members of other tenants and visitors from above are not counted: their own tenant has them. */
const counts = (tenantId: number) => ({
  users: sql<number>`(select count(*) from users where tenant_id = ${tenantId} and deleted_at is null and home_user_id is null)`,
  people: sql<number>`(select count(*) from people where tenant_id = ${tenantId} and deleted_at is null)`,
  devices: sql<number>`(select count(*) from devices where tenant_id = ${tenantId} and deleted_at is null)`,
  storage: sql<number>`(select coalesce(sum(size), 0)::bigint from files where tenant_id = ${tenantId})`,
});

const MEGABYTE = 1024 * 1024;
const sayings: Record<Quota, (most: number) => string> = {
  users: (most) => `用户数已达上限（${most}个），请联系平台管理员`,
  people: (most) => `服务对象数已达上限（${most}人），请联系平台管理员`,
  devices: (most) => `设备数已达上限（${most}台），请联系平台管理员`,
  storage: (most) => `存储空间不足（共${Math.round((most / MEGABYTE) * 10) / 10}MB），请联系平台管理员`,
};

/**
 * Throws 422 when the tenant of `tx` may not have `more` (users, people; bytes of
 * storage) beyond what it has. Call it in the transaction that adds them: those who add at once take turns, as long as there is a limit.
 */
export async function needQuota(tx: Tx, kind: Quota, more = 1): Promise<void> {
  const limits = await tx.row<{ most: number | null }>(
    db.selectFrom('tenants').select(`${columns[kind]} as most`).where('id', '=', tx.tenantId),
  );
  const most = limits?.most ?? null;
  if (most === null) return;
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`quota ${kind} ${tx.tenantId}`}, 0))`);
  const has = await tx.row<{ n: number }>(sql`select ${counts(tx.tenantId)[kind]} as n`);
  if ((has?.n ?? 0) + more > most) throw refused(sayings[kind](most), { kind, most, has: has?.n ?? 0 });
}

/** The figures of the tenant of `tx`, in one question; `dayAgo` is the ISO time 24 hours before now. */
export async function usageOf(tx: Tx, dayAgo: string): Promise<Usage> {
  const { tenantId } = tx;
  const { users, people, storage } = counts(tenantId);
  const since = (table: string, column: string) =>
    sql<number>`(select count(*) from ${sql.table(table)} where tenant_id = ${tenantId} and ${sql.ref(column)} >= ${dayAgo}::timestamptz)`;
  return (await tx.row<Usage>(sql`
    select ${users} as users, ${people} as people, ${storage} as storage,
      (select count(*) from devices where tenant_id = ${tenantId} and deleted_at is null) as devices,
      (select coalesce(sum(h.count), 0)::bigint from devices d join hourly_readings h on h.tenant_id = d.tenant_id and h.device_id = d.id
        and h.hour >= ${dayAgo}::timestamptz
        where d.tenant_id = ${tenantId}) as readings,
      ${since('warnings', 'happened_at')} as warnings, ${since('work_orders', 'created_at')} as "workOrders",
        ${since('operation_logs', 'created_at')} as operations`)) as Usage;
}

/** What a tenant has of all that a package limits. Storage in bytes. */
export async function loadOf(tx: Tx): Promise<Record<Quota, number>> {
  const { users, people, devices, storage } = counts(tx.tenantId);
  return (await tx.row<Record<Quota, number>>(
    sql`select ${users} as users, ${people} as people, ${devices} as devices, ${storage} as storage`,
  ))!;
}

/** Only the two that lists show. */
export const headcountsOf = (tx: Tx): Promise<{ users: number; people: number } | undefined> => {
  const { users, people } = counts(tx.tenantId);
  return tx.row(sql`select ${users} as users, ${people} as people`);
};
