/** The spreadsheet of work orders. */
import type { z } from 'zod';
import { rules, isRule } from '#contract/warnings/warnings.rules.ts';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import type { WorkOrderSummary } from '#contract/work-orders/work-orders.ts';
import { titled } from '#contract/labels.ts';
import { workOrderLabels } from '#contract/work-orders/work-orders.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof WorkOrderSummary>;

export const workOrderSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '工单',
  list: () => list,
  columns: titled(workOrderLabels, [
    { key: 'workNo', width: 20 },
    { key: 'oldmanName' },
    { key: 'oldmanPhone', width: 14 },
    { key: 'serverProjectName', width: 24 },
    { key: 'emergencyType' },
    { key: 'state', value: ({ state }) => orderStatusLabels[state] ?? state },
    { key: 'serverUserName' },
    { key: 'serverTime', format: 'dateTime', width: 20 },
    { key: 'downTime', format: 'dateTime', width: 20 },
    { key: 'startTime', format: 'dateTime', width: 20 },
    { key: 'endTime', format: 'dateTime', width: 20 },
    { key: 'orderPrice', format: 'money', width: 12 },
    {
      key: 'warningType',
      value: ({ warningType }) => (warningType && isRule(warningType) ? rules[warningType].label : warningType),
    },
    { key: 'bedPlace', title: '房间床位', width: 22 },
    { key: 'oldmanAddress', width: 40 },
    { key: 'downName' },
    { key: 'operationUserName' },
    { key: 'remarks', width: 30 },
  ]),
});
