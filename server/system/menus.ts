/** Menus and buttons. A menu's permission is a right: who sets one must hold it. */
import { sql } from 'kysely';
import type { MenuNode, menus as routes } from '#contract/system/menus.ts';
import type { Context } from '../context.ts';
import { readOne, reads, writes, type ReadOptions } from '../crud.ts';
import { db } from '../db/tenant.ts';
import { forbidden, notFound, refused } from '../errors.ts';
import type { Handlers } from '../implement.ts';
import { rightsChanged } from '../users/rights.ts';

const ROOT = -1;
const BUTTON = 1;
const TOP = 2;

const list: ReadOptions = {
  table: 'menus',
  noun: '菜单',
  columns: {
    menuId: 'id',
    parentId: () => sql`coalesce(parent_id, -1)`,
    name: 'name',
    permission: 'permission',
    icon: 'icon',
    path: 'path',
    sort: 'sort',
    type: () => sql`type::text`,
    keepAlive: () => sql`case when keep_alive then '1' else '0' end`,
    delFlag: () => sql`'0'`,
    version: 'version',
    createTime: 'created_at',
    updateTime: 'updated_at',
  },
};
const { get } = reads(list);
const write = writes({
  table: 'menus',
  noun: '菜单',
  fields: { name: 'name', parentId: 'parent_id', permission: 'permission', icon: 'icon', path: 'path', sort: 'sort', type: 'type', keepAlive: 'keep_alive' },
});

interface Row {
  id: number;
  parent_id: number | null;
  name: string;
  type: number;
  permission: string | null;
  path: string | null;
  icon: string | null;
  sort: number;
  keep_alive: boolean;
  held: boolean;
}

/** All menus of the tenant in order; `held` are those of the session's roles. */
const all = ({ tx, session }: Context) =>
  tx.rows<Row>(sql`
    select m.id, m.parent_id, m.name, m.type, m.permission, m.path, m.icon, m.sort, m.keep_alive,
      exists (select 1 from role_menus rm where rm.tenant_id = m.tenant_id and rm.menu_id = m.id and rm.role_id = any(${session.roleIds}::bigint[])) as held
    from menus m where m.tenant_id = ${session.tenantId} order by m.sort, m.id`);

const nodeOf = ({ id, parent_id, name, type, permission, path, icon, sort, keep_alive }: Row): MenuNode => ({
  id,
  parentId: parent_id ?? ROOT,
  name,
  label: name,
  weight: sort,
  sort,
  sortOrder: sort,
  icon,
  path,
  type: String(type),
  permission,
  keepAlive: keep_alive ? '1' : '0',
});

/** `children` is absent on leaves. */
function nodesBelow(rows: readonly Row[], parentId: number | null): MenuNode[] {
  return rows
    .filter((row) => row.parent_id === parentId)
    .map((row) => {
      const children = nodesBelow(rows, row.id);
      return { ...nodeOf(row), ...(children.length ? { children } : {}) };
    });
}

/** The rows that `keep` names, with everything above them: a menu is reached through its parents. */
function withParents(rows: readonly Row[], keep: (row: Row) => boolean): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = new Set<number>();
  for (const row of rows.filter(keep)) {
    for (let at: Row | undefined = row; at && !kept.has(at.id); at = at.parent_id === null ? undefined : byId.get(at.parent_id)) kept.add(at.id);
  }
  return rows.filter((row) => kept.has(row.id));
}

function needHeld({ session }: Context, permission: string | null): void {
  if (permission !== null && !session.permissions.has(permission)) throw forbidden('不能授予或更改自己没有的权限');
}

const columnsOf = (input: { type: string; keepAlive?: string | undefined }) => ({
  ...input,
  type: Number(input.type),
  keepAlive: input.keepAlive === undefined ? undefined : input.keepAlive === '1',
});

export const menus: Handlers<typeof routes> = {
  get,
  async own({ parentId, type }, context) {
    const rows = withParents(await all(context), (row) => row.held && row.type !== BUTTON).filter((row) => row.type !== BUTTON);
    return type === 'top' ? rows.filter((row) => row.type === TOP).map(nodeOf) : nodesBelow(rows, parentId ?? null);
  },

  async tree({ lazy, parentId }, context) {
    const rows = await all(context);
    return lazy ? rows.filter((row) => row.parent_id === (parentId ?? null)).map(nodeOf) : nodesBelow(rows, parentId ?? null);
  },

  async ofRole({ roleId }, { tx, session }) {
    const role = await tx.row(db.selectFrom('roles').select('id').where('tenant_id', '=', session.tenantId).where('id', '=', roleId));
    if (!role) throw notFound('角色');
    const rows = await tx.rows<{ menu_id: number }>(
      db.selectFrom('role_menus').select('menu_id').where('tenant_id', '=', session.tenantId).where('role_id', '=', roleId).orderBy('menu_id'),
    );
    return rows.map((row) => row.menu_id);
  },

  async create(input, context) {
    needHeld(context, input.permission);
    if (input.parentId !== null) await get({ id: input.parentId }, context);
    return write.create(columnsOf(input), context);
  },

  async update({ menuId, ...input }, context) {
    await context.tx.run(sql`select pg_advisory_xact_lock(hashtext('menus'), ${context.session.tenantId}::integer)`);
    const before = await readOne(list, menuId, context);
    // Taking a right out of every role is as much a change as putting one in.
    for (const permission of [before.permission, input.permission]) needHeld(context, permission);
    const rows = await all(context);
    const parents = new Map(rows.map((row) => [row.id, row.parent_id]));
    if (input.parentId !== null && !parents.has(input.parentId)) throw notFound('菜单');
    for (let at: number | null | undefined = input.parentId; at; at = parents.get(at)) if (at === menuId) throw refused('上级菜单不能是自己或下级菜单');
    await write.update({ ...columnsOf(input), id: menuId }, context);
    await rightsChanged(context, null);
    return true;
  },

  async remove({ id }, context) {
    const before = await readOne(list, id, context);
    needHeld(context, before.permission);
    const child = await context.tx.row(
      db.selectFrom('menus').select('id').where('tenant_id', '=', context.session.tenantId).where('parent_id', '=', id).limit(1),
    );
    if (child) throw refused('菜单含有下级不能删除');
    await write.remove({ id }, context);
    await rightsChanged(context, null);
    return true;
  },
};
