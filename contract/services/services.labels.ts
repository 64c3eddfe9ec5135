/** What the fields of service types and service projects are called. */
import type { LabelsOf } from '../labels.ts';
import type { serviceProjects, serviceTypes } from './services.ts';

export const serviceTypeLabels = {
  name: '分类名称',
  sort: '排序',
  createBy: '创建人',
  tenantName: '所属机构',
  createTime: '创建时间',
  parentId: '上级分类',
} satisfies LabelsOf<typeof serviceTypes>;

export const serviceProjectLabels = {
  name: '项目名称',
  serverName: '服务分类',
  standardPrice: '标准价格',
  minutes: '服务时长',
  isSosDefault: 'SOS默认',
  enabled: '状态',
  requiresSignature: '要求签名',
  requiresPhoto: '要求拍照',
  fenceMetres: '签到范围',
  remarks: '备注',
  createTime: '创建时间',
  serverId: '服务分类',
} satisfies LabelsOf<typeof serviceProjects>;
