/** The spreadsheet of menus and buttons, in the order of their tree. */
import { sql, type Selectable } from 'kysely';
import { menuTypeLabels } from '#contract/users/menus.ts';
import { titled } from '#contract/labels.ts';
import { menuLabels } from '#contract/users/menus.labels.ts';
import type { Tables } from '../db/tables.ts';
import { db } from '../db/tenant.ts';
import { listFrom } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

interface Row {
  way: string;
  name: string;
  type: string;
  path: string | null;
  permission: string | null;
  icon: string | null;
  sort: number;
  keepAlive: boolean;
}

/** `place` is the way down the tree, in digits that sort as the siblings do. */
const tree = (tenantId: number) => sql<Selectable<Tables['menus']> & { way: string; place: string }>`(
  with recursive tree as (
    select m.*, m.name as way, lpad(m.sort::text, 6, '0') || lpad(m.id::text, 16, '0') as place
    from menus m where m.tenant_id = ${tenantId} and m.parent_id is null
    union all
    select m.*, tree.way || ' / ' || m.name, tree.place || lpad(m.sort::text, 6, '0') || lpad(m.id::text, 16, '0')
    from menus m join tree on m.tenant_id = tree.tenant_id and m.parent_id = tree.id)
  select * from tree)`;

const columns = [
  'tree.way',
  'tree.name',
  sql<string>`tree.type::text`.as('type'),
  'tree.path',
  'tree.permission',
  'tree.icon',
  'tree.sort',
  'tree.keep_alive as keepAlive',
] as const;

export const menuSheet: Export<Row> = {
  name: '菜单',
  list: ({ tenantId }) =>
    listFrom({
      matching: () => db.selectFrom(tree(tenantId).as('tree')),
      listed: (query) => query.select(columns),
      order: () => [
        { column: 'tree.place', direction: 'asc' },
        { column: 'tree.id', direction: 'asc' },
      ],
    }),
  columns: titled(menuLabels, [
    { key: 'way', title: '菜单路径', width: 44 },
    { key: 'name', width: 20 },
    { key: 'type', value: ({ type }) => menuTypeLabels[type] ?? type, width: 10 },
    { key: 'path', width: 32 },
    { key: 'permission', width: 34 },
    { key: 'icon', width: 22 },
    { key: 'sort', width: 8 },
    {
      key: 'keepAlive',
      value: ({ type, keepAlive }) => (type === '1' ? null : keepAlive ? '保留' : '不保留'),
      width: 12,
    },
  ]),
};
