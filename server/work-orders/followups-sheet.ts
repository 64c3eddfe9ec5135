/** The spreadsheet of follow-ups. */
import type { z } from 'zod';
import { followupMethods, type Followup } from '#contract/work-orders/work-order-ratings.ts';
import { titled } from '#contract/labels.ts';
import { followupLabels } from '#contract/work-orders/work-order-ratings.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof Followup>;

export const followupSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '回访',
  list: () => list,
  columns: titled(followupLabels, [
    { key: 'workNo', width: 20 },
    { key: 'oldmanName' },
    { key: 'oldmanPhone', title: '电话', width: 14 },
    { key: 'serverProjectName', width: 24 },
    { key: 'serverUserName' },
    { key: 'score' },
    { key: 'scoreContent', width: 30 },
    { key: 'scoreTime', format: 'dateTime', width: 20 },
    { key: 'status', value: ({ status }) => (status === 1 ? '待回访' : '已回访') },
    { key: 'method', value: ({ method }) => (method === null ? '' : followupMethods[method as 1 | 2 | 3]) },
    { key: 'result', width: 40 },
    { key: 'doneBy' },
    { key: 'doneTime', format: 'dateTime', width: 20 },
  ]),
});
