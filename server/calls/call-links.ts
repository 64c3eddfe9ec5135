/** Permanent links: made, changed, given another address, taken away. */
import { sql, type SqlBool } from 'kysely';
import { callLinks as routes, callPath } from '#contract/calls/call-links.ts';
import { instantOf, isoOf } from '#contract/time.ts';
import type { Context, Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import { invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { contains, equals, lockOne, readOne, reads, writes, type ListOf } from '../lists/crud.ts';
import { lookup } from '../lists/columns.ts';
import { seenPeople } from '../lists/now-sources.ts';
import type { AnyBuilder } from '../lists/query.ts';
import { tenantName } from '../messages/notices.ts';
import { smsLater } from '../messages/text-messages.ts';
import { addressOf, hashOf, newCallToken } from './call-link-sending.ts';
import { openCallSecret, sealCallSecret } from './call-secrets.ts';
import { needLinks } from './service-in-use.ts';

/** Permanent links; of those for a person, whose person the session reaches. */
const reached = (session: Session) => sql<SqlBool>`(call_links.call_id is null
  and (call_links.person_id is null or call_links.person_id in ${seenPeople(session)}))`;
const own = { table: 'call_links', noun: '通话链接', scope: (_eb: AnyBuilder, session: Session) => reached(session) } as const;
const fields = {
  name: 'name',
  groupId: 'group_id',
  menuId: 'menu_id',
  oldmanId: 'person_id',
  expireTime: 'expires_at',
  mostCalls: 'most_calls',
  welcome: 'welcome',
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
    kept: () => sql<boolean>`(call_links.token_cipher is not null)`,
    lastUseTime: 'used_at',
    createTime: 'created_at',
    version: 'version',
  },
  filters: { name: contains('name'), oldmanId: equals('person_id'), enabled: equals('enabled') },
};
const written = writes({ ...own, fields });

/** A link leads into one group or one menu of this tenant, under a name of its own, for a person within the session's reach. */
async function check(
  { tx, deps, session }: Context,
  id: number | null,
  form: { name: string; groupId?: number | null; menuId?: number | null; oldmanId?: number | null; expireTime?: string | null },
) {
  const { groupId = null, menuId = null, oldmanId = null } = form;
  if ((groupId === null) === (menuId === null)) throw invalid('请选择技能组或语音菜单中的一个');
  if (form.expireTime && instantOf(form.expireTime) <= deps.now()) throw invalid('到期时间应在现在之后');
  const row = await tx.row<{ group: boolean; menu: boolean; person: boolean; same: boolean }>(sql`
    select ${groupId}::bigint is null or exists (select from call_groups where tenant_id = ${tx.tenantId} and id = ${groupId}) as group,
      ${menuId}::bigint is null or exists (select from call_menus where tenant_id = ${tx.tenantId} and id = ${menuId}) as menu,
      ${oldmanId}::bigint is null or ${oldmanId}::bigint in ${seenPeople(session)} as person,
      exists (select from call_links where tenant_id = ${tx.tenantId} and call_id is null and name = ${form.name} and id is distinct
        from ${id}::bigint) as same`);
  if (!row?.group) throw notFound('技能组');
  if (!row.menu) throw notFound('语音菜单');
  if (!row.person) throw notFound('服务对象');
  if (row.same) throw refused('已有同名的通话链接');
}

/** A new address of a link, kept sealed so that it can be shown and printed again. Gives its path. */
async function giveAddress({ tx, deps }: Context, id: number): Promise<string> {
  const token = newCallToken(tx.tenantId);
  const sealed = sealCallSecret(deps.secrets, tx.tenantId, 'call_links', id, token);
  await tx.run(sql`
    update call_links set token_hash = ${hashOf(token)}, token_cipher = ${sealed}, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id}`);
  return callPath(token);
}

/** What opens a link within the session's reach; null where it was not kept. Throws 404. */
async function tokenOf(context: Context, id: number): Promise<string | null> {
  const { tx, deps } = context;
  await readOne(list, id, context);
  const row = await tx.row<{ sealed: Buffer | null }>(sql`
    select token_cipher as sealed from call_links where tenant_id = ${tx.tenantId} and id = ${id}`);
  return openCallSecret(deps.secrets, tx.tenantId, 'call_links', id, row?.sealed ?? null);
}

export const callLinks: Handlers<typeof routes> = {
  ...reads(list),
  async address({ id }, context) {
    const token = await tokenOf(context, id);
    return { path: token === null ? null : callPath(token) };
  },
  async send({ id, phone }, context) {
    const { tx, deps } = context;
    const token = await tokenOf(context, id);
    if (token === null) throw refused('该链接的地址没有保存，请先更换地址');
    const { name, enabled, expireTime } = await readOne(list, id, context);
    if (!enabled || (expireTime && instantOf(expireTime) <= deps.now())) throw refused('链接已停用或已到期，不能发送');
    await smsLater(context, phone, `${await tenantName(tx)}“${name}”：点击链接即可语音通话 ${addressOf(deps.config, token)}`);
    return true;
  },
  async create(form, context) {
    const { tx, session } = context;
    await needLinks(tx);
    const { name, groupId = null, menuId = null, oldmanId = null, expireTime = null, enabled, mostCalls, welcome, remarks } = form;
    await check(context, null, { name, groupId, menuId, oldmanId, expireTime });
    const row = await tx.row<{ id: number }>(
      db
        .insertInto('call_links')
        .values({
          tenant_id: tx.tenantId,
          token_hash: hashOf(newCallToken(tx.tenantId)),
          name,
          group_id: groupId,
          menu_id: menuId,
          person_id: oldmanId,
          expires_at: expireTime ? isoOf(instantOf(expireTime)) : null,
          enabled,
          most_calls: mostCalls,
          welcome,
          remarks,
          created_by: session.userId,
        })
        .returning('id'),
    );
    const { id } = row!;
    return { id, path: await giveAddress(context, id) };
  },
  async update(form, context) {
    const before = await lockOne(list, form.id, context);
    const given = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
    await check(context, form.id, { ...before, ...given });
    return written.update(form, context);
  },
  async renew({ id }, context) {
    await needLinks(context.tx);
    await lockOne(list, id, context);
    return { id, path: await giveAddress(context, id) };
  },
  remove: (input, context) => written.remove(input, context),
};
