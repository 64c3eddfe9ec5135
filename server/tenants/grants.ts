/** What a package opens in a tenant: menus and quotas. Runs in the platform's context: only it may write tenants. */
import { sql } from 'kysely';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { menuRows } from '../system/menu-rows.ts';
import { grantMenus } from '../users/roles.ts';
import { inside } from '../db/inside.ts';

export interface Grant {
  packageCode: string;
  /** Keys of menus; null is all. */
  features: string[] | null;
  /** Null is without limit. */
  usersMost: number | null;
  peopleMost: number | null;
  devicesMost: number | null;
  /** Bytes. */
  storageMost: number | null;
}

/** The columns of `tenants` that a package sets. */
export const columnsOfGrant = ({ packageCode, features, usersMost, peopleMost, devicesMost, storageMost }: Grant) => ({
  package_code: packageCode,
  features,
  users_most: usersMost,
  people_most: peopleMost,
  devices_most: devicesMost,
  storage_most: storageMost,
});

/** Opens what every package has in tenants that subscribed before it came. */
export async function openAlways(deps: Dependencies, keys: readonly string[]): Promise<void> {
  await deps.inTenant(PLATFORM, (platform) =>
    platform.run(sql`
      update tenants set features = array(select distinct key from unnest(features || ${keys}::text[]) as key order by key)
      where features is not null and not features @> ${keys}::text[]`),
  );
}

/**
 * Gives a tenant exactly the menus and quotas of a package, until `endsAt` (ISO). What
 * is new goes to the role of its administrators; what is gone stays in the roles, closed, for the
 * day it comes back. Pages read their rights anew once this commits.
 */
export async function grantTenant(platform: Tx, deps: Dependencies, tenantId: number, grant: Grant, endsAt: string): Promise<void> {
  const before = await platform.row<{ features: string[] | null }>(
    db.selectFrom('tenants').select('features').where('id', '=', tenantId).forUpdate(),
  );
  await platform.run(
    db
      .updateTable('tenants')
      .set({ ...columnsOfGrant(grant), ends_at: endsAt, version: sql`version + 1`, updated_at: sql`now()` })
      .where('id', '=', tenantId),
  );
  await inside(platform, deps, tenantId, async (tx) => {
    const was = before?.features && new Set(before.features);
    const opens = was ? (grant.features ?? []).filter((key) => !was.has(key)) : [];
    const all = was && grant.features === null;
    const rows = was
      ? (await menuRows(tx)).filter(({ permission }) => permission !== null && !was.has(permission) && (all || opens.includes(permission)))
      : [];
    await grantMenus(
      tx,
      'admin',
      rows.map(({ id }) => id),
    );
    await emit('rights.changed', { userId: null }, tx, deps);
  });
}
