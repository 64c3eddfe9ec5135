/** Departments: a tree that the data scope 2 cuts at the user's own. */
import { sql } from 'kysely';
import type { DepartmentNode, departments as routes } from '#contract/users/departments.ts';
import type { Context } from '../context.ts';
import { reads, writes, type ReadOptions } from '../crud.ts';
import { db } from '../db/tenant.ts';
import { forbidden, notFound, refused } from '../errors.ts';
import type { Handlers } from '../implement.ts';
import { rightsChanged } from './rights.ts';
import { reachesDepartment } from './scopes.ts';

const list: ReadOptions = {
  table: 'departments',
  noun: '部门',
  columns: {
    id: 'id',
    deptId: 'id',
    parentId: () => sql`coalesce(parent_id, 0)`,
    name: 'name',
    sort: 'sort',
    version: 'version',
    createTime: 'created_at',
  },
};
const { get } = reads(list);
const write = writes({ table: 'departments', noun: '部门', fields: { name: 'name', parentId: 'parent_id', sort: 'sort' } });

interface Row {
  id: number;
  parent_id: number | null;
  name: string;
  sort: number;
}

const all = ({ tx, session }: Context) =>
  tx.rows<Row>(
    db.selectFrom('departments').select(['id', 'parent_id', 'name', 'sort']).where('tenant_id', '=', session.tenantId).orderBy('sort').orderBy('id'),
  );

function nodesBelow(rows: readonly Row[], parentId: number | null): DepartmentNode[] {
  return rows
    .filter((row) => row.parent_id === parentId)
    .map(({ id, name, sort }) => {
      const children = nodesBelow(rows, id);
      return { id, parentId: parentId ?? 0, name, sort, ...(children.length ? { children } : {}) };
    });
}

/** Ids of a department and all below it. */
function below(rows: readonly Row[], id: number): number[] {
  return [id, ...rows.filter((row) => row.parent_id === id).flatMap((row) => below(rows, row.id))];
}

function needReach({ session }: Context, ...ids: (number | null)[]): void {
  if (!ids.every((id) => reachesDepartment(session, id))) throw forbidden('不能操作数据权限以外的部门');
}

export const departments: Handlers<typeof routes> = {
  get,
  async tree(_input, context) {
    return nodesBelow(await all(context), null);
  },

  async create(input, context) {
    needReach(context, input.parentId);
    if (input.parentId !== null) await get({ id: input.parentId }, context);
    const id = await write.create(input, context);
    await rightsChanged(context, null);
    return id;
  },

  async update({ deptId, ...input }, context) {
    // One at a time per tenant: two moves at once could close a circle that neither sees.
    await context.tx.run(sql`select pg_advisory_xact_lock(hashtext('departments'), ${context.session.tenantId}::integer)`);
    const rows = await all(context);
    const before = rows.find((row) => row.id === deptId);
    if (!before || (input.parentId !== null && !rows.some((row) => row.id === input.parentId))) throw notFound('部门');
    needReach(context, deptId, ...(input.parentId === before.parent_id ? [] : [input.parentId]));
    if (input.parentId !== null && below(rows, deptId).includes(input.parentId)) throw refused('上级部门不能是自己或下级部门');
    await write.update({ ...input, id: deptId }, context);
    await rightsChanged(context, null);
    return true;
  },

  async remove({ id }, context) {
    const { tx, session } = context;
    needReach(context, id);
    if ((await all(context)).some((row) => row.parent_id === id)) throw refused('部门含有下级不能删除');
    const used = await tx.row(sql`
      select 1 from users where tenant_id = ${session.tenantId} and department_id = ${id} and deleted_at is null
      union all select 1 from people where tenant_id = ${session.tenantId} and department_id = ${id} limit 1`);
    if (used) throw refused('部门下还有员工或服务对象，不能删除');
    // Deleted accounts keep no hold on it.
    await tx.run(db.updateTable('users').set({ department_id: null }).where('tenant_id', '=', session.tenantId).where('department_id', '=', id));
    await write.remove({ id }, context);
    await rightsChanged(context, null);
    return true;
  },
};
