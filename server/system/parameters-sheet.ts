/** The spreadsheet of parameters. */
import type { z } from 'zod';
import type { Parameter } from '#contract/system/parameters.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof Parameter>;

export const parameterSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '参数',
  list: () => list,
  columns: [
    { key: 'publicName', title: '参数名称', width: 24 },
    { key: 'publicKey', title: '参数键', width: 26 },
    { key: 'publicValue', title: '参数值', width: 40 },
    { key: 'isPublic', title: '公开', value: ({ isPublic }) => (isPublic ? '是' : '否'), width: 8 },
    { key: 'system', title: '内置', value: ({ system }) => (system === '1' ? '是' : '否'), width: 8 },
    { key: 'updateTime', title: '更新时间', format: 'dateTime', width: 20 },
  ],
});
