/** How tenants are read. Row-level security leaves the own tenant and those below; tenants have no tenant_id. */
import { sql } from 'kysely';
import { DAY } from '#contract/time.ts';
import { ENDS_SOON_DAYS, PLATFORM, type TenantNode } from '#contract/tenants/tenants.ts';
import { instant } from '../db/instants.ts';
import { db } from '../db/tenant.ts';
import { nested } from '../lists/nested.ts';

export const visible = () => db.selectFrom('tenants').where('deleted_at', 'is', null);

/** Tenants that are not frozen and end within a month, or have ended. */
export const expires = (expiry: 'soon' | 'ended', now: number) =>
  expiry === 'ended'
    ? sql<boolean>`(status = 0 and ends_at <= ${instant(now)})`
    : sql<boolean>`(status = 0 and ends_at > ${instant(now)} and ends_at <= ${instant(now + ENDS_SOON_DAYS * DAY)})`;

const tenantColumns = [
  'id',
  'parent_id as parentId',
  'name',
  'code',
  sql<'0' | '9'>`status::text`.as('status'),
  'package_code as packageCode',
  sql<
    string | null
  >`(select p.name from packages p where p.code = tenants.package_code order by p.deleted_at is not null, p.id desc limit 1)`.as(
    'packageName',
  ),
  'logo',
  'region_code as regionCode',
  'index_version as indexVersion',
  'source',
  'users_most as usersMost',
  'people_most as peopleMost',
  'storage_most as storageMost',
  'devices_most as devicesMost',
  'frozen_reason as frozenReason',
  'frozen_at as frozenTime',
  'starts_at as startTime',
  'ends_at as endTime',
  sql<'0'>`'0'`.as('delFlag'),
  'version',
  'created_at as createTime',
  'updated_at as updateTime',
] as const;

/** The tenants of a query as they are read. */
export const withTenant = (query: ReturnType<typeof visible>) => query.select(tenantColumns);

export interface Entry {
  id: number;
  parentId: number | null;
  name: string;
  code: string;
  status: string;
  endTime: string | null;
}
export const entryColumns = [
  'id',
  'parent_id as parentId',
  'name',
  'code',
  sql<string>`status::text`.as('status'),
  'ends_at as endTime',
] as const;

/** The tree of what is visible to a tenant: it is the root itself, whatever is above it; the platform sees every root. */
export function treeOf(rows: readonly Entry[], ownId: number): TenantNode[] {
  const known = new Set(rows.map(({ id }) => id));
  const roots = rows.map((row) => (row.parentId !== null && !known.has(row.parentId) ? { ...row, parentId: null } : row));
  return nested(
    roots,
    (row) => row.parentId,
    (row) => row,
  ).filter(({ id }) => ownId === PLATFORM || id === ownId);
}
