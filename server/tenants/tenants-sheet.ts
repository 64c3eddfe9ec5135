/** The spreadsheet of tenants. */
import type { z } from 'zod';
import { sourceLabels, type Tenant } from '#contract/tenants/tenants.ts';
import { titled } from '#contract/labels.ts';
import { tenantLabels } from '#contract/tenants/tenants.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof Tenant>;

export const tenantSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '租户',
  list: () => list,
  columns: titled(tenantLabels, [
    { key: 'name', width: 28 },
    { key: 'code', title: '租户编码', width: 18 },
    { key: 'status', value: ({ status }) => (status === '9' ? '冻结' : '正常'), width: 8 },
    { key: 'frozenReason', width: 24 },
    { key: 'source', value: ({ source }) => sourceLabels[source] ?? source, width: 12 },
    { key: 'packageName', width: 16 },
    { key: 'usersMost', width: 10 },
    { key: 'peopleMost', width: 12 },
    { key: 'storageMost', width: 16 },
    { key: 'startTime', format: 'dateTime', width: 20 },
    { key: 'endTime', format: 'dateTime', width: 20 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
});
