/** What somebody may do, in the words of the menu, and when he was here. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { users } from '#contract/users/users.ts';
import { dataScopes } from '#contract/users/roles.ts';
import type { Context } from '../context.ts';
import { readOne } from '../lists/crud.ts';
import type { Tx } from '../db/tenant.ts';
import { standing } from './sessions.ts';
import { describeAgent } from './user-agents.ts';
import { list } from './user-rows.ts';

type Summary = z.input<typeof users.summary.output>;

interface HeldMenu {
  id: number;
  parent_id: number | null;
  name: string;
  type: number;
  path: string | null;
}

const BUTTON = 1;

/** Pages with what may be done there, as the menu has them. A button whose page is not held stands below its page all the same. */
function inWords(all: readonly (HeldMenu & { held: boolean })[]): Summary['menus'] {
  const below = Map.groupBy(all, ({ parent_id }) => parent_id);
  const actionsOf = (menu: HeldMenu): string[] =>
    (below.get(menu.id) ?? [])
      .filter(({ type }) => type === BUTTON)
      .flatMap((button) => [...(button.held ? [button.name] : []), ...actionsOf(button)]);
  const pages = (parentId: number | null): Summary['menus'] =>
    (below.get(parentId) ?? []).flatMap((menu) => {
      const actions = [...(menu.held ? ['查看'] : []), ...actionsOf(menu)];
      const isPage = menu.type !== BUTTON && menu.path !== null && actions.length > 0;
      return [...(isPage ? [{ id: menu.id, name: menu.name, actions }] : []), ...(menu.type === BUTTON ? [] : pages(menu.id))];
    });
  return pages(null);
}

/** The widest scope of a person's roles, and the names of the departments that it is cut at. */
async function reachOf(tx: Tx, userId: number): Promise<Pick<Summary, 'dsType' | 'departments'>> {
  const roles = await tx.rows<{ id: number; data_scope: number }>(sql`
    select r.id, r.data_scope from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.tenant_id = ${tx.tenantId} and ur.user_id = ${userId}`);
  const scopes = new Set(roles.map((role) => role.data_scope));
  const wide = [dataScopes.all, dataScopes.institution].find((scope) => scopes.has(scope));
  if (wide !== undefined) return { dsType: wide, departments: [] };
  const cut = [dataScopes.department, dataScopes.custom, dataScopes.departmentOnly].filter((scope) => scopes.has(scope));
  if (cut.length === 0) return { dsType: dataScopes.own, departments: [] };
  const departments = await tx.rows<{ name: string }>(sql`
    with recursive own as (select department_id as id from users
    where tenant_id = ${tx.tenantId} and id = ${userId} and department_id is not null),
      below as (select id from own union select d.id from departments d join below b on d.parent_id = b.id
      where d.tenant_id = ${tx.tenantId})
    select d.name from departments d where d.tenant_id = ${tx.tenantId} and (
      (${scopes.has(dataScopes.department)}::boolean and d.id in (select id from below))
      or (${scopes.has(dataScopes.departmentOnly)}::boolean and d.id in (select id from own))
      or d.id in (select rd.department_id from role_departments rd where rd.tenant_id = d.tenant_id
        and rd.role_id = any(${roles.filter((role) => role.data_scope === dataScopes.custom).map((role) => role.id)}::bigint[])))
    order by d.sort, d.id`);
  return { dsType: cut.length === 1 ? (cut[0] as number) : dataScopes.custom, departments: departments.map(({ name }) => name) };
}

/** `GET user/summary/{id}`; 404 outside the data scope. */
export async function summaryOf({ id }: { id: number }, context: Context): Promise<Summary> {
  const { tx, deps } = context;
  await readOne(list, id, context);
  const menus = await tx.rows<HeldMenu & { held: boolean }>(sql`
    select m.id, m.parent_id, m.name, m.type, m.path, exists (select 1 from role_menus rm join user_roles ur on ur.tenant_id = rm.tenant_id
      and ur.role_id = rm.role_id
      where rm.tenant_id = m.tenant_id and rm.menu_id = m.id and ur.user_id = ${id}) as held
    from menus m where m.tenant_id = ${tx.tenantId} order by m.sort, m.id`);
  const open = await tx.row<{ n: number }>(
    sql`select count(*) as n from sessions where tenant_id = ${tx.tenantId} and user_id = ${id} and ${standing(deps.now())}`,
  );
  const signIns = await tx.rows<{ created_at: string; address: string | null; user_agent: string | null }>(sql`
    select created_at, host(address) as address, user_agent from sessions
    where tenant_id = ${tx.tenantId} and user_id
      = ${id} and created_at > ${new Date(deps.now() - 30 * 86_400_000).toISOString()}::timestamptz
    order by created_at desc limit 10`);
  return {
    ...(await reachOf(tx, id)),
    menus: inWords(menus),
    sessions: open?.n ?? 0,
    signIns: signIns.map(({ created_at, address, user_agent }) => ({ createTime: created_at, address, ...describeAgent(user_agent) })),
  };
}
