/** The menus of another tenant: seen from above, compared, and filled up. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { menus as routes } from '#contract/users/menus.ts';
import { isReserved, menuKeys } from '#contract/users/menus.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Context, Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { forbidden, notFound, refused } from '../errors.ts';
import { emit } from '../events.ts';
import { inside } from '../db/inside.ts';
import { grantMenus } from './roles.ts';
import { menuRows, nodesBelow, type MenuRow } from '../system/menu-rows.ts';

/** The tenant, when it is the session's own or below it; the platform reaches all. Row-level security says the same. */
async function needTenant({ tx }: Work, id: number): Promise<{ id: number; name: string }> {
  const found = await tx.row<{ id: number; name: string; parent_id: number | null }>(
    db.selectFrom('tenants').select(['id', 'name', 'parent_id']).where('id', '=', id).where('deleted_at', 'is', null),
  );
  if (!found || (found.id !== tx.tenantId && found.parent_id !== tx.tenantId && tx.tenantId !== PLATFORM)) throw notFound('租户');
  return found;
}

/** `GET menu/treeTenant/{id}`. */
export async function menusOfTenant({ id }: { id: number }, work: Work): Promise<z.input<typeof routes.ofTenant.output>> {
  const tenant = await needTenant(work, id);
  return inside(work.tx, work.deps, id, async (tx) => {
    const rows = await menuRows(tx);
    const on = await tx.rows<{ menu_id: number }>(
      db.selectFrom('role_menus').select('menu_id').distinct().where('tenant_id', '=', id).orderBy('menu_id'),
    );
    return { tenantId: id, tenantName: tenant.name, tree: nodesBelow(rows, null), menuIds: on.map(({ menu_id }) => menu_id) };
  });
}

const asKeyed = ({ parent_id, type, ...row }: MenuRow) => ({ ...row, parentId: parent_id, type: String(type) });

/** Wanted rows with those above them, parents first. */
function withParents(rows: readonly MenuRow[], ids: readonly number[]): MenuRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = new Set<MenuRow>();
  const add = (id: number) => {
    const row = byId.get(id);
    if (!row) throw notFound('菜单');
    if (row.parent_id !== null) add(row.parent_id);
    found.add(row);
  };
  for (const id of ids) add(id);
  return [...found];
}

/** `POST menu/treeTenant`. Rights of the platform alone (its tenants, its clients) are refused: nobody else may have them. */
export async function copyMenus({ tenantId, menuIds }: z.output<typeof routes.copy.input>, context: Context): Promise<{ added: number }> {
  const { tx, session, deps } = context;
  const { id } = await needTenant(context, tenantId);
  if (id === session.tenantId) throw refused('不能复制到自己的租户');
  const own = await menuRows(tx);
  const wanted = withParents(own, menuIds);
  if (!wanted.every(({ permission }) => permission === null || session.permissions.has(permission)))
    throw forbidden('不能授予或更改自己没有的权限');
  const reserved = wanted.find(({ permission }) => isReserved(permission));
  if (reserved) throw refused(`“${reserved.name}”只属于平台，不能复制`);
  const keys = menuKeys(own.map(asKeyed));
  return inside(tx, deps, tenantId, async (there) => {
    await there.run(sql`select pg_advisory_xact_lock(hashtext('menus'), ${tenantId}::integer)`);
    const theirs = await menuRows(there);
    const idOf = new Map([...menuKeys(theirs.map(asKeyed))].map(([menuId, key]) => [key, menuId]));
    const added: number[] = [];
    for (const { id: from, parent_id, ...row } of wanted) {
      const key = keys.get(from) as string;
      if (idOf.has(key)) continue;
      const parent = parent_id === null ? null : (idOf.get(keys.get(parent_id) as string) as number);
      const made = await there.row<{ id: number }>(
        db
          .insertInto('menus')
          .values({ ...row, tenant_id: tenantId, parent_id: parent })
          .returning('id'),
      );
      idOf.set(key, (made as { id: number }).id);
      added.push((made as { id: number }).id);
    }
    await grantMenus(there, 'admin', added);
    await emit('rights.changed', { userId: null }, there, deps);
    context.afterCommit(() => context.sessions.forget({ tenantId }));
    return { added: added.length };
  });
}
