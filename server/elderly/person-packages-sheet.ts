/** The spreadsheet of people's packages. */
import type { z } from 'zod';
import type { PersonPackage } from '#contract/elderly/person-packages.ts';
import { packageStateLabels } from '#contract/elderly/person-packages.rules.ts';
import { listOf, type Export } from '../transfers/exports.ts';
import { personPackageRows, toWire } from './person-package-rows.ts';

type Row = z.input<typeof PersonPackage>;

export const personPackageSheet: Export<Row> = {
  name: '服务包',
  list: (session) => ({ ...listOf(personPackageRows(session)), toRow: toWire }),
  columns: [
    { key: 'oldmanName', title: '服务对象' },
    { key: 'packageName', title: '套餐名称', width: 24 },
    { key: 'status', title: '状态', value: ({ status }) => packageStateLabels[status] ?? null, width: 10 },
    {
      key: 'projects',
      title: '服务项目',
      value: ({ projects }) => projects.map((one) => `${one.projectName} ${one.left}/${one.total}`).join('、'),
      width: 40,
    },
    { key: 'left', title: '剩余次数', width: 10 },
    { key: 'used', title: '已用次数', width: 10 },
    { key: 'total', title: '总次数', width: 10 },
    { key: 'price', title: '价格', format: 'money', width: 12 },
    { key: 'startDate', title: '生效日期', format: 'date', width: 12 },
    { key: 'endDate', title: '到期日期', format: 'date', width: 12 },
    { key: 'voidReason', title: '作废原因', width: 24 },
    { key: 'remarks', title: '备注', width: 30 },
    { key: 'createBy', title: '经办人' },
    { key: 'createTime', title: '添加时间', format: 'dateTime', width: 20 },
  ],
};
