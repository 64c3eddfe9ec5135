/** What is on sale, as everybody may see it. */
import { toYuan } from '#contract/fields.ts';
import type { PackageItem, PackageOffer } from '#contract/subscriptions/package-orders.ts';
import type { z } from 'zod';
import { db, type Tx } from '../db/tenant.ts';
import { menuNames } from '../tenants/package-menus.ts';

/** A duration as it is kept. */
export interface Option {
  sku: string;
  timeNum: number;
  priceFen: number;
  open: boolean;
}

export interface PackageRow {
  id: number;
  code: string;
  name: string;
  description: string;
  menus: string[] | null;
  account_limit: number | null;
  people_limit: number | null;
  device_limit: number | null;
  storage_limit: number | null;
  options: Option[];
  open: boolean;
  sort: number;
  version: number;
}

const columns = [
  'id',
  'code',
  'name',
  'description',
  'menus',
  'account_limit',
  'people_limit',
  'device_limit',
  'storage_limit',
  'options',
  'open',
  'sort',
  'version',
] as const;

export const packageRows = () => db.selectFrom('packages').select(columns).where('deleted_at', 'is', null);

/** The packages on sale, in the order of the offer. In any tenant's transaction. */
export const onSale = (tx: Tx): Promise<PackageRow[]> =>
  tx.rows<PackageRow>(packageRows().where('open', '=', true).orderBy('sort').orderBy('id') as never);

/** One package on sale; undefined when it is not. */
export const saleOf = (tx: Tx, id: number): Promise<PackageRow | undefined> =>
  tx.row<PackageRow>(packageRows().where('open', '=', true).where('id', '=', id) as never);

/** The package on sale that a duration belongs to: a sku is in one package only. */
export const saleWith = async (tx: Tx, sku: string): Promise<PackageRow | undefined> =>
  (await onSale(tx)).find((row) => row.options.some((option) => option.sku === sku));

/** The durations that can be bought, the shortest first. */
export const openOptions = ({ options }: Pick<PackageRow, 'options'>): Option[] =>
  options.filter(({ open }) => open).sort((a, b) => a.timeNum - b.timeNum || a.priceFen - b.priceFen);

export const toOffer = (row: PackageRow): z.output<typeof PackageOffer> => ({
  id: row.id,
  packageName: row.name,
  packageCode: row.code,
  description: row.description,
  accountLimit: row.account_limit,
  peopleLimit: row.people_limit,
  deviceLimit: row.device_limit,
  storageLimit: row.storage_limit,
  menuNames: menuNames(row.menus),
});

export const toItems = (row: PackageRow): z.output<typeof PackageItem>[] =>
  openOptions(row).map(({ sku, timeNum, priceFen }, at) => ({ id: at + 1, sku, timeNum, price: toYuan(priceFen) }));
