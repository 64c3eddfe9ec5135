/** The spreadsheet of self-registrations. The hash of a registrant's password is not among what the list reads. */
import type { z } from 'zod';
import { registrationStateLabels } from '#contract/onboarding/registration-reviews.rules.ts';
import type { RegistrationReview } from '#contract/onboarding/registration-reviews.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof RegistrationReview>;

export const registrationSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '注册',
  list: () => list,
  columns: [
    { key: 'name', title: '姓名', width: 12 },
    { key: 'username', title: '用户名', width: 18 },
    { key: 'phone', title: '手机号', width: 14 },
    { key: 'state', title: '状态', value: ({ state }) => registrationStateLabels[state] ?? state, width: 12 },
    { key: 'tenantName', title: '机构名称', width: 28 },
    { key: 'tenantCode', title: '机构编码', width: 14 },
    { key: 'packageName', title: '套餐', width: 16 },
    { key: 'address', title: '地址', width: 32 },
    { key: 'reason', title: '拒绝原因', width: 28 },
    { key: 'auditName', title: '审核人', width: 12 },
    { key: 'auditTime', title: '审核时间', format: 'dateTime', width: 20 },
    { key: 'createTime', title: '注册时间', format: 'dateTime', width: 20 },
  ],
});
