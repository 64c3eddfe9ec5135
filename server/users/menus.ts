/** Menus and buttons. A menu's permission is a right: who sets one must hold it. */
import type { z } from 'zod';
import { sql } from 'kysely';
import { ownPath } from '#contract/users/menus.rules.ts';
import { menus as routes } from '#contract/users/menus.ts';
import type { Context, Work } from '../context.ts';
import { readOne, reads, writes, type ReadOptions } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { conflict, forbidden, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { exporting } from '../transfers/exports.ts';
import { rightsChanged, showMaker } from './rights.ts';
import { bedsidePages, looksFromAbove } from '../system/bedside.ts';
import { isShown } from '../system/demonstration.ts';
import { BUTTON, menusOfRole, ROOT, nodeOf, nodesBelow, type MenuRow } from '../system/menu-rows.ts';
import { featuresOf, isReadable, openRows } from '../system/menu-features.ts';
import { menuSheet } from './menus-sheet.ts';
import { copyMenus, menusOfTenant } from './tenant-menus.ts';

const TOP = 2;

const list: ReadOptions<z.input<typeof routes.get.output>, object, 'menus'> = {
  table: 'menus',
  noun: '菜单',
  columns: {
    menuId: 'id',
    parentId: () => sql`coalesce(parent_id, -1)`,
    name: 'name',
    permission: 'permission',
    icon: 'icon',
    path: (eb) =>
      sql`coalesce(nullif(${eb.ref('path')}, ''), case when ${eb.ref('type')} <> ${sql.lit(BUTTON)} then '/menu/' || ${eb.ref('id')} end)`,
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
  fields: {
    name: 'name',
    parentId: 'parent_id',
    permission: 'permission',
    icon: 'icon',
    path: 'path',
    sort: 'sort',
    type: 'type',
    keepAlive: 'keep_alive',
  },
});

interface Row extends MenuRow {
  held: boolean;
}

/** All menus of the tenant in order; `held` are those of the session's roles. */
const all = ({ tx, session }: Context) =>
  tx.rows<Row>(sql`
    select m.id, m.parent_id, m.name, m.type, m.permission, m.path, m.icon, m.sort, m.keep_alive,
      exists (select 1 from role_menus rm where rm.tenant_id = m.tenant_id and rm.menu_id = m.id
        and rm.role_id = any(${session.roleIds}::bigint[])) as held
    from menus m where m.tenant_id = ${session.tenantId} order by m.sort, m.id`);

/** Those that the tenant's package opens: nobody is shown, or given, what is closed. */
const open = async (context: Context) => openRows(await all(context), await featuresOf(context.tx));

/** The rows that `keep` names, with everything above them: a menu is reached through its parents. */
function withParents(rows: readonly Row[], keep: (row: Row) => boolean): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const kept = new Set<number>();
  for (const row of rows.filter(keep)) {
    for (let at: Row | undefined = row; at && !kept.has(at.id); at = at.parent_id === null ? undefined : byId.get(at.parent_id))
      kept.add(at.id);
  }
  return rows.filter((row) => kept.has(row.id));
}

function needHeld({ session }: Context, permission: string | null): void {
  if (permission !== null && !session.permissions.has(permission)) throw forbidden('不能授予或更改自己没有的权限');
}

const LABELS = { view: '查看', add: '新增', edit: '修改', del: '删除' } as const;

/** One change of the tree at a time per tenant. */
const inTurn = ({ tx }: Work) => tx.run(sql`select pg_advisory_xact_lock(hashtext('menus'), ${tx.tenantId}::integer)`);

/** A menu cannot be reached through a button. */
function needParent(rows: readonly Row[], parentId: number | null, type: number): void {
  if (parentId === null) {
    if (type === BUTTON) throw refused('按钮必须属于一个菜单');
    return;
  }
  const parent = rows.find((row) => row.id === parentId);
  if (!parent) throw notFound('菜单');
  if (parent.type === BUTTON && type !== BUTTON) throw refused('按钮下面不能有菜单');
}

const columnsOf = (input: { type: string; keepAlive?: string | undefined }) => ({
  ...input,
  type: Number(input.type),
  keepAlive: input.keepAlive === undefined ? undefined : input.keepAlive === '1',
});

export const menus: Handlers<typeof routes> = {
  get,
  export: exporting(routes.export, menuSheet),
  async own({ parentId, type }, context) {
    const { deps, session, tx } = context;
    const above = await looksFromAbove(tx);
    const rows = withParents(
      await open(context),
      (row) => row.held && row.type !== BUTTON && isShown(row, deps, session.permissions) && isReadable(row, session.permissions),
    )
      .filter((row) => row.type !== BUTTON)
      .map((row) => (above && bedsidePages.has(row.path ?? '') ? { ...row, aside: true as const } : row));
    return type === 'top' ? rows.filter((row) => row.type === TOP).map(nodeOf) : nodesBelow(rows, parentId ?? null);
  },

  async tree({ lazy, parentId }, context) {
    const rows = await open(context);
    return lazy ? rows.filter((row) => row.parent_id === (parentId ?? null)).map(nodeOf) : nodesBelow(rows, parentId ?? null);
  },

  async ofRole({ roleId }, { tx, session }) {
    const role = await tx.row(db.selectFrom('roles').select('id').where('tenant_id', '=', session.tenantId).where('id', '=', roleId));
    if (!role) throw notFound('角色');
    return menusOfRole(tx, roleId);
  },

  async create(input, context) {
    const permission = input.permission ?? null;
    needHeld(context, permission);
    needParent(await all(context), input.parentId, Number(input.type));
    const id = await write.create(columnsOf(input), context);
    await showMaker(context, id, permission);
    await rightsChanged(context, null);
    return id;
  },

  async createButtons({ parentId, prefix, verbs }, context) {
    const rows = await all(context);
    needParent(rows, parentId, BUTTON);
    const siblings = rows.filter((row) => row.parent_id === parentId);
    const own = rows.find((row) => row.id === parentId)?.permission;
    const wanted = [...new Set(verbs)]
      .map((verb) => ({ name: LABELS[verb], permission: `${prefix}_${verb}` }))
      .filter(({ permission }) => permission !== own && !siblings.some((row) => row.permission === permission));
    for (const { permission } of wanted) needHeld(context, permission);
    const last = Math.max(0, ...siblings.map((row) => row.sort));
    for (const [at, { name, permission }] of wanted.entries()) {
      const id = await write.create({ parentId, name, permission, type: BUTTON, sort: last + at + 1 }, context);
      await showMaker(context, id, permission);
    }
    await rightsChanged(context, null);
    return { added: wanted.length };
  },

  async arrange({ parentId, ids }, context) {
    const { tx, session } = context;
    await inTurn(context);
    const siblings = (await all(context)).filter((row) => row.parent_id === parentId).map(({ id }) => id);
    if (siblings.length !== new Set(ids).size || !siblings.every((id) => ids.includes(id)))
      throw conflict('菜单已被他人修改，请刷新后重试');
    await tx.run(sql`
      update menus m set sort = wanted.sort, version = m.version + 1, updated_at = now()
      from unnest(${ids}::bigint[]) with ordinality as wanted (id, sort)
      where m.tenant_id = ${session.tenantId} and m.id = wanted.id and m.sort <> wanted.sort`);
    return true;
  },

  ofTenant: menusOfTenant,
  copy: copyMenus,

  async update({ menuId, ...input }, context) {
    await inTurn(context);
    const before = await readOne(list, menuId, context);
    // Taking a right out of every role is as much a change as putting one in.
    const now = input.permission === undefined ? before.permission : input.permission;
    for (const permission of [before.permission, now]) needHeld(context, permission);
    const rows = await all(context);
    const parents = new Map(rows.map((row) => [row.id, row.parent_id]));
    const moves = (input.parentId ?? ROOT) !== before.parentId || input.type !== before.type;
    if (moves) needParent(rows, input.parentId, Number(input.type));
    if (Number(input.type) === BUTTON && rows.some((row) => row.parent_id === menuId && row.type !== BUTTON))
      throw refused('含有下级菜单，不能改为按钮');
    for (let at: number | null | undefined = input.parentId; at; at = parents.get(at))
      if (at === menuId) throw refused('上级菜单不能是自己或下级菜单');
    const path = input.path && ownPath({ id: menuId, path: input.path });
    await write.update({ ...columnsOf(input), path, id: menuId }, context);
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
