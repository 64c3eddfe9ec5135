/** What the fields of clients are called: the programs that may sign in. */
import type { LabelsOf } from '../labels.ts';
import type { clients } from './clients.ts';

export const clientLabels = {
  id: '客户端编号',
  description: '说明',
  builtIn: '内置',
  sessions: '在线会话',
  encryptsPassword: '密码加密',
  needsCaptcha: '验证码',
  accessSeconds: '令牌有效期',
  refreshSeconds: '刷新令牌有效期',
  createTime: '创建时间',
} satisfies LabelsOf<typeof clients>;
