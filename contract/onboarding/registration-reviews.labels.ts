/** What the fields of registrations are called. */
import type { LabelsOf } from '../labels.ts';
import type { registrationReviews } from './registration-reviews.ts';

export const registrationLabels = {
  name: '姓名',
  username: '用户名',
  phone: '手机号',
  state: '状态',
  tenantName: '机构名称',
  tenantCode: '机构编码',
  packageName: '产品包',
  address: '地址',
  reason: '拒绝原因',
  auditName: '审核人',
  auditTime: '审核时间',
  createTime: '注册时间',
  regionCode: '地区',
} satisfies LabelsOf<typeof registrationReviews>;
