/** What the fields of sessions are called. */
import type { LabelsOf } from '../labels.ts';
import type { sessions } from './sessions.ts';

export const sessionLabels = {
  name: '姓名',
  username: '用户名',
  guest: '身份',
  deptName: '部门',
  tenantName: '机构',
  address: 'IP地址',
  browser: '浏览器',
  system: '操作系统',
  clientId: '客户端',
  createTime: '登录时间',
  lastSeenTime: '最近活动',
  expireTime: '过期时间',
} satisfies LabelsOf<typeof sessions>;
