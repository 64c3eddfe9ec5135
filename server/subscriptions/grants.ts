/** From a package to what it opens in a tenant. */
import type { Grant } from '../tenants/grants.ts';
import type { PackageRow } from './offers.ts';
import { featuresOf } from '../tenants/package-menus.ts';

export type SoldPackage = Pick<PackageRow, 'code' | 'name' | 'menus' | 'account_limit' | 'people_limit' | 'device_limit' | 'storage_limit'>;

export const grantOf = (row: SoldPackage): Grant => ({
  packageCode: row.code,
  features: featuresOf(row.menus),
  usersMost: row.account_limit,
  peopleMost: row.people_limit,
  devicesMost: row.device_limit,
  storageMost: row.storage_limit,
});
