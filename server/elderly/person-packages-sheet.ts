/** The spreadsheet of people's packages. */
import type { z } from 'zod';
import type { PersonPackage } from '#contract/elderly/person-packages.ts';
import { packageStateLabels } from '#contract/elderly/person-packages.rules.ts';
import { titled } from '#contract/labels.ts';
import { personPackageLabels } from '#contract/elderly/person-packages.labels.ts';
import { listOf, type Export } from '../transfers/exports.ts';
import { personPackageRows, toWire } from './person-package-rows.ts';

type Row = z.input<typeof PersonPackage>;

export const personPackageSheet: Export<Row> = {
  name: '服务包',
  list: (session) => ({ ...listOf(personPackageRows(session)), toRow: toWire }),
  columns: titled(personPackageLabels, [
    { key: 'oldmanName' },
    { key: 'packageName', width: 24 },
    { key: 'status', value: ({ status }) => packageStateLabels[status] ?? null, width: 10 },
    {
      key: 'projects',
      title: '服务项目',
      value: ({ projects }) => projects.map((one) => `${one.projectName} ${one.left}/${one.total}`).join('、'),
      width: 40,
    },
    { key: 'left', title: '剩余次数', width: 10 },
    { key: 'used', title: '已用次数', width: 10 },
    { key: 'total', title: '总次数', width: 10 },
    { key: 'price', format: 'money', width: 12 },
    { key: 'startDate', format: 'date', width: 12 },
    { key: 'endDate', format: 'date', width: 12 },
    { key: 'voidReason', width: 24 },
    { key: 'remarks', width: 30 },
    { key: 'createBy' },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
};
