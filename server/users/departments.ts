/** Departments: a tree that the data scope 2 cuts at the user's own. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { departments as routes, type DepartmentNode, type DepartmentRow } from '#contract/users/departments.ts';
import type { Context, Session, Work } from '../context.ts';
import { reads, writes, type ReadOptions } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { conflict, forbidden, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { nested } from '../lists/nested.ts';
import { needPhone } from '../phones.ts';
import { exporting } from '../transfers/exports.ts';
import { departmentSheet } from './departments-sheet.ts';
import { rightsChanged } from './rights.ts';
import { reachesDepartment, scoped } from '../lists/data-scope.ts';

const list: ReadOptions<z.input<typeof routes.get.output>, object, 'departments'> = {
  table: 'departments',
  noun: '部门',
  columns: {
    id: 'id',
    deptId: 'id',
    parentId: () => sql`coalesce(parent_id, 0)`,
    name: 'name',
    sort: 'sort',
    leaderId: 'leader_id',
    leaderName: () =>
      sql`(select u.name from users u where u.tenant_id = departments.tenant_id and u.id = departments.leader_id and u.deleted_at is null)`,
    phone: 'phone',
    version: 'version',
    createTime: 'created_at',
  },
};
const { get } = reads(list);
const inScope = scoped({ department: 'department_id', owners: ['id'] });
const write = writes({
  table: 'departments',
  noun: '部门',
  fields: { name: 'name', parentId: 'parent_id', sort: 'sort', leaderId: 'leader_id', phone: 'phone' },
});

type Listed = z.input<typeof DepartmentRow>;

interface Row {
  id: number;
  parent_id: number | null;
  name: string;
  sort: number;
  phone: string | null;
}

const all = ({ tx }: Work) =>
  tx.rows<Row>(
    db
      .selectFrom('departments')
      .select(['id', 'parent_id', 'name', 'sort', 'phone'])
      .where('tenant_id', '=', tx.tenantId)
      .orderBy('sort')
      .orderBy('id'),
  );

const treeOf = (rows: readonly Row[], session: Session): DepartmentNode[] =>
  nested(
    rows,
    (row) => row.parent_id,
    ({ id, parent_id, name, sort }) => ({
      id,
      parentId: parent_id ?? 0,
      name,
      sort,
      ...(reachesDepartment(session, id) ? {} : { outside: true }),
    }),
  );

/** Ids of a department of the session's tenant and all below it; 404 when there is none. */
export async function departmentsBelow(work: Work, id: number): Promise<number[]> {
  const rows = await all(work);
  if (!rows.some((row) => row.id === id)) throw notFound('部门');
  return below(rows, id);
}

/** Throws 404 unless the leader is one of the tenant's staff. */
async function needLeader({ tx }: Work, leaderId: number | null | undefined): Promise<void> {
  if (!leaderId) return;
  const row = await tx.row(
    db.selectFrom('users').select('id').where('tenant_id', '=', tx.tenantId).where('id', '=', leaderId).where('deleted_at', 'is', null),
  );
  if (!row) throw notFound('负责人');
}

/** One at a time per tenant: two moves at once could close a circle that neither sees. */
const inTurn = ({ tx }: Work) => tx.run(sql`select pg_advisory_xact_lock(hashtext('departments'), ${tx.tenantId}::integer)`);

/** Ids of a department and all below it. */
function below(rows: readonly Row[], id: number): number[] {
  const children = Map.groupBy(rows, (row) => row.parent_id);
  const withBelow = (one: number): number[] => [one, ...(children.get(one) ?? []).flatMap((row) => withBelow(row.id))];
  return withBelow(id);
}

function needReach({ session }: Context, ...ids: (number | null)[]): void {
  if (!ids.every((id) => reachesDepartment(session, id))) throw forbidden('不能操作数据权限以外的部门');
}

export const departments: Handlers<typeof routes> = {
  get,
  export: exporting(routes.export, departmentSheet),
  async tree(_input, context) {
    return treeOf(await all(context), context.session);
  },

  async list(_input, { tx, session }) {
    return tx.rows<Listed>(sql`
      select d.id, d.id as "deptId", coalesce(d.parent_id, 0) as "parentId", d.name, d.sort, d.leader_id as "leaderId",
        u.name as "leaderName", d.phone,
        d.version, d.created_at as "createTime", coalesce(s.n, 0) as users, coalesce(p.n, 0) as people
      from departments d
        left join users u on u.tenant_id = d.tenant_id and u.id = d.leader_id and u.deleted_at is null
        left join (select department_id, count(*) as n from users where tenant_id = ${session.tenantId} and deleted_at is null group by 1) s
          on s.department_id = d.id
        left join (select department_id, count(*) as n from people where tenant_id = ${session.tenantId} and deleted_at is null
        group by 1) p on p.department_id = d.id
      where d.tenant_id = ${session.tenantId} order by d.sort, d.id`);
  },

  async staff(_input, { tx, session }) {
    return tx.rows(
      db
        .selectFrom('users')
        .select(['department_id as deptId', (eb) => eb.fn.countAll<number>().as('users')])
        .where('tenant_id', '=', session.tenantId)
        .where('deleted_at', 'is', null)
        .where((eb) => inScope(eb, session) ?? eb.lit(true))
        .groupBy('department_id'),
    );
  },

  async arrange({ parentId = null, ids }, context) {
    const { tx, session } = context;
    await inTurn(context);
    const siblings = (await all(context)).filter((row) => row.parent_id === parentId).map(({ id }) => id);
    if (siblings.length !== new Set(ids).size || !siblings.every((id) => ids.includes(id)))
      throw conflict('部门已被他人修改，请刷新后重试');
    needReach(context, parentId);
    await tx.run(sql`
      update departments d set sort = wanted.sort, version = d.version + 1, updated_at = now()
      from unnest(${ids}::bigint[]) with ordinality as wanted (id, sort)
      where d.tenant_id = ${session.tenantId} and d.id = wanted.id and d.sort <> wanted.sort`);
    return true;
  },

  async create(input, context) {
    const parentId = input.parentId ?? null;
    needReach(context, parentId);
    if (parentId !== null) await get({ id: parentId }, context);
    await needLeader(context, input.leaderId);
    const id = await write.create(input, context);
    await rightsChanged(context, null);
    return id;
  },

  async update({ deptId, ...input }, context) {
    await inTurn(context);
    const rows = await all(context);
    const before = rows.find((row) => row.id === deptId);
    const parentId = input.parentId === undefined ? (before?.parent_id ?? null) : input.parentId;
    if (!before || (parentId !== null && !rows.some((row) => row.id === parentId))) throw notFound('部门');
    needReach(context, deptId, ...(parentId === before.parent_id ? [] : [parentId]));
    needPhone('contact', input.phone, before.phone);
    if (parentId !== null && below(rows, deptId).includes(parentId)) throw refused('上级部门不能是自己或下级部门');
    await needLeader(context, input.leaderId);
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
    await tx.run(
      db.updateTable('users').set({ department_id: null }).where('tenant_id', '=', session.tenantId).where('department_id', '=', id),
    );
    await write.remove({ id }, context);
    await rightsChanged(context, null);
    return true;
  },
};
