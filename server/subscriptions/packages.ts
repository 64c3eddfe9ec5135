/** Packages, as the platform edits them. Every save is a version; orders keep what they sold. */
import { sql, type Selectable } from 'kysely';
import { toFen, toYuan } from '#contract/fields.ts';
import type { Package, packages as routes } from '#contract/subscriptions/packages.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { z } from 'zod';
import type { Work } from '../context.ts';
import { contains, merged } from '../lists/crud.ts';
import type { Tables } from '../db/tables.ts';
import { db } from '../db/tenant.ts';
import type { SelectedBy } from '../lists/query.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import type { Option } from './offers.ts';
import { checkedMenus, packageMenus, presentMenus } from '../tenants/package-menus.ts';

type Form = z.output<typeof routes.create.input>;

/** A row of `packages` as a version keeps it. */
type Kept = Pick<
  Selectable<Tables['packages']>,
  'name' | 'code' | 'description' | 'account_limit' | 'people_limit' | 'device_limit' | 'storage_limit' | 'menus' | 'open'
> & { options: Option[] };

const all = () => db.selectFrom('packages').where('deleted_at', 'is', null);
const columns = [
  'id',
  'name as packageName',
  'code as packageCode',
  'description',
  'account_limit as accountLimit',
  'people_limit as peopleLimit',
  'device_limit as deviceLimit',
  'storage_limit as storageLimit',
  'menus',
  'options',
  'open',
  'sort',
  sql<number>`(select count(*) from tenants t where t.package_code = packages.code and t.deleted_at is null)`.as('tenants'),
  'version',
  'created_at as createTime',
  'updated_at as updateTime',
] as const;

const itemsOf = (options: readonly Option[]) => options.map(({ priceFen, ...option }) => ({ ...option, price: toYuan(priceFen) }));
const withColumns = (query: ReturnType<typeof all>) => query.select(columns);
const toPackage = ({ options, ...row }: SelectedBy<ReturnType<typeof withColumns>>): z.output<typeof Package> => ({
  ...row,
  menus: row.menus && presentMenus(row.menus),
  items: itemsOf(options as Option[]),
});

const valuesOf = (form: Form) => ({
  name: form.packageName,
  code: form.packageCode,
  description: form.description,
  account_limit: form.accountLimit,
  people_limit: form.peopleLimit,
  device_limit: form.deviceLimit,
  storage_limit: form.storageLimit,
  menus: checkedMenus(form.menus),
  options: JSON.stringify(form.items.map(({ price, ...item }) => ({ ...item, priceFen: toFen(price) }))) as never,
  open: form.open,
  sort: form.sort,
});

const taken = (error: { code?: string }): never => {
  throw error.code === '23505' ? conflict('产品包编码已存在') : error;
};

/** A duration's name is its name for ever: two packages never share one. */
async function needOwnSkus({ tx }: Work, form: Form, id: number | null): Promise<void> {
  const skus = form.items.map(({ sku }) => sku.toLowerCase());
  const row = await tx.row<{ sku: string; name: string }>(sql`
    select o ->> 'sku' as sku, p.name from packages p, jsonb_array_elements(p.options) o
    where p.deleted_at is null and p.id is distinct from ${id} and lower(o ->> 'sku') = any(${skus}::text[]) limit 1`);
  if (row) throw conflict(`规格编码${row.sku}已用于产品包“${row.name}”`);
}

/** Keeps the package as it is now. */
async function keepVersion({ tx, actor }: Work, id: number): Promise<void> {
  await tx.run(sql`
    insert into package_versions (tenant_id, package_id, version, content, changed_by, changed_name)
    select ${PLATFORM}, p.id, p.version, to_jsonb(p), ${actor.userId}, ${actor.name} from packages p where p.id = ${id}`);
}

/** Changes a package that is as the caller read it. Throws 404, 409. */
async function save(work: Work, id: number, version: number | undefined, values: object): Promise<true> {
  const query = db
    .updateTable('packages')
    .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` } as never)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  const done = await work.tx.run(version === undefined ? query : query.where('version', '=', version)).catch(taken);
  if (done === 0) {
    const fresh = await work.tx.row(all().where('id', '=', id).select(['id', 'version']));
    throw fresh ? conflict('产品包已被他人修改，请刷新后重试', fresh) : notFound('产品包');
  }
  await keepVersion(work, id);
  return true;
}

async function find({ tx }: Work, id: number): Promise<z.output<typeof Package>> {
  const row = await tx.row(withColumns(all().where('id', '=', id)));
  if (!row) throw notFound('产品包');
  return toPackage(row);
}

/** The package as it will be while this transaction changes it. */
async function locked(work: Work, id: number): Promise<z.output<typeof Package>> {
  await work.tx.run(all().where('id', '=', id).select('id').forUpdate());
  return find(work, id);
}

const needItems = (form: Form) => {
  if (form.open && form.items.length > 0 && form.items.every(({ open }) => !open)) throw refused('上架的产品包至少要有一个在售的购买时长');
};

export const packages: Handlers<typeof routes> = {
  async page(input, context) {
    let matching = all();
    const { packageName } = input;
    if (packageName) matching = matching.where((eb) => contains('name')(eb, packageName));
    if (input.open) matching = matching.where('open', '=', input.open === 'true');
    const order = orderOf(input, { create_time: 'created_at', sort: 'sort', package_name: 'name' }, 'created_at');
    const found = await pageOf(context, input, matching, (query) => inOrder(withColumns(query), order), order);
    return { ...found, records: found.records.map(toPackage) };
  },

  async menuTree(_input) {
    return [...packageMenus];
  },

  async get({ id }, context) {
    return find(context, id);
  },

  async versions({ id }, context) {
    const rows = await context.tx.rows<{ version: number; content: Kept; changed_name: string | null; created_at: string }>(
      db
        .selectFrom('package_versions')
        .select(['version', 'content', 'changed_name', 'created_at'])
        .where('tenant_id', '=', PLATFORM)
        .where('package_id', '=', id)
        .orderBy('version', 'desc')
        .limit(200),
    );
    return rows.map(({ version, content, changed_name, created_at }) => ({
      version,
      content: {
        packageName: content.name,
        packageCode: content.code,
        description: content.description,
        accountLimit: content.account_limit,
        peopleLimit: content.people_limit,
        deviceLimit: content.device_limit,
        storageLimit: content.storage_limit,
        menus: content.menus && presentMenus(content.menus),
        items: itemsOf(content.options),
        open: content.open,
      },
      changedName: changed_name,
      createTime: created_at,
    }));
  },

  async create(form, context) {
    needItems(form);
    await needOwnSkus(context, form, null);
    const made = await context.tx.row<{ id: number }>(db.insertInto('packages').values(valuesOf(form)).returning('id')).catch(taken);
    const { id } = made as { id: number };
    await keepVersion(context, id);
    return id;
  },

  async update({ id, version, ...form }, context) {
    const now = merged(await locked(context, id), form) as Form;
    needItems(now);
    await needOwnSkus(context, now, id);
    return save(context, id, version, valuesOf(now));
  },

  async sale({ id, open, version }, context) {
    return save(context, id, version, { open });
  },

  async remove({ id }, context) {
    const row = await context.tx.row<{ open: boolean }>(all().where('id', '=', id).select('open'));
    if (!row) throw notFound('产品包');
    if (row.open) throw refused('产品包正在出售，请先下架');
    return save(context, id, undefined, { deleted_at: sql`now()` });
  },
};
