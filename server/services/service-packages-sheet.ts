/** The spreadsheet of the packages on offer. */
import type { z } from 'zod';
import type { ServicePackage } from '#contract/services/service-packages.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof ServicePackage>;

export const packageSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '服务套餐',
  list: () => list,
  columns: [
    { key: 'name', title: '套餐名称', width: 24 },
    {
      key: 'projects',
      title: '服务项目',
      value: ({ projects }) => projects.map(({ projectName, count }) => `${projectName}×${count}`).join('、'),
      width: 50,
    },
    { key: 'price', title: '套餐价格', format: 'money', width: 12 },
    { key: 'worth', title: '单次合计', format: 'money', width: 12 },
    { key: 'validDays', title: '有效天数', width: 10 },
    { key: 'enabled', title: '状态', value: ({ enabled }) => (enabled ? '启用' : '停用'), width: 8 },
    { key: 'remarks', title: '备注', width: 30 },
    { key: 'createTime', title: '创建时间', format: 'dateTime', width: 20 },
  ],
});
