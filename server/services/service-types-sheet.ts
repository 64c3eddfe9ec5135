/** The spreadsheet of service types. */
import type { z } from 'zod';
import type { ServiceType } from '#contract/services/services.ts';
import { titled } from '#contract/labels.ts';
import { serviceTypeLabels } from '#contract/services/services.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof ServiceType>;

export const typeSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '服务分类',
  list: () => list,
  columns: titled(serviceTypeLabels, [
    { key: 'name', width: 24 },
    { key: 'sort', width: 8 },
    { key: 'createBy' },
    { key: 'tenantName', width: 24 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
});
