/** What the fields of tenants are called. */
import type { LabelsOf } from '../labels.ts';
import type { tenants } from './tenants.ts';

export const tenantLabels = {
  name: '租户名称',
  code: '编码',
  status: '状态',
  frozenReason: '冻结原因',
  source: '来源',
  packageName: '产品包',
  usersMost: '用户上限',
  peopleMost: '服务对象上限',
  storageMost: '存储上限（字节）',
  startTime: '开始时间',
  endTime: '到期时间',
  expiry: '到期',
  createTime: '创建时间',
  users: '用户',
  people: '服务对象',
  regionCode: '地区',
  parentId: '上级租户',
  cloneFrom: '模板租户',
  adminUsername: '管理员用户名',
  adminName: '管理员姓名',
  reason: '冻结原因',
} satisfies LabelsOf<typeof tenants>;
