/** Menus of callers. */
import { sql } from 'kysely';
import { groupsOf, menuProblem, seatsOf, soundsOf, type MenuNode } from '#contract/calls/call-menus.rules.ts';
import { callMenus as routes } from '#contract/calls/call-menus.ts';
import type { Context } from '../context.ts';
import { explaining } from '../db/constraints.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { contains, equals, readOne, reads, writes, type ListOf } from '../lists/crud.ts';
import { needSounds } from './call-sounds.ts';
import { asJson } from './json-fields.ts';

const own = { table: 'call_menus', noun: '语音菜单' } as const;
const fields = {
  name: 'name',
  tree: 'tree',
  hours: 'hours',
  holidays: 'holidays',
  closedText: 'closed_text',
  closedSoundId: 'closed_sound_id',
  enabled: 'enabled',
} as const;

const list: ListOf<typeof routes.page, 'call_menus'> = {
  ...own,
  columns: {
    id: 'id',
    ...fields,
    numbers: () => sql<string[]>`array(
      select n->>'number' from call_services s, jsonb_array_elements(s.numbers) n
        where s.tenant_id = call_menus.tenant_id and n->>'menuId' = call_menus.id::text)`,
    usedBy: () => sql<string[]>`array(
      select '号码' || (n->>'number') from call_services s, jsonb_array_elements(s.numbers) n
        where s.tenant_id = call_menus.tenant_id and n->>'menuId' = call_menus.id::text
      union all select '通话链接“' || l.name || '”' from call_links l
        where l.tenant_id = call_menus.tenant_id and l.menu_id = call_menus.id
      union all select '外呼任务“' || j.name || '”' from call_jobs j
        where j.tenant_id = call_menus.tenant_id and j.menu_id = call_menus.id)`,
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name'), enabled: equals('enabled') },
  sorts: { name: 'name' },
};
const written = writes({ ...own, fields });

const refusals = { call_menus_tenant_id_name_key: conflict('已有同名的语音菜单') };

/** A tree that callers find their way through, and whose groups are of this institution. */
async function check({ tx }: Context, { tree, closedSoundId }: { tree?: MenuNode; closedSoundId?: number | null }): Promise<void> {
  await needSounds(tx, [closedSoundId, ...(tree ? soundsOf(tree) : [])]);
  if (!tree) return;
  const problem = menuProblem(tree);
  if (problem) throw invalid(problem);
  const ids = [...new Set(groupsOf(tree))];
  const seats = [...new Set(seatsOf(tree))];
  const row = await tx.row<{ groups: number; seats: number }>(sql`
    select (select count(*)::integer from call_groups where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[])) as groups,
      (select count(*)::integer from call_seats where tenant_id = ${tx.tenantId} and id = any(${seats}::bigint[])) as seats`);
  if ((row?.groups ?? 0) < ids.length) throw notFound('技能组');
  if ((row?.seats ?? 0) < seats.length) throw notFound('坐席');
}

export const callMenus: Handlers<typeof routes> = {
  ...reads(list),
  async create(form, context) {
    await check(context, form);
    return explaining(refusals, written.create(asJson(form, 'tree', 'hours'), context));
  },
  async update(form, context) {
    await check(context, form);
    return explaining(refusals, written.update(asJson(form, 'tree', 'hours'), context));
  },
  async remove(input, context) {
    const { usedBy } = await readOne(list, input.id, context);
    if (usedBy.length > 0) throw refused(`语音菜单正被${usedBy.join('、')}使用，不能删除，请先在那里更换，或停用菜单`);
    return written.remove(input, context);
  },
};
