/** The spreadsheet of the packages on offer. */
import type { z } from 'zod';
import type { ServicePackage } from '#contract/services/service-packages.ts';
import { titled } from '#contract/labels.ts';
import { servicePackageLabels } from '#contract/services/service-packages.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof ServicePackage>;

export const packageSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '服务套餐',
  list: () => list,
  columns: titled(servicePackageLabels, [
    { key: 'name', width: 24 },
    {
      key: 'projects',
      value: ({ projects }) => projects.map(({ projectName, count }) => `${projectName}×${count}`).join('、'),
      width: 50,
    },
    { key: 'price', format: 'money', width: 12 },
    { key: 'worth', format: 'money', width: 12 },
    { key: 'validDays', title: '有效天数', width: 10 },
    { key: 'enabled', value: ({ enabled }) => (enabled ? '启用' : '停用'), width: 8 },
    { key: 'remarks', width: 30 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
});
