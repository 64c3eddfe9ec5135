/** Permanent links: made, changed, given another address, taken away. */
import { sql } from 'kysely';
import { callLinks as routes, callPath } from '#contract/calls/call-links.ts';
import { instantOf, isoOf } from '#contract/time.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { contains, lockOne, reads, writes, type ListOf } from '../lists/crud.ts';
import { lookup } from '../lists/columns.ts';
import type { AnyBuilder } from '../lists/query.ts';
import { hashOf, newCallToken } from './call-link-sending.ts';

const own = { table: 'call_links', noun: '通话链接', scope: (eb: AnyBuilder) => eb('call_id', 'is', null) } as const;
const fields = {
  name: 'name',
  groupId: 'group_id',
  menuId: 'menu_id',
  oldmanId: 'person_id',
  expireTime: 'expires_at',
  enabled: 'enabled',
  remarks: 'remarks',
} as const;

const list: ListOf<typeof routes.page, 'call_links'> = {
  ...own,
  columns: {
    id: 'id',
    ...fields,
    groupName: lookup('call_groups', 'name', 'call_links.group_id'),
    menuName: lookup('call_menus', 'name', 'call_links.menu_id'),
    oldmanName: lookup('people', 'name', 'call_links.person_id'),
    uses: 'uses',
    lastUseTime: 'used_at',
    createTime: 'created_at',
    version: 'version',
  },
  filters: { name: contains('name') },
};
const written = writes({ ...own, fields });

/** A link leads into one group or one menu of this tenant, under a name of its own. */
async function check(
  { tx, deps }: Context,
  id: number | null,
  form: { name: string; groupId?: number | null; menuId?: number | null; oldmanId?: number | null; expireTime?: string | null },
) {
  const { groupId = null, menuId = null, oldmanId = null } = form;
  if ((groupId === null) === (menuId === null)) throw invalid('请选择技能组或语音菜单中的一个');
  if (form.expireTime && instantOf(form.expireTime) <= deps.now()) throw invalid('到期时间应在现在之后');
  const row = await tx.row<{ group: boolean; menu: boolean; person: boolean; same: boolean }>(sql`
    select ${groupId}::bigint is null or exists (select from call_groups where tenant_id = ${tx.tenantId} and id = ${groupId}) as group,
      ${menuId}::bigint is null or exists (select from call_menus where tenant_id = ${tx.tenantId} and id = ${menuId}) as menu,
      ${oldmanId}::bigint is null or exists (select from people where tenant_id = ${tx.tenantId} and id = ${oldmanId}
        and deleted_at is null) as person,
      exists (select from call_links where tenant_id = ${tx.tenantId} and call_id is null and name = ${form.name} and id is distinct
        from ${id}::bigint) as same`);
  if (!row?.group) throw notFound('技能组');
  if (!row.menu) throw notFound('语音菜单');
  if (!row.person) throw notFound('服务对象');
  if (row.same) throw refused('已有同名的通话链接');
}

export const callLinks: Handlers<typeof routes> = {
  page: reads(list).page,
  async create({ name, groupId, menuId, oldmanId, expireTime, enabled, remarks }, context) {
    const { tx, session } = context;
    await check(context, null, {
      name,
      groupId: groupId ?? null,
      menuId: menuId ?? null,
      oldmanId: oldmanId ?? null,
      expireTime: expireTime ?? null,
    });
    const token = newCallToken(tx.tenantId);
    const row = await tx.row(
      db
        .insertInto('call_links')
        .values({
          tenant_id: tx.tenantId,
          token_hash: hashOf(token),
          name,
          group_id: groupId ?? null,
          menu_id: menuId ?? null,
          person_id: oldmanId ?? null,
          expires_at: expireTime ? isoOf(instantOf(expireTime)) : null,
          enabled,
          remarks,
          created_by: session.userId,
        })
        .returning('id'),
    );
    return { id: (row as { id: number }).id, path: callPath(token) };
  },
  async update(form, context) {
    const before = await lockOne(list, form.id, context);
    const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
    await check(context, form.id, { ...before, ...given });
    return written.update(form, context);
  },
  async renew({ id }, { tx }) {
    const token = newCallToken(tx.tenantId);
    const changed = await tx.run(sql`
      update call_links set token_hash = ${hashOf(token)}, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id} and call_id is null`);
    if (changed === 0) throw notFound('通话链接');
    return { id, path: callPath(token) };
  },
  async remove({ id }, { tx }) {
    const gone = await tx.run(sql`delete from call_links where tenant_id = ${tx.tenantId} and id = ${id} and call_id is null`);
    if (gone === 0) throw notFound('通话链接');
    return true;
  },
};
