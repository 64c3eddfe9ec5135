/** What the fields of the operation log are called. */
import type { LabelsOf } from '../labels.ts';
import type { operationLogs } from './operation-logs.ts';

export const operationLogLabels = {
  type: '类型',
  title: '操作',
  createBy: '操作人',
  remoteAddr: '地址',
  method: '方式',
  requestUri: '接口',
  params: '涉及字段',
  time: '用时',
  exception: '异常信息',
  userAgent: '浏览器',
  requestId: '请求编号',
  createTime: '操作时间',
  changeCount: '变更',
  startTime: '操作时间',
} satisfies LabelsOf<typeof operationLogs>;
