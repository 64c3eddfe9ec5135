/** The spreadsheet of tenants. */
import type { z } from 'zod';
import { sourceLabels, type Tenant } from '#contract/tenants/tenants.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof Tenant>;

export const tenantSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '租户',
  list: () => list,
  columns: [
    { key: 'name', title: '租户名称', width: 28 },
    { key: 'code', title: '租户编码', width: 18 },
    { key: 'status', title: '状态', value: ({ status }) => (status === '9' ? '冻结' : '正常'), width: 8 },
    { key: 'frozenReason', title: '冻结原因', width: 24 },
    { key: 'source', title: '来源', value: ({ source }) => sourceLabels[source] ?? source, width: 12 },
    { key: 'packageName', title: '套餐', width: 16 },
    { key: 'usersMost', title: '用户上限', width: 10 },
    { key: 'peopleMost', title: '服务对象上限', width: 12 },
    { key: 'storageMost', title: '存储上限（字节）', width: 16 },
    { key: 'startTime', title: '开始时间', format: 'dateTime', width: 20 },
    { key: 'endTime', title: '到期时间', format: 'dateTime', width: 20 },
    { key: 'createTime', title: '创建时间', format: 'dateTime', width: 20 },
  ],
});
