/** What the fields of the packages of people are called, and those of their uses and changes. */
import type { LabelsOf } from '../labels.ts';
import type { personPackages } from './person-packages.ts';

export const personPackageLabels = {
  oldmanName: '服务对象',
  packageName: '服务包名称',
  status: '状态',
  projects: '服务项目（剩余/总数）',
  left: '剩余',
  used: '已用',
  total: '总数',
  price: '价格',
  startDate: '生效日期',
  endDate: '到期日期',
  voidReason: '作废原因',
  remarks: '备注',
  createBy: '经办人',
  createTime: '添加时间',
  expiring: '即将到期',
  endStart: '到期日期',
  oldmanId: '服务对象',
  packageId: '服务包',
  num: '总次数',
  reason: '原因',
} satisfies LabelsOf<Pick<typeof personPackages, 'page' | 'add' | 'updateNum'>>;

export const packageUseLabels = {
  workNo: '工单编号',
  projectName: '服务项目',
  serverTime: '服务时间',
  serverUserName: '服务人员',
  workOrderState: '工单状态',
  releasedTime: '次数',
  takenTime: '扣除时间',
  takenBy: '经办人',
} satisfies LabelsOf<Pick<typeof personPackages, 'uses'>>;

export const packageChangeLabels = {
  createTime: '时间',
  action: '变更',
  projectName: '服务项目',
  after: '次数',
  reason: '原因',
  workNo: '工单编号',
  userName: '操作人',
} satisfies LabelsOf<Pick<typeof personPackages, 'changes'>>;
