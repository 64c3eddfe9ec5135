/** The spreadsheet of departments, in the order of their tree. */
import { sql, type Selectable } from 'kysely';
import type { z } from 'zod';
import type { DepartmentRow } from '#contract/users/departments.ts';
import type { Tables } from '../db/tables.ts';
import { db } from '../db/tenant.ts';
import { listFrom } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = Pick<z.output<typeof DepartmentRow>, 'name' | 'leaderName' | 'phone' | 'users' | 'people' | 'sort' | 'createTime'> & {
  path: string;
};

/** `place` is the way down the tree, in digits that sort as the siblings do. */
const tree = (tenantId: number) => sql<Selectable<Tables['departments']> & { path: string; place: string }>`(
  with recursive tree as (
    select d.*, d.name as path, lpad(d.sort::text, 6, '0') || lpad(d.id::text, 16, '0') as place
    from departments d where d.tenant_id = ${tenantId} and d.parent_id is null
    union all
    select d.*, tree.path || ' / ' || d.name, tree.place || lpad(d.sort::text, 6, '0') || lpad(d.id::text, 16, '0')
    from departments d join tree on d.tenant_id = tree.tenant_id and d.parent_id = tree.id)
  select * from tree)`;

const columns = [
  'tree.path',
  'tree.name',
  sql<string | null>`(select u.name from users u where u.tenant_id = tree.tenant_id and u.id = tree.leader_id and u.deleted_at is null)`.as(
    'leaderName',
  ),
  'tree.phone',
  sql<number>`(select count(*) from users u where u.tenant_id = tree.tenant_id and u.department_id = tree.id and u.deleted_at is null)`.as(
    'users',
  ),
  sql<number>`(select count(*) from people p where p.tenant_id = tree.tenant_id and p.department_id = tree.id and p.deleted_at is null)`.as(
    'people',
  ),
  'tree.sort',
  'tree.created_at as createTime',
] as const;

export const departmentSheet: Export<Row> = {
  name: '部门',
  list: ({ tenantId }) =>
    listFrom({
      matching: () => db.selectFrom(tree(tenantId).as('tree')),
      listed: (query) => query.select(columns),
      order: () => [
        { column: 'tree.place', direction: 'asc' },
        { column: 'tree.id', direction: 'asc' },
      ],
    }),
  columns: [
    { key: 'path', title: '部门路径', width: 40 },
    { key: 'name', title: '部门名称', width: 20 },
    { key: 'users', title: '员工', width: 8 },
    { key: 'people', title: '服务对象', width: 10 },
    { key: 'leaderName', title: '负责人', width: 12 },
    { key: 'phone', title: '电话', width: 16 },
    { key: 'sort', title: '排序', width: 8 },
    { key: 'createTime', title: '创建时间', format: 'dateTime', width: 20 },
  ],
};
