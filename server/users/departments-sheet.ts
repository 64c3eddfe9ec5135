/** The spreadsheet of departments, in the order of their tree. */
import { sql, type Selectable } from 'kysely';
import type { z } from 'zod';
import type { DepartmentRow } from '#contract/users/departments.ts';
import { titled } from '#contract/labels.ts';
import { departmentLabels } from '#contract/users/departments.labels.ts';
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
  columns: titled(departmentLabels, [
    { key: 'path', title: '部门路径', width: 40 },
    { key: 'name', width: 20 },
    { key: 'users', width: 8 },
    { key: 'people', width: 10 },
    { key: 'leaderName', width: 12 },
    { key: 'phone', width: 16 },
    { key: 'sort', width: 8 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
};
