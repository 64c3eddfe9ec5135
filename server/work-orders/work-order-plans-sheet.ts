/** The spreadsheet of recurring orders. */
import type { z } from 'zod';
import type { WorkOrderPlan } from '#contract/work-orders/work-order-plans.ts';
import { holidayModes, planStatusLabels, ruleInWords } from '#contract/work-orders/work-order-plans.rules.ts';
import { titled } from '#contract/labels.ts';
import { workOrderPlanLabels } from '#contract/work-orders/work-order-plans.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof WorkOrderPlan>;

export const planSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '周期工单',
  list: () => list,
  columns: titled(workOrderPlanLabels, [
    { key: 'name', width: 24 },
    { key: 'oldmanName' },
    {
      key: 'jobs',
      title: '服务项目',
      width: 30,
      value: ({ jobs }) => jobs.map(({ serverProjectName, time }) => `${serverProjectName} ${time}`).join('、'),
    },
    { key: 'frequency', width: 20, value: ruleInWords },
    { key: 'holidayMode', width: 20, value: ({ holidayMode }) => holidayModes[holidayMode] ?? '' },
    { key: 'startsOn', width: 14 },
    { key: 'endsOn', width: 14 },
    { key: 'status', value: ({ status }) => planStatusLabels[status] ?? '' },
    { key: 'generatedUntil', width: 14 },
    { key: 'createBy' },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
});
