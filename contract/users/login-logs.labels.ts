/** What the fields of the log of sign-ins are called. */
import type { LabelsOf } from '../labels.ts';
import type { loginLogs } from './login-logs.ts';

export const loginLogLabels = {
  type: '结果',
  title: '操作',
  username: '用户名',
  name: '姓名',
  address: 'IP地址',
  browser: '浏览器',
  system: '操作系统',
  reason: '失败原因',
  createTime: '时间',
  startTime: '时间',
} satisfies LabelsOf<typeof loginLogs>;
