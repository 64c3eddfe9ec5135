/** Packages, as the platform edits them. Every save is a version; orders keep what they sold. */
import { sql } from 'kysely';
import { toFen, toYuan } from '#contract/fields.ts';
import type { Package, packages as routes } from '#contract/subscriptions/packages.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { contains, merged } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import type { Option } from './offers.ts';
import { checkedMenus, packageMenus } from '../tenants/package-menus.ts';
import { needPlatform } from './platform-only.ts';

type Form = z.output<typeof routes.create.input>;

const all = () => db.selectFrom('packages').where('deleted_at', 'is', null) as any;
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
  sql`(select count(*) from tenants t where t.package_code = packages.code and t.deleted_at is null)`.as('tenants'),
  'version',
  'created_at as createTime',
  'updated_at as updateTime',
] as const;

const itemsOf = (options: readonly Option[]) => options.map(({ priceFen, ...option }) => ({ ...option, price: toYuan(priceFen) }));
const toPackage = ({ options, ...row }: any): z.output<typeof Package> => ({ ...row, items: itemsOf(options) });

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
  throw error.code === '23505' ? conflict('套餐编码已存在') : error;
};

/** A duration's name is its name for ever: two packages never share one. */
async function needOwnSkus({ tx }: Context, form: Form, id: number | null): Promise<void> {
  const skus = form.items.map(({ sku }) => sku.toLowerCase());
  const row = await tx.row<{ sku: string; name: string }>(sql`
    select o ->> 'sku' as sku, p.name from packages p, jsonb_array_elements(p.options) o
    where p.deleted_at is null and p.id is distinct from ${id} and lower(o ->> 'sku') = any(${skus}::text[]) limit 1`);
  if (row) throw conflict(`规格编码${row.sku}已用于套餐“${row.name}”`);
}

/** Keeps the package as it is now. */
async function keepVersion({ tx, session }: Context, id: number): Promise<void> {
  await tx.run(sql`
    insert into package_versions (tenant_id, package_id, version, content, changed_by, changed_name)
    select ${PLATFORM}, p.id, p.version, to_jsonb(p), ${session.userId}, ${session.name} from packages p where p.id = ${id}`);
}

/** Changes a package that is as the caller read it. Throws 404, 409. */
async function save(context: Context, id: number, version: number | undefined, values: object): Promise<true> {
  const query = db
    .updateTable('packages')
    .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` } as never)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  const done = await context.tx.run(version === undefined ? query : query.where('version', '=', version)).catch(taken);
  if (done === 0) {
    const fresh = await context.tx.row(all().where('id', '=', id).select(['id', 'version']));
    throw fresh ? conflict('套餐已被他人修改，请刷新后重试', fresh) : notFound('套餐');
  }
  await keepVersion(context, id);
  return true;
}

async function find({ tx }: Context, id: number): Promise<z.output<typeof Package>> {
  const row = await tx.row(all().where('id', '=', id).select(columns));
  if (!row) throw notFound('套餐');
  return toPackage(row);
}

/** The package as it will be while this transaction changes it. */
async function locked(context: Context, id: number): Promise<z.output<typeof Package>> {
  await context.tx.run(all().where('id', '=', id).select('id').forUpdate());
  return find(context, id);
}

const needItems = (form: Form) => {
  if (form.open && form.items.length > 0 && form.items.every(({ open }) => !open)) throw refused('上架的套餐至少要有一个在售的购买时长');
};

export const packages: Handlers<typeof routes> = {
  async page(input, context) {
    needPlatform(context);
    let matching = all();
    if (input.packageName) matching = matching.where((eb: any) => contains('name')(eb, input.packageName));
    if (input.open) matching = matching.where('open', '=', input.open === 'true');
    const order = orderOf(input, { create_time: 'created_at', sort: 'sort', package_name: 'name' }, 'created_at');
    const found = await pageOf<any>(context, input, matching, (query) => inOrder(query.select(columns as any), order) as any, order);
    return { ...found, records: found.records.map(toPackage) };
  },

  async menuTree(_input, context) {
    needPlatform(context);
    return [...packageMenus];
  },

  async get({ id }, context) {
    needPlatform(context);
    return find(context, id);
  },

  async versions({ id }, context) {
    needPlatform(context);
    const rows = await context.tx.rows<{ version: number; content: any; changed_name: string | null; created_at: string }>(
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
        menus: content.menus,
        items: itemsOf(content.options),
        open: content.open,
      },
      changedName: changed_name,
      createTime: created_at,
    }));
  },

  async create(form, context) {
    needPlatform(context);
    needItems(form);
    await needOwnSkus(context, form, null);
    const made = await context.tx.row<{ id: number }>(db.insertInto('packages').values(valuesOf(form)).returning('id')).catch(taken);
    const { id } = made as { id: number };
    await keepVersion(context, id);
    return id;
  },

  async update({ id, version, ...form }, context) {
    needPlatform(context);
    const now = merged(await locked(context, id), form) as Form;
    needItems(now);
    await needOwnSkus(context, now, id);
    return save(context, id, version, valuesOf(now));
  },

  async sale({ id, open, version }, context) {
    needPlatform(context);
    return save(context, id, version, { open });
  },

  async remove({ id }, context) {
    needPlatform(context);
    const row = await context.tx.row<{ open: boolean }>(all().where('id', '=', id).select('open'));
    if (!row) throw notFound('套餐');
    if (row.open) throw refused('套餐正在出售，请先下架');
    return save(context, id, undefined, { deleted_at: sql`now()` });
  },
};
