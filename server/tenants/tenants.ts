/** Tenants. The platform makes, changes and freezes them; a group sees its institutions; nobody else sees more than himself. */
import { sql } from 'kysely';
import { reviews } from '#contract/onboarding/registration-reviews.rules.ts';
import { PLATFORM, sourceLabels, sources, tenants as routes } from '#contract/tenants/tenants.ts';
import type { Context, Work } from '../context.ts';
import { contains } from '../lists/crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import { emit } from '../events.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { needProved, notInDemonstration } from '../http/policy.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { exporting } from '../transfers/exports.ts';
import { hashPassword, randomPassword } from '../users/passwords.ts';
import { endSessions } from '../users/sessions.ts';
import { addAdministrator } from '../users/users.ts';
import { inside } from '../db/inside.ts';
import { headcountsOf, usageOf } from '../db/quotas.ts';
import { cloneTenant } from './tenant-clones.ts';
import { createTenantDefaults } from './tenant-defaults.ts';
import { tenantSheet } from './tenants-sheet.ts';
import { entryColumns, expires, treeOf, visible, withTenant, type Entry } from './tenant-rows.ts';

/** Throws 404 unless the tenant is the session's own or below it. */
async function find({ tx }: Work, id: number) {
  const row = await tx.row(withTenant(visible().where('id', '=', id)));
  if (!row) throw notFound('租户');
  return row;
}

/** Makes every process read a tenant again; with a reason all its sessions end. */
async function changed(context: Context, tenantId: number, reason: string | null): Promise<void> {
  const { tx, deps } = context;
  await inside(tx, deps, tenantId, async (own) => {
    if (reason) await endSessions(own, deps, {}, reason);
    await emit('rights.changed', { userId: null }, own, deps);
  });
  context.afterCommit(() => context.sessions.forget({ tenantId }));
}

interface Form {
  name: string;
  code: string;
  startTime?: string | null | undefined;
  endTime?: string | null | undefined;
  packageCode?: string | null | undefined;
  logo?: string | null | undefined;
  regionCode?: string | null | undefined;
  usersMost?: number | null | undefined;
  peopleMost?: number | null | undefined;
  storageMost?: number | null | undefined;
  devicesMost?: number | null | undefined;
}

/** What is undefined is left alone, as it is in `before`. */
function columnsOf(input: Form, before?: Before) {
  const [starts, ends] = [input.startTime ?? before?.starts_at, input.endTime === undefined ? before?.ends_at : input.endTime];
  if (starts && ends && starts >= ends) throw refused('结束时间必须晚于开始时间');
  return {
    name: input.name,
    code: input.code,
    package_code: input.packageCode,
    logo: input.logo,
    region_code: input.regionCode,
    ends_at: input.endTime,
    users_most: input.usersMost,
    people_most: input.peopleMost,
    storage_most: input.storageMost,
    devices_most: input.devicesMost,
    starts_at: input.startTime ?? undefined,
  };
}

const taken = (error: { code?: string }): never => {
  throw error.code === '23505' ? conflict('租户编码已存在') : error;
};

interface Before {
  status: number;
  version: number;
  /** As the wire writes them: whole seconds. */
  starts_at: string;
  ends_at: string | null;
}

/** The tenant to change, locked; 404 and 409. */
async function lock({ tx }: Work, id: number, version: number | undefined): Promise<Before> {
  const before = await tx.row<Before>(visible().select(['status', 'version', 'starts_at', 'ends_at']).where('id', '=', id).forUpdate());
  if (!before) throw notFound('租户');
  if (version !== undefined && version !== before.version)
    throw conflict('租户已被他人修改，请刷新后重试', { id, version: before.version });
  return before;
}

/** Whether this change freezes; throws when it must not. Opening again needs no proof. */
async function freezes(context: Context, id: number, status: '0' | '9' | undefined, before: { status: number }): Promise<boolean> {
  if (status !== '9' || before.status !== 0) return false;
  notInDemonstration(context.deps);
  if (id === PLATFORM) throw refused('平台租户不能冻结');
  await needProved(context);
  return true;
}

/** An institution that registered itself and waits is opened by that decision alone: it tells the registrant, and its trial begins then. */
async function needDecided({ tx }: Work, id: number, status: '0' | '9' | undefined, before: { status: number }): Promise<void> {
  if (status !== '0' || before.status === 0) return;
  const waits = await tx.row(
    sql`select 1 from registrations where tenant_id = ${PLATFORM} and opened_tenant_id = ${id} and review = ${reviews.waiting}`,
  );
  if (waits) throw refused('该机构正在等待注册审核，请在注册审核中处理');
}

const statusColumns = (status: '0' | '9' | undefined, frozen: boolean, reason: string | null) =>
  frozen
    ? { status: 9, frozen_reason: reason, frozen_at: sql<string>`now()` }
    : status === '0'
      ? { status: 0, frozen_reason: null, frozen_at: null }
      : {};

const save = ({ tx }: Work, id: number, values: object) =>
  tx
    .run(
      db
        .updateTable('tenants')
        .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` })
        .where('id', '=', id),
    )
    .catch(taken);

const sorts = { create_time: 'created_at', id: 'id', end_time: 'ends_at', name: 'name' };
const list = listFrom({
  matching({ name, code, status, parentId, expiry }: SearchOf<typeof routes.page>, { deps }) {
    let query = visible();
    if (name) query = query.where((eb) => contains('name')(eb, name));
    if (code) query = query.where((eb) => contains('code')(eb, code));
    if (status) query = query.where('status', '=', Number(status));
    if (parentId) query = query.where((eb) => eb.or([eb('id', '=', parentId), eb('parent_id', '=', parentId)]));
    if (expiry) query = query.where(expires(expiry, deps.now()));
    return query;
  },
  listed: withTenant,
  order: (input) => orderOf(input, sorts, 'created_at'),
});

export const tenants: Handlers<typeof routes> = {
  async page(input, context) {
    const order = list.order(input);
    const found = await pageOf(context, input, await list.matching(input, context), (matching) => inOrder(list.listed(matching), order));
    const records = [];
    for (const row of found.records) records.push({ ...row, ...(await context.deps.inTenant(row.id, headcountsOf))! });
    return { ...found, records };
  },

  export: exporting(routes.export, tenantSheet(list)),

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

  tenantList: (_input, { tx }) => tx.rows<Entry>(visible().select(entryColumns).orderBy('id')),

  async below({ id }, context) {
    await find(context, id);
    return context.tx.rows<Entry>(
      visible()
        .select(entryColumns)
        .where((eb) => eb.or([eb('id', '=', id), eb('parent_id', '=', id)]))
        .orderBy('id'),
    );
  },

  async source({ id }, context) {
    const { source, createTime } = await find(context, id);
    return { id, source, sourceName: sourceLabels[source] as string, createTime };
  },

  get: ({ id }, context) => find(context, id),

  async usage({ id }, context) {
    await find(context, id);
    const dayAgo = new Date(context.deps.now() - 86_400_000).toISOString();
    return inside(context.tx, context.deps, id, (own) => usageOf(own, dayAgo));
  },

  async tree(_input, { tx, session }) {
    return treeOf(await tx.rows<Entry>(visible().select(entryColumns).orderBy('id')), session.tenantId);
  },

  async create(input, context) {
    const { tx, deps } = context;
    const there = async (id: number | null, noun: string) => {
      if (id !== null && !(await tx.row(visible().select('id').where('id', '=', id)))) throw notFound(noun);
    };
    await there(input.parentId, '上级租户');
    await there(input.cloneFrom, '模板租户');
    const source = input.parentId === null || input.parentId === PLATFORM ? sources.platform : sources.group;
    const made = (await tx
      .row(
        db
          .insertInto('tenants')
          .values({ ...columnsOf(input), ...statusColumns(input.status, input.status === '9', null), parent_id: input.parentId, source })
          .returning('id'),
      )
      .catch(taken)) as { id: number };
    const username = input.adminUsername ?? `${input.code}_admin`.slice(0, 32);
    const password = randomPassword();
    const password_hash = await hashPassword(password);
    const departmentName = input.name.slice(0, 40);
    const fill = (own: Tx) =>
      input.cloneFrom === null
        ? createTenantDefaults(own, made.id, { departmentName })
        : cloneTenant(own, deps, input.cloneFrom, { departmentName });
    await inside(tx, deps, made.id, async (own) => {
      const roleIds = await fill(own);
      const admin = { username, name: input.adminName ?? '管理员', password_hash, roleId: roleIds.get('admin') as number };
      if ((await addAdministrator(own, made.id, admin)) === null) throw conflict('管理员用户名已存在');
    });
    return { id: made.id, username, password };
  },

  async update(input, context) {
    const before = await lock(context, input.id, input.version);
    await needDecided(context, input.id, input.status, before);
    const frozen = await freezes(context, input.id, input.status, before);
    const { starts_at, ends_at, ...others } = columnsOf(input, before);
    // The wire has no fractions of a second: a term that is sent as it was read keeps its own.
    const term = { ...(starts_at === before.starts_at ? {} : { starts_at }), ...(ends_at === before.ends_at ? {} : { ends_at }) };
    await save(context, input.id, { ...others, ...term, ...statusColumns(input.status, frozen, null) });
    await changed(context, input.id, frozen ? 'tenant frozen' : null);
    return true;
  },

  async freeze({ id, status, reason, version }, context) {
    const before = await lock(context, id, version);
    if (Number(status) === before.status) throw refused(status === '9' ? '租户已经冻结' : '租户没有冻结');
    await needDecided(context, id, status, before);
    const frozen = await freezes(context, id, status, before);
    if (frozen && reason === null) throw refused('请填写冻结原因');
    await save(context, id, statusColumns(status, frozen, reason));
    await changed(context, id, frozen ? 'tenant frozen' : null);
    return true;
  },

  // The rows stay for the law's retention times; nobody can enter any more.
  async remove({ id }, context) {
    if (id === PLATFORM) throw refused('平台租户不能删除');
    await lock(context, id, undefined);
    const child = await context.tx.row(visible().select('id').where('parent_id', '=', id).limit(1));
    if (child) throw refused('租户含有下级租户，不能删除');
    await save(context, id, { status: 9, deleted_at: sql`now()` });
    await changed(context, id, 'tenant deleted');
    return true;
  },
};
