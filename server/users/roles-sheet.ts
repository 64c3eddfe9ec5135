/** The spreadsheet of roles. */
import type { z } from 'zod';
import { dataScopeLabels, type Role } from '#contract/users/roles.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof Role>;

export const roleSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '角色',
  list: () => list,
  columns: [
    { key: 'roleName', title: '角色名称', width: 18 },
    { key: 'roleCode', title: '角色标识', width: 18 },
    { key: 'roleDesc', title: '描述', width: 30 },
    { key: 'dsType', title: '数据权限', value: ({ dsType }) => dataScopeLabels[dsType] ?? dsType, width: 16 },
    { key: 'users', title: '用户数', width: 10 },
    { key: 'createTime', title: '创建时间', format: 'dateTime', width: 20 },
  ],
});
