/** The spreadsheet of follow-ups. */
import type { z } from 'zod';
import { followupMethods, type Followup } from '#contract/work-orders/work-order-ratings.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof Followup>;

export const followupSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '回访',
  list: () => list,
  columns: [
    { key: 'workNo', title: '工单编号', width: 20 },
    { key: 'oldmanName', title: '服务对象' },
    { key: 'oldmanPhone', title: '电话', width: 14 },
    { key: 'serverProjectName', title: '服务项目', width: 24 },
    { key: 'serverUserName', title: '服务人员' },
    { key: 'score', title: '评分' },
    { key: 'scoreContent', title: '评价内容', width: 30 },
    { key: 'scoreTime', title: '评价时间', format: 'dateTime', width: 20 },
    { key: 'status', title: '状态', value: ({ status }) => (status === 1 ? '待回访' : '已回访') },
    { key: 'method', title: '回访方式', value: ({ method }) => (method === null ? '' : followupMethods[method as 1 | 2 | 3]) },
    { key: 'result', title: '回访结果', width: 40 },
    { key: 'doneBy', title: '回访人' },
    { key: 'doneTime', title: '回访时间', format: 'dateTime', width: 20 },
  ],
});
