/** What the fields of messages are called. */
import type { LabelsOf } from '../labels.ts';
import type { messages } from './messages.ts';

export const messageLabels = {
  title: '标题',
  kind: '类型',
  text: '内容',
  read: '状态',
  createTime: '时间',
  readTime: '已读时间',
} satisfies LabelsOf<typeof messages>;
