/** The spreadsheet of invitations and applications. */
import type { z } from 'zod';
import { kindLabels, stateLabels } from '#contract/onboarding/invitations.rules.ts';
import type { Invitation } from '#contract/onboarding/invitations.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.input<typeof Invitation>;

export const invitationSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '邀请与申请',
  list: () => list,
  columns: [
    { key: 'kind', title: '类型', value: ({ kind }) => kindLabels[kind] ?? kind, width: 8 },
    { key: 'target', title: '手机号或用户名', width: 18 },
    { key: 'name', title: '姓名', width: 12 },
    { key: 'deptName', title: '部门', width: 16 },
    { key: 'roleList', title: '角色', value: ({ roleList }) => roleList.map(({ roleName }) => roleName).join('、'), width: 24 },
    { key: 'status', title: '状态', value: ({ status }) => stateLabels[status] ?? status, width: 10 },
    { key: 'note', title: '附言', width: 24 },
    { key: 'reason', title: '原因', width: 24 },
    { key: 'createName', title: '发起人', width: 12 },
    { key: 'createTime', title: '发起时间', format: 'dateTime', width: 20 },
    { key: 'expireTime', title: '到期时间', format: 'dateTime', width: 20 },
    { key: 'auditName', title: '审核人', width: 12 },
    { key: 'auditTime', title: '审核时间', format: 'dateTime', width: 20 },
  ],
});
