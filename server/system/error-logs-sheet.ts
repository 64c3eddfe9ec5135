/** The spreadsheet of the error log. */
import type { z } from 'zod';
import { errorKinds, type ErrorLog } from '#contract/system/error-logs.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof ErrorLog>;

export const errorLogSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '错误日志',
  list: () => list,
  columns: [
    { key: 'kind', title: '类型', value: ({ kind }) => errorKinds[kind ?? ''] ?? kind, width: 12 },
    { key: 'title', title: '标题', width: 24 },
    { key: 'message', title: '内容', width: 48 },
    { key: 'url', title: '页面', width: 36 },
    { key: 'times', title: '次数', width: 8 },
    { key: 'createBy', title: '用户' },
    { key: 'happenTime', title: '发生时间', format: 'dateTime', width: 20 },
    { key: 'createTime', title: '首次上传', format: 'dateTime', width: 20 },
    { key: 'updateTime', title: '最近上传', format: 'dateTime', width: 20 },
    { key: 'stack', title: '错误堆栈', width: 60 },
    { key: 'remoteAddr', title: '地址', width: 18 },
    { key: 'userAgent', title: '浏览器', width: 36 },
    { key: 'requestId', title: '请求编号', width: 38 },
  ],
});
