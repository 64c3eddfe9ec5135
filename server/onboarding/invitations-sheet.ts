/** The spreadsheet of invitations and applications. */
import type { z } from 'zod';
import { kindLabels, stateLabels } from '#contract/onboarding/invitations.rules.ts';
import type { Invitation } from '#contract/onboarding/invitations.ts';
import { titled } from '#contract/labels.ts';
import { invitationLabels } from '#contract/onboarding/invitations.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof Invitation>;

export const invitationSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '邀请与申请',
  list: () => list,
  columns: titled(invitationLabels, [
    { key: 'kind', value: ({ kind }) => kindLabels[kind] ?? kind, width: 8 },
    { key: 'target', title: '手机号或用户名', width: 18 },
    { key: 'name', width: 12 },
    { key: 'deptName', width: 16 },
    { key: 'roleList', value: ({ roleList }) => roleList.map(({ roleName }) => roleName).join('、'), width: 24 },
    { key: 'status', value: ({ status }) => stateLabels[status] ?? status, width: 10 },
    { key: 'note', title: '附言', width: 24 },
    { key: 'reason', title: '原因', width: 24 },
    { key: 'createName', width: 12 },
    { key: 'createTime', title: '发起时间', format: 'dateTime', width: 20 },
    { key: 'expireTime', title: '到期时间', format: 'dateTime', width: 20 },
    { key: 'auditName', title: '审核人', width: 12 },
    { key: 'auditTime', title: '审核时间', format: 'dateTime', width: 20 },
  ]),
});
