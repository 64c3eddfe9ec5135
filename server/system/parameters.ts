/** Parameters of a tenant; the platform's are the fallback of the public ones. */
import { sql } from 'kysely';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { parameterProblem } from '#contract/system/known-parameters.ts';
import { parameters as routes } from '#contract/system/parameters.ts';
import type { Dependencies, Work } from '../context.ts';
import { contains, equals, reads, writes, type ListOf } from '../lists/crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { parameterDefaults } from './menu-defaults.ts';
import { defaultValues, saveSettings, settingsOf } from './parameter-settings.ts';
import { parameterSheet } from './parameters-sheet.ts';

const list: ListOf<typeof routes.page, 'parameters'> = {
  table: 'parameters',
  noun: '参数',
  columns: {
    publicId: 'id',
    publicName: 'name',
    publicKey: 'key',
    publicValue: 'value',
    isPublic: 'public',
    system: () => sql`case when system then '1' else '0' end`,
    defaultValue: () =>
      sql`(select d.value from jsonb_to_recordset(${sql.lit(JSON.stringify(defaultValues))}::jsonb) as d (key text, value text)
        where d.key = parameters.key)`,
    status: () => sql`'0'`,
    version: 'version',
    createTime: 'created_at',
    updateTime: 'updated_at',
  },
  filters: {
    publicName: contains('name'),
    publicKey: contains('key'),
    isPublic: equals('public'),
    system: (eb, value: string) => eb('system', '=', value === '1'),
  },
  sorts: { public_name: 'name', public_key: 'key', update_time: 'updated_at' },
};
const { page, get } = reads(list);
const write = writes({
  table: 'parameters',
  noun: '参数',
  fields: { publicName: 'name', publicKey: 'key', publicValue: 'value', isPublic: 'public' },
});

const sameKey = (error: { code?: string }): never => {
  throw error.code === '23505' ? conflict('参数键已存在') : error;
};

/** Throws 400 when the product could not read the value. */
function checkValue({ publicKey, publicValue }: { publicKey: string; publicValue: string }): void {
  const problem = parameterProblem(publicKey, publicValue);
  if (problem) throw invalid(`参数值不正确：${problem}`);
}

async function builtIn({ tx }: Work, id: number): Promise<{ system: boolean; key: string }> {
  const row = await tx.row<{ system: boolean; key: string }>(
    db.selectFrom('parameters').select(['system', 'key']).where('tenant_id', '=', tx.tenantId).where('id', '=', id),
  );
  if (!row) throw notFound('参数');
  return row;
}

/** Where to transfer money to: the platform's account, whoever asks, and nobody's secret. */
const TRANSFER = 'TRANSFER';

/** The platform's TRANSFER as it is kept (JSON); null when there is none. In the platform's transaction. */
export async function transferAccount(platform: Tx): Promise<string | null> {
  const row = await platform.row<{ value: string }>(
    db.selectFrom('parameters').select('value').where('tenant_id', '=', PLATFORM).where('key', '=', TRANSFER),
  );
  return row?.value ?? null;
}

/** The tenant's own row; its value is null when there is no such public parameter, undefined when there is no such tenant. */
const ownPublic = (tenantId: number, key: string) => (tx: Tx) =>
  tx.row<{
    value: string | null;
  }>(sql`select p.value from tenants t left join parameters p on p.tenant_id = t.id and p.key = ${key} and p.public
    where t.id = ${tenantId} and t.deleted_at is null`);

/** A public parameter of a tenant, else of the platform; null when there is none. Throws 404 for a tenant that does not exist. */
export async function publicValue(deps: Dependencies, tenantId: number, key: string): Promise<string | null> {
  const own = await deps.inTenant(tenantId, ownPublic(tenantId, key));
  if (!own) throw notFound('租户');
  if (key === TRANSFER) return deps.inTenant(PLATFORM, transferAccount);
  if (own.value !== null || tenantId === PLATFORM) return own.value;
  return (await deps.inTenant(PLATFORM, ownPublic(PLATFORM, key)))?.value ?? null;
}

/** The tenant that the query or the header `TENANT-ID` names, else the platform. Throws 400 for a header that is no id. */
function namedTenant(named: number | null, header: string | string[] | undefined): number {
  if (named !== null) return named;
  if (header === undefined || header === '') return PLATFORM;
  const id = /^[1-9]\d{0,14}$/.exec(String(header));
  if (!id) throw invalid('租户编号格式不正确');
  return Number(id[0]);
}

const TITLE = 'SYSTEM_TITLE';

/** The name of the system in the tenant of `tx`: its SYSTEM_TITLE, or what that begins with where it is empty. */
export async function systemTitle(tx: Tx): Promise<string> {
  const row = await tx.row<{ value: string }>(
    db.selectFrom('parameters').select('value').where('tenant_id', '=', tx.tenantId).where('key', '=', TITLE),
  );
  return row?.value.trim() || (parameterDefaults.find(({ key }) => key === TITLE)?.value as string);
}

export const parameters: Handlers<typeof routes> = {
  page,
  export: exporting(routes.export, parameterSheet(listOf(list))),
  get,
  settings: settingsOf,
  save: saveSettings,
  async publicValue({ key, 'TENANT-ID': named }, { deps, request }) {
    return publicValue(deps, namedTenant(named, request.headers['tenant-id']), key);
  },
  async create(input, context) {
    checkValue(input);
    return write.create(input, context).catch(sameKey);
  },
  async update({ publicId, ...input }, context) {
    const before = await builtIn(context, publicId);
    if (before.system && before.key !== input.publicKey) throw refused('系统内置参数的键不能修改');
    checkValue(input);
    return write.update({ ...input, id: publicId }, context).catch(sameKey);
  },
  async remove({ id }, context) {
    if ((await builtIn(context, id)).system) throw refused('系统内置参数不能删除');
    return write.remove({ id }, context);
  },
};
