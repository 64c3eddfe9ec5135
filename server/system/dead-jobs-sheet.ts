/** The spreadsheet of jobs that used up their attempts. */
import type { z } from 'zod';
import { deadJobLabels, jobKinds } from '#contract/system/dead-jobs.rules.ts';
import type { DeadJob } from '#contract/system/dead-jobs.ts';
import { titled } from '#contract/labels.ts';
import { failedJobLabels } from '#contract/system/dead-jobs.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof DeadJob>;

export const deadJobSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '未送出的任务',
  list: () => list,
  columns: titled(failedJobLabels, [
    { key: 'kind', value: ({ kind }) => jobKinds[kind as keyof typeof jobKinds] ?? kind, width: 14 },
    { key: 'error', width: 40 },
    { key: 'attempts', width: 10 },
    { key: 'createTime', format: 'dateTime', width: 20 },
    { key: 'deadTime', format: 'dateTime', width: 20 },
    { key: 'state', value: ({ state }) => deadJobLabels[state] ?? null, width: 12 },
    { key: 'reason', width: 30 },
    { key: 'decidedBy' },
    { key: 'decidedTime', format: 'dateTime', width: 20 },
  ]),
});
