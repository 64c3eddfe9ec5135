/** The spreadsheet of the error log. */
import type { z } from 'zod';
import { errorKinds, type ErrorLog } from '#contract/system/error-logs.ts';
import { titled } from '#contract/labels.ts';
import { errorLogLabels } from '#contract/system/error-logs.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof ErrorLog>;

export const errorLogSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '错误日志',
  list: () => list,
  columns: titled(errorLogLabels, [
    { key: 'kind', value: ({ kind }) => errorKinds[kind ?? ''] ?? kind, width: 12 },
    { key: 'title', width: 24 },
    { key: 'message', width: 48 },
    { key: 'url', width: 36 },
    { key: 'times', width: 8 },
    { key: 'createBy' },
    { key: 'happenTime', format: 'dateTime', width: 20 },
    { key: 'createTime', format: 'dateTime', width: 20 },
    { key: 'updateTime', format: 'dateTime', width: 20 },
    { key: 'stack', width: 60 },
    { key: 'remoteAddr', width: 18 },
    { key: 'userAgent', width: 36 },
    { key: 'requestId', width: 38 },
  ]),
});
