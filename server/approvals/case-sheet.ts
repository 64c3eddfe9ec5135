/** The spreadsheet of approvals. */
import type { z } from 'zod';
import { caseStateLabels } from '#contract/approvals/approval-cases.rules.ts';
import type { approvalCases as routes, CaseRow } from '#contract/approvals/approval-cases.ts';
import { approvalCaseLabels } from '#contract/approvals/approval-cases.labels.ts';
import { titled } from '#contract/labels.ts';
import type { SearchOf } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';
import { caseList } from './case-lists.ts';

export const caseSheet: Export<z.input<typeof CaseRow>, SearchOf<typeof routes.page>> = {
  name: '审批记录',
  list: ({ userId }) => caseList(userId),
  columns: titled(approvalCaseLabels, [
    { key: 'name', width: 16 },
    { key: 'title', width: 40 },
    { key: 'applicantName', width: 12 },
    { key: 'state', value: ({ state }) => caseStateLabels[state] ?? '', width: 10 },
    { key: 'waiting', width: 30 },
    { key: 'createTime', format: 'dateTime', width: 20 },
    { key: 'endTime', format: 'dateTime', width: 20 },
  ]),
};
