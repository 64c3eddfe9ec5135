/** Menus of callers. */
import { sql } from 'kysely';
import { groupsOf, menuProblem, type MenuNode } from '#contract/calls/call-menus.rules.ts';
import { callMenus as routes } from '#contract/calls/call-menus.ts';
import type { Context } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { contains, equals, reads, writes, type ListOf } from '../lists/crud.ts';
import { asJson } from './json-fields.ts';

const own = { table: 'call_menus', noun: '语音菜单' } as const;
const fields = {
  name: 'name',
  tree: 'tree',
  hours: 'hours',
  holidays: 'holidays',
  closedText: 'closed_text',
  enabled: 'enabled',
} as const;

const list: ListOf<typeof routes.page, 'call_menus'> = {
  ...own,
  columns: {
    id: 'id',
    ...fields,
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), enabled: equals('enabled') },
  sorts: { name: 'name' },
};
const written = writes({ ...own, fields });

const refusals = { call_menus_tenant_id_name_key: conflict('已有同名的语音菜单') };

/** A tree that callers find their way through, and whose groups are of this institution. */
async function check({ tx }: Context, tree: MenuNode | undefined): Promise<void> {
  if (!tree) return;
  const problem = menuProblem(tree);
  if (problem) throw invalid(problem);
  const ids = [...new Set(groupsOf(tree))];
  const row = await tx.row<{ known: number }>(sql`
    select count(*)::integer as known from call_groups where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[])`);
  if ((row?.known ?? 0) < ids.length) throw notFound('技能组');
}

export const callMenus: Handlers<typeof routes> = {
  ...reads(list),
  async create(form, context) {
    await check(context, form.tree);
    return explaining(refusals, written.create(asJson(form, 'tree', 'hours'), context));
  },
  async update(form, context) {
    await check(context, form.tree);
    return explaining(refusals, written.update(asJson(form, 'tree', 'hours'), context));
  },
  async remove(input, context) {
    const { tx } = context;
    const used = await tx.row(sql`
      select 1 from call_links where tenant_id = ${tx.tenantId} and menu_id = ${input.id}
      union all select 1 from call_services s, jsonb_array_elements(s.numbers) n
        where s.tenant_id = ${tx.tenantId} and n->>'menuId' = ${String(input.id)} limit 1`);
    if (used) throw refused('语音菜单正被号码或通话链接使用，不能删除，请停用');
    return written.remove(input, context);
  },
};
