/** The spreadsheet of recurring orders. */
import type { z } from 'zod';
import type { WorkOrderPlan } from '#contract/work-orders/work-order-plans.ts';
import { holidayModes, planStatusLabels, ruleInWords } from '#contract/work-orders/work-order-plans.rules.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof WorkOrderPlan>;

export const planSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '周期工单',
  list: () => list,
  columns: [
    { key: 'name', title: '计划名称', width: 24 },
    { key: 'oldmanName', title: '服务对象' },
    {
      key: 'jobs',
      title: '服务项目',
      width: 30,
      value: ({ jobs }) => jobs.map(({ serverProjectName, time }) => `${serverProjectName} ${time}`).join('、'),
    },
    { key: 'frequency', title: '周期', width: 20, value: ruleInWords },
    { key: 'holidayMode', title: '节假日', width: 20, value: ({ holidayMode }) => holidayModes[holidayMode] ?? '' },
    { key: 'startsOn', title: '开始日期', width: 14 },
    { key: 'endsOn', title: '结束日期', width: 14 },
    { key: 'status', title: '状态', value: ({ status }) => planStatusLabels[status] ?? '' },
    { key: 'generatedUntil', title: '已生成至', width: 14 },
    { key: 'createBy', title: '创建人' },
    { key: 'createTime', title: '创建时间', format: 'dateTime', width: 20 },
  ],
});
