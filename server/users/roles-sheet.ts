/** The spreadsheet of roles. */
import type { z } from 'zod';
import { dataScopeLabels, type Role } from '#contract/users/roles.ts';
import { titled } from '#contract/labels.ts';
import { roleLabels } from '#contract/users/roles.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof Role>;

export const roleSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '角色',
  list: () => list,
  columns: titled(roleLabels, [
    { key: 'roleName', width: 18 },
    { key: 'roleCode', width: 18 },
    { key: 'roleDesc', title: '描述', width: 30 },
    { key: 'dsType', value: ({ dsType }) => dataScopeLabels[dsType] ?? dsType, width: 16 },
    { key: 'users', title: '用户数', width: 10 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
});
