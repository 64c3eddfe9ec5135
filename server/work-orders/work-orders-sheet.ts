/** The spreadsheet of work orders. */
import type { z } from 'zod';
import { rules, isRule } from '#contract/warnings/warnings.rules.ts';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import type { WorkOrderSummary } from '#contract/work-orders/work-orders.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof WorkOrderSummary>;

export const workOrderSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '工单',
  list: () => list,
  columns: [
    { key: 'workNo', title: '工单编号', width: 20 },
    { key: 'oldmanName', title: '服务对象' },
    { key: 'oldmanPhone', title: '电话', width: 14 },
    { key: 'serverProjectName', title: '服务项目', width: 24 },
    { key: 'emergencyType', title: '紧急程度', dictionary: 'emergency_type' },
    { key: 'state', title: '状态', value: ({ state }) => orderStatusLabels[state] ?? state },
    { key: 'serverUserName', title: '服务人员' },
    { key: 'serverTime', title: '服务时间', format: 'dateTime', width: 20 },
    { key: 'downTime', title: '下单时间', format: 'dateTime', width: 20 },
    { key: 'startTime', title: '开始时间', format: 'dateTime', width: 20 },
    { key: 'endTime', title: '完成时间', format: 'dateTime', width: 20 },
    { key: 'orderPrice', title: '金额', format: 'money', width: 12 },
    {
      key: 'warningType',
      title: '来源预警',
      value: ({ warningType }) => (warningType && isRule(warningType) ? rules[warningType].label : warningType),
    },
    { key: 'bedPlace', title: '房间床位', width: 22 },
    { key: 'oldmanAddress', title: '服务地址', width: 40 },
    { key: 'downName', title: '下单人' },
    { key: 'operationUserName', title: '最近操作人' },
    { key: 'remarks', title: '备注', width: 30 },
  ],
});
