/** The spreadsheet of the operation log. */
import type { z } from 'zod';
import type { OperationLog } from '#contract/system/operation-logs.ts';
import { titled } from '#contract/labels.ts';
import { operationLogLabels } from '#contract/system/operation-logs.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

export type LogRow = z.output<typeof OperationLog>;

export const logSheet = <Search>(list: List<LogRow, Search>): Export<LogRow, Search> => ({
  name: '操作日志',
  list: () => list,
  columns: titled(operationLogLabels, [
    { key: 'type', value: ({ type }) => (type === '9' ? '异常' : '正常'), width: 8 },
    { key: 'title', width: 24 },
    { key: 'createBy' },
    { key: 'remoteAddr', width: 18 },
    { key: 'method', width: 8 },
    { key: 'requestUri', title: '请求', width: 36 },
    { key: 'params', title: '参数', width: 36 },
    { key: 'time', title: '耗时（毫秒）', width: 12 },
    { key: 'exception', title: '异常', width: 36 },
    { key: 'userAgent', width: 36 },
    { key: 'requestId', width: 38 },
    { key: 'createTime', title: '时间', format: 'dateTime', width: 20 },
  ]),
});
