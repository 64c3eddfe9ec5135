/** Tenants whose menus stand where version 11 of the defaults put them. */
import { sql } from 'kysely';
import type { Tx } from '#server/db/tenant.ts';
import { formerFolderOf, formerFolders } from '#server/tenants/former-menus.ts';
import type { Harness } from './harness.ts';

/** The menus of a tenant with the names above them, in order of these paths. */
export const menuPaths = (t: Harness, id: number) =>
  t.deps.inTenant(id, (tx) =>
    tx.rows<{ path: string; type: number; permission: string | null }>(sql`
      with recursive tree as (
        select id, name as path, type, permission from menus where tenant_id = ${id} and parent_id is null
        union all select m.id, tree.path || '/' || m.name, m.type, m.permission from menus m
        join tree on m.tenant_id = ${id} and m.parent_id = tree.id)
      select path, type, permission from tree order by path collate "C", permission`),
  );

/** The permissions that a role of a tenant has, in order. */
export const roleHolds = (t: Harness, id: number, code: string) =>
  t.deps.inTenant(id, async (tx) =>
    (
      await tx.rows<{
        permission: string;
      }>(sql`select distinct m.permission from roles r join role_menus rm on rm.tenant_id = r.tenant_id and rm.role_id = r.id
        join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
        where r.tenant_id = ${id} and r.code = ${code} and m.permission is not null order by 1`)
    ).map(({ permission }) => permission),
  );

/** Puts the pages of a new tenant where version 11 had them, in folders that its roles hold when they hold all of a tenant's menus. */
export async function asBefore(tx: Tx, id: number): Promise<void> {
  const folders = new Map<string, number>();
  for (const name of formerFolders) {
    const [made] = await tx.rows<{ id: number }>(
      sql`insert into menus (tenant_id, name, type, sort) values (${id}, ${name}, 0, 50) returning id`,
    );
    folders.set(name, made!.id);
    await tx.run(sql`insert into role_menus (tenant_id, role_id, menu_id) select ${id}::bigint, r.id, ${made!.id}::bigint from roles r
      where r.tenant_id = ${id} and r.code = 'admin'`);
  }
  for (const [key, name] of formerFolderOf)
    await tx.run(sql`update menus set parent_id = ${name === null ? null : folders.get(name)!}
      where tenant_id = ${id} and type = 0 and coalesce(permission, path) = ${key}`);
  // It was called otherwise.
  await tx.run(sql`update menus set name = '套餐订购' where tenant_id = ${id} and permission = 'package_order'`);
  // What is empty now: the six main folders, and those in them.
  for (let gone = 1; gone > 0;)
    gone = await tx.run(sql`delete from menus m where tenant_id = ${id} and permission is null and path is null
      and not exists (select from menus c where c.tenant_id = m.tenant_id and c.parent_id = m.id)`);
}

/** Takes away the pages, with all below them, that version 11 did not have. */
export async function removeLater(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`with recursive later as (
      select id from menus where tenant_id = ${id} and type = 0 and not (coalesce(permission, path) = any(${[...formerFolderOf.keys()]}))
      union all select m.id from menus m join later l on m.parent_id = l.id where m.tenant_id = ${id}
    ) delete from menus where tenant_id = ${id} and id in (select id from later)`);
}
