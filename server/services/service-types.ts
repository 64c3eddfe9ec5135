/** Service types: `bccostservice`, a tree of names that projects hang from. */
import { sql } from 'kysely';
import { serviceTypes as routes } from '#contract/services/services.ts';
import { explaining } from '../db/constraints.ts';
import type { Work } from '../context.ts';
import { lookup } from '../lists/columns.ts';
import { contains, reads, writes, type ListOf } from '../lists/crud.ts';
import { removing } from '../lists/removals.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { typeSheet } from './service-types-sheet.ts';
import { typeRemoval } from './service-removals.ts';
import { tree } from './service-tree.ts';

const own = { table: 'service_types', noun: '服务分类' } as const;

const plain = writes({
  ...own,
  fields: { name: 'name', parentId: 'parent_id', sort: 'sort' },
  stamp: (session) => ({ created_by: session.userId }),
});

const refusals = { service_types_name: conflict('同级下已有同名的服务分类') };

/** Refuses a parent that is missing, or below the type itself: a ring would hide both from the tree. */
async function checkParent({ tx }: Work, parentId: number | null, id: number | null): Promise<void> {
  if (parentId === null) return;
  // Two moves at once could close a ring that neither sees.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('service_types', ${tx.tenantId}))`);
  const above = await tx.rows<{ id: number }>(sql`
    with recursive above as (
      select id, parent_id from service_types where tenant_id = ${tx.tenantId} and id = ${parentId}
      union select t.id, t.parent_id from service_types t join above a on t.id = a.parent_id where t.tenant_id = ${tx.tenantId})
    select id from above`);
  if (above.length === 0) throw refused('上级分类不存在');
  if (above.some((type) => type.id === id)) throw refused('上级分类不能是自己或自己的下级');
}

const list: ListOf<typeof routes.page, 'service_types'> = {
  ...own,
  columns: {
    id: 'id',
    parentId: 'parent_id',
    name: 'name',
    sort: 'sort',
    createBy: lookup('users', 'name', 'service_types.created_by'),
    tenantName: () => sql`(select t.name from tenants t where t.id = service_types.tenant_id)`,
    version: 'version',
    createTime: 'created_at',
  },
  filters: { name: contains('name') },
  sorts: { sort: 'sort', name: 'name' },
};

export const serviceTypes: Handlers<typeof routes> = {
  ...reads(list),
  export: exporting(routes.export, typeSheet(listOf(list))),

  async create(input, context) {
    await checkParent(context, input.parentId ?? null, null);
    return explaining(refusals, plain.create(input, context));
  },

  async update(input, context) {
    if (input.parentId !== undefined) await checkParent(context, input.parentId, input.id);
    return explaining(refusals, plain.update(input, context));
  },

  ...removing(typeRemoval),

  tree,
};
