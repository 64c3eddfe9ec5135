/** The spreadsheet of jobs that used up their attempts. */
import type { z } from 'zod';
import { deadJobLabels, jobKinds } from '#contract/system/dead-jobs.rules.ts';
import type { DeadJob } from '#contract/system/dead-jobs.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof DeadJob>;

export const deadJobSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '未送出的任务',
  list: () => list,
  columns: [
    { key: 'kind', title: '任务', value: ({ kind }) => jobKinds[kind as keyof typeof jobKinds] ?? kind, width: 14 },
    { key: 'error', title: '失败原因', width: 40 },
    { key: 'attempts', title: '尝试次数', width: 10 },
    { key: 'createTime', title: '产生时间', format: 'dateTime', width: 20 },
    { key: 'deadTime', title: '失败时间', format: 'dateTime', width: 20 },
    { key: 'state', title: '状态', value: ({ state }) => deadJobLabels[state] ?? null, width: 12 },
    { key: 'reason', title: '放弃原因', width: 30 },
    { key: 'decidedBy', title: '处理人' },
    { key: 'decidedTime', title: '处理时间', format: 'dateTime', width: 20 },
  ],
});
