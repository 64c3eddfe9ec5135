/** Tenants. The platform makes, changes and freezes them; a group sees its institutions; nobody else sees more than himself. */
import { sql } from 'kysely';
import { PLATFORM, type TenantNode, type tenants as routes } from '#contract/tenants/tenants.ts';
import type { Context } from '../context.ts';
import { contains } from '../crud.ts';
import { db, signContext, type Tx } from '../db/tenant.ts';
import { conflict, forbidden, notFound, refused } from '../errors.ts';
import { emit } from '../events.ts';
import type { Handlers } from '../implement.ts';
import { ordered, pageOf } from '../paging.ts';
import { notInDemonstration } from '../system/demonstration.ts';
import { hashPassword, randomPassword } from '../users/passwords.ts';
import { endSessions } from '../users/sessions.ts';
import { addAdministrator } from '../users/users.ts';
import { createTenantDefaults } from './tenant-defaults.ts';

/** Row-level security leaves the own tenant and those below; tenants have no tenant_id. */
const visible = () => db.selectFrom('tenants').where('deleted_at', 'is', null);

const columns = [
  'id',
  'parent_id as parentId',
  'name',
  'code',
  sql<'0' | '9'>`status::text`.as('status'),
  'package_code as packageCode',
  'logo',
  'region_code as regionCode',
  'index_version as indexVersion',
  'starts_at as startTime',
  'ends_at as endTime',
  sql<'0'>`'0'`.as('delFlag'),
  'version',
  'created_at as createTime',
  'updated_at as updateTime',
] as const;

function needPlatform({ session }: Context): void {
  if (session.tenantId !== PLATFORM) throw forbidden('只有平台可以管理租户');
}

/** Runs `work` inside this transaction as another tenant: the platform's way to fill or close one. */
async function asTenant<T>({ tx, deps, session }: Context, tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (session.tenantId !== PLATFORM) throw forbidden();
  const enter = (id: number) => tx.run(sql`select set_config('app.ctx', ${signContext(deps.secrets.context, id)}, true)`);
  await enter(tenantId);
  const result = await work({ ...tx, tenantId });
  await enter(session.tenantId);
  return result;
}

/** Makes every process read a tenant again; with a reason all its sessions end. */
async function changed(context: Context, tenantId: number, reason: string | null): Promise<void> {
  await asTenant(context, tenantId, async (tx) => {
    if (reason) await endSessions(tx, context.deps, {}, reason);
    await emit('rights.changed', { userId: null }, tx, context.deps);
  });
  context.afterCommit(() => context.sessions.forget({ tenantId }));
}

interface Form {
  name: string;
  code: string;
  startTime: string | null;
  endTime: string | null;
  status?: '0' | '9' | undefined;
  packageCode: string | null;
  logo: string | null;
  regionCode: string | null;
}

function columnsOf(input: Form) {
  if (input.startTime && input.endTime && input.startTime >= input.endTime) throw refused('结束时间必须晚于开始时间');
  return {
    name: input.name,
    code: input.code,
    package_code: input.packageCode,
    logo: input.logo,
    region_code: input.regionCode,
    ends_at: input.endTime,
    ...(input.startTime ? { starts_at: input.startTime } : {}),
    ...(input.status ? { status: Number(input.status) } : {}),
  };
}

const taken = (error: { code?: string }): never => {
  throw error.code === '23505' ? conflict('租户编码已存在') : error;
};

function nodesBelow(rows: readonly Omit<TenantNode, 'children'>[], parentId: number | null): TenantNode[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .map((row) => {
      const children = nodesBelow(rows, row.id);
      return { ...row, ...(children.length ? { children } : {}) };
    });
}

export const tenants: Handlers<typeof routes> = {
  async page(input, context) {
    let query = visible();
    if (input.name) query = query.where((eb) => contains('name')(eb as any, input.name));
    if (input.code) query = query.where((eb) => contains('code')(eb as any, input.code));
    if (input.status) query = query.where('status', '=', Number(input.status));
    const sorts = { create_time: 'created_at', id: 'id', end_time: 'ends_at' };
    return pageOf(context, input, query, (matching) => ordered(matching.select(columns as any), input, sorts, 'created_at')) as any;
  },

  async list(_input, { tx, deps }) {
    const now = new Date(deps.now()).toISOString();
    return tx.rows(
      visible()
        .select(['id', 'name', 'code'])
        .where('status', '=', 0)
        .where('starts_at', '<=', now)
        .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
        .orderBy('id'),
    );
  },

  async tree(_input, { tx, session }) {
    const rows = await tx.rows<Omit<TenantNode, 'children'>>(
      visible()
        .select(['id', 'parent_id as parentId', 'name', 'code', sql<string>`status::text`.as('status')])
        .orderBy('id'),
    );
    // The own tenant is the root of what is visible, whatever is above it; the platform sees every root.
    const known = new Set(rows.map(({ id }) => id));
    const roots = rows.map((row) => (row.parentId !== null && !known.has(row.parentId) ? { ...row, parentId: null } : row));
    return nodesBelow(roots, null).filter(({ id }) => session.tenantId === PLATFORM || id === session.tenantId);
  },

  async create(input, context) {
    needPlatform(context);
    const { tx } = context;
    if (input.parentId !== null && !(await tx.row(visible().select('id').where('id', '=', input.parentId)))) throw notFound('上级租户');
    const made = (await tx
      .row(
        db
          .insertInto('tenants')
          .values({ ...columnsOf(input), parent_id: input.parentId })
          .returning('id'),
      )
      .catch(taken)) as { id: number };
    const username = input.adminUsername ?? `${input.code}_admin`.slice(0, 32);
    const password = randomPassword();
    const password_hash = await hashPassword(password);
    await asTenant(context, made.id, async (own) => {
      const roleIds = await createTenantDefaults(own, made.id, { departmentName: input.name.slice(0, 40) });
      const admin = { username, name: input.adminName ?? '管理员', password_hash, roleId: roleIds.get('admin') as number };
      if ((await addAdministrator(own, made.id, admin)) === null) throw conflict('管理员用户名已存在');
    });
    return { id: made.id, username, password };
  },

  async update(input, context) {
    needPlatform(context);
    const { tx } = context;
    const before = await tx.row<{ status: number; version: number }>(visible().select(['status', 'version']).where('id', '=', input.id).forUpdate());
    if (!before) throw notFound('租户');
    if (input.version !== undefined && input.version !== before.version)
      throw conflict('租户已被他人修改，请刷新后重试', { id: input.id, version: before.version });
    const frozen = input.status === '9' && before.status === 0;
    if (frozen) notInDemonstration(context.deps);
    if (frozen && input.id === PLATFORM) throw refused('平台租户不能冻结');
    await tx
      .run(
        db
          .updateTable('tenants')
          .set({ ...columnsOf(input), version: sql`version + 1`, updated_at: sql`now()` })
          .where('id', '=', input.id),
      )
      .catch(taken);
    await changed(context, input.id, frozen ? 'tenant frozen' : null);
    return true;
  },

  // The rows stay for the law's retention times; nobody can enter any more.
  async remove({ id }, context) {
    needPlatform(context);
    notInDemonstration(context.deps);
    if (id === PLATFORM) throw refused('平台租户不能删除');
    const { tx } = context;
    if (await tx.row(visible().select('id').where('parent_id', '=', id).limit(1))) throw refused('租户含有下级租户，不能删除');
    const removed = await tx.run(
      db
        .updateTable('tenants')
        .set({ status: 9, deleted_at: sql`now()` })
        .where('id', '=', id)
        .where('deleted_at', 'is', null),
    );
    if (removed === 0) throw notFound('租户');
    await changed(context, id, 'tenant deleted');
    return true;
  },
};
