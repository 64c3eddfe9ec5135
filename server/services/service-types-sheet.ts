/** The spreadsheet of service types. */
import type { z } from 'zod';
import type { ServiceType } from '#contract/services/services.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof ServiceType>;

export const typeSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '服务分类',
  list: () => list,
  columns: [
    { key: 'name', title: '分类名称', width: 24 },
    { key: 'sort', title: '排序', width: 8 },
    { key: 'createBy', title: '创建人' },
    { key: 'tenantName', title: '所属机构', width: 24 },
    { key: 'createTime', title: '创建时间', format: 'dateTime', width: 20 },
  ],
});
